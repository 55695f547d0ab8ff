public import Observation

/// A list of objects that is kept up to date.
///
/// The controller fetches once, and then tracks the changes in its context, whether
/// saved or not: new, changed, deleted and refreshed objects, and merged saves of other
/// contexts. It also tracks changes of related objects along the paths in the
/// condition, order and sections.
///
/// ```swift
/// let banks = FetchedResultsController(
///   FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }, in: context,
///   sectionedBy: { $0.state })
/// try banks.performFetch()
/// banks.onChange = { change in ... }
/// ```
///
/// Unsaved changes appear in the list when the context processes them: see
/// `ManagedObjectContext.processPendingChanges()`.
///
/// Without sort keys, objects are sorted by primary key. A limit and an offset
/// define a window on the whole list: when an object leaves the window, another
/// object enters it.
public final class FetchedResultsController<Object: ManagedObject> {
  /// The request for the listed objects.
  public let request: FetchRequest<Object>
  /// The names on the path from an object to the value of its section; nil for a list
  /// with one section.
  public let sectionPath: [String]?
  /// The delegate, which receives changes step by step.
  public weak var delegate: (any FetchedResultsDelegate<Object>)?
  /// A closure that receives all changes at once; it is called after the delegate.
  public var onChange: ((FetchedResultsChange<Object>) -> Void)?
  /// A closure that returns the index title for the name of a section; nil if
  /// the section has no title. By default, this is the first letter as a
  /// capital.
  public var indexTitle: (String) -> String? = { name in
    name.first.map { String($0).uppercased() }
  }

  let list: ResultsList
  let registrar = ObservationRegistrar()

  /// Creates a list with one section.
  public convenience init(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext
  ) {
    self.init(request, in: context, sectionPath: nil)
  }

  /// Creates a list with a section for each value of a path.
  ///
  /// Sections are in the ascending order of their values, or in the direction of the
  /// request's first sort key if that has the same path.
  public convenience init<Value>(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext,
    sectionedBy value: (Paths<Object>) -> ValueExpression<Value>
  ) {
    self.init(request, in: context, sectionPath: value(Paths()).keyPath)
  }

  /// Creates a list with a section for each value of a path, which is given by name and
  /// can lead to a transient property.
  ///
  /// - Parameters:
  ///   - request: The request for the objects and their order.
  ///   - context: The context that the objects belong to.
  ///   - sectionPath: The names of to-one relationships followed by the name of an
  ///     attribute; nil if there are no sections.
  public init(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext, sectionPath: [String]?
  ) {
    self.request = request
    self.sectionPath = sectionPath
    list = ResultsList(
      context, context.entity(of: Object.self), request.plan,
      sectionKey: sectionPath.map { SectionKey(path: $0) })
    list.tell = { [weak self] in self?.tell(FetchedResultsChange(changes: $0)) }
  }

  /// The context to which the listed objects belong.
  public var context: ManagedObjectContext { list.context }

  /// Fetches the list, which is then kept up to date.
  ///
  /// Fetching again updates the list without notifying the delegate.
  ///
  /// - Throws: The errors of `ManagedObjectContext.fetch(_:)`, and `StoreError`
  ///   (`.unknownName`, `.untranslatable`) if the section path does not lead to a
  ///   single value.
  public func performFetch() throws {
    try list.fetch()
    registrar.withMutation(of: self, keyPath: \.objects) {}
  }

  /// True if the list has been fetched.
  public var isFetched: Bool { list.isFetched }

  /// The error that prevented the list from being updated, for example because
  /// a condition could not be evaluated or a store could not be read; nil if
  /// there was no failure.
  public var failure: (any Error)? { list.failure }

  private func tell(_ change: FetchedResultsChange<Object>) {
    registrar.withMutation(of: self, keyPath: \.objects) {}
    if let delegate {
      delegate.resultsWillChange(self)
      for section in change.sections { delegate.results(self, didChange: section) }
      for object in change.objects { delegate.results(self, didChange: object) }
      delegate.resultsDidChange(self)
    }
    onChange?(change)
  }
}

@available(*, unavailable)
extension FetchedResultsController: Sendable {}

/// Reading the objects or the sections of a list is tracked, whether or not its context
/// observes objects.
extension FetchedResultsController: Observable {}
