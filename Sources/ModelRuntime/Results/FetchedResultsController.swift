public import Observation

/// A list of objects that follows its data.
///
/// The controller fetches once and then follows the changes in its context, saved or
/// not: new, changed, deleted and refreshed objects, and merged saves of other
/// contexts. Changes of related objects count too, along the paths of condition, order
/// and sections.
///
/// ```swift
/// let banks = FetchedResultsController(
///   FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }, in: context,
///   sectionedBy: { $0.state })
/// try banks.performFetch()
/// banks.onChange = { change in ... }
/// ```
///
/// Unsaved changes reach the list when the context processes them: see
/// `ManagedObjectContext.processPendingChanges()`.
///
/// Without sort keys the order is that of primary keys. A limit and an offset define a
/// window on the whole list: when an object leaves the window, another one moves in.
public final class FetchedResultsController<Object: ManagedObject> {
  /// The request for the listed objects.
  public let request: FetchRequest<Object>
  /// The names on the path from an object to the value of its section; nil for a list
  /// of one section.
  public let sectionPath: [String]?
  /// The delegate, which receives changes step by step.
  public weak var delegate: (any FetchedResultsDelegate<Object>)?
  /// A closure that receives all changes at once; it is called after the delegate.
  public var onChange: ((FetchedResultsChange<Object>) -> Void)?
  /// A function from the name of a section to its index title. The default is the first
  /// letter as a capital.
  public var indexTitle: (String) -> String? = { name in
    name.first.map { String($0).uppercased() }
  }

  let list: ResultsList
  let registrar = ObservationRegistrar()

  /// Creates a list of one section.
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

  /// Creates a list with a section for each value of a path by name, which may be a
  /// transient property.
  ///
  /// - Parameters:
  ///   - request: The request for the objects and their order.
  ///   - context: The context that the objects belong to.
  ///   - sectionPath: Names of to-one relationships and, last, of an attribute;
  ///     nil for no sections.
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

  /// The context of the list.
  public var context: ManagedObjectContext { list.context }

  /// Fetches the list, which follows its data from then on.
  ///
  /// Fetching again brings the list up to date without telling the delegate.
  ///
  /// - Throws: As `ManagedObjectContext.fetch(_:)`, and `StoreError`
  ///   (`.unknownName`, `.untranslatable`) for a section path that does not lead
  ///   to one value.
  public func performFetch() throws {
    try list.fetch()
    registrar.withMutation(of: self, keyPath: \.objects) {}
  }

  /// True if the list was fetched.
  public var isFetched: Bool { list.isFetched }

  /// The reason why the list could not follow its data: a condition that cannot be
  /// evaluated or a store that cannot be read. Nil if there was no failure.
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

/// Reading the objects or the sections of a list is tracked, whether its context
/// observes objects or not.
extension FetchedResultsController: Observable {}
