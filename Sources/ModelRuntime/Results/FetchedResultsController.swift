public import Observation

/// A list of objects that follows its data.
///
/// It fetches once; then it takes in what changes in its context, saved or not:
/// objects that are made, changed, deleted, refreshed, and saves of other
/// contexts that are merged. Related objects count too, along the paths of
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
/// Unsaved changes are taken in when the context processes them: see
/// `ManagedObjectContext.processPendingChanges()`.
///
/// Without sort keys the order is that of primary keys. A limit and an offset
/// are a window on the whole list: what leaves it at one end lets another object
/// in at the other.
public final class FetchedResultsController<Object: ManagedObject> {
  /// The request for what is listed.
  public let request: FetchRequest<Object>
  /// The names that lead from an object to the value of its section; nil for a
  /// list of one section.
  public let sectionPath: [String]?
  /// The delegate, which is told of changes step by step.
  public weak var delegate: (any FetchedResultsDelegate<Object>)?
  /// A closure that is told of changes all at once; it is called after the
  /// delegate.
  public var onChange: ((FetchedResultsChange<Object>) -> Void)?
  /// Makes the index title of a section from its name: without it, the
  /// first letter as a capital.
  public var indexTitle: (String) -> String? = { name in
    name.first.map { String($0).uppercased() }
  }

  let list: ResultsList
  let registrar = ObservationRegistrar()

  /// A list of one section.
  public convenience init(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext
  ) {
    self.init(request, in: context, sectionPath: nil)
  }

  /// A list with a section for each value of a path.
  ///
  /// Sections come in the order of their values; where the request sorts by the
  /// same path first, in that direction.
  public convenience init<Value>(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext,
    sectionedBy value: (Paths<Object>) -> ValueExpression<Value>
  ) {
    self.init(request, in: context, sectionPath: value(Paths()).keyPath)
  }

  /// A list with a section for each value of a path by name, which may be a
  /// transient property.
  ///
  /// - Parameters:
  ///   - request: What is listed, and in which order.
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

  /// The context.
  public var context: ManagedObjectContext { list.context }

  /// Fetches the list; from then on it follows its data.
  ///
  /// Fetching again brings everything up to date, without a word to the
  /// delegate.
  ///
  /// - Throws: As `ManagedObjectContext.fetch(_:)`, and `StoreError`
  ///   (`.unknownName`, `.untranslatable`) for a section path that does not lead
  ///   to one value.
  public func performFetch() throws {
    try list.fetch()
    registrar.withMutation(of: self, keyPath: \.objects) {}
  }

  /// A Boolean value that says whether the list was fetched.
  public var isFetched: Bool { list.isFetched }

  /// The reason why the list could not follow its data: a condition that cannot
  /// be evaluated or a store that cannot be read; nil where it could.
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
