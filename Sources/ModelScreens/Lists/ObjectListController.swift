public import Observation

/// A controller between a list on a screen and the store, like
/// `NSArrayController`: it knows which objects are listed, in which order, and
/// which are selected, and makes, edits and removes them.
///
/// What it adds, removes and edits is saved at once, through a context of its
/// own: a save that fails leaves list and context as they were.
///
/// ```swift
/// let banks = ObjectListController(FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
/// try banks.load()
/// try banks.add { FailedBankInfo(in: $0, name: "Test Bank", city: "Testville", state: "Testland") }
/// ```
public final class ObjectListController<Object: ManagedObject> {
  /// The context of the listed objects.
  public let context: ManagedObjectContext
  /// The list itself.
  public private(set) var results: FetchedResultsController<Object>
  /// The closure that is called when the list changes.
  public var onChange: ((FetchedResultsChange<Object>) -> Void)?
  /// The closure that is called when the selection changes.
  public var onSelection: (() -> Void)?
  /// A Boolean value that says whether something is selected whenever something
  /// is listed.
  public var avoidsEmptySelection = true
  /// The edits that are open; nil where there are none.
  public internal(set) var editor: ObjectEditor<Object>?
  var selectedIDs: Set<ObjectID> = []
  let registrar = ObservationRegistrar()

  /// A list of what a request asks for; nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - request: What is listed, and in which order.
  ///   - context: The context that the objects belong to.
  ///   - sectionPath: Names of to-one relationships and, last, of an attribute;
  ///     nil for no sections.
  public convenience init(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext, sectionPath: [String]? = nil
  ) {
    self.init(
      FetchedResultsController(request, in: context, sectionPath: sectionPath), in: context)
  }

  /// A list of what a request asks for, with a section for each value of a path.
  public convenience init<Value>(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext,
    sectionedBy value: (Paths<Object>) -> ValueExpression<Value>
  ) {
    self.init(
      FetchedResultsController(request, in: context, sectionedBy: value), in: context)
  }

  private init(_ results: FetchedResultsController<Object>, in context: ManagedObjectContext) {
    self.context = context
    self.results = results
    follow()
  }

  // MARK: What is listed

  /// The request for the listed objects.
  public var request: FetchRequest<Object> { results.request }

  /// The listed objects, in order.
  public var objects: FetchedObjects<Object> {
    registrar.access(self, keyPath: \.objects)
    return results.objects
  }

  /// Fetches the list; from then on it follows its data.
  ///
  /// - Throws: As `FetchedResultsController.performFetch()`.
  public func load() throws {
    try results.performFetch()
    keepSelection(near: 0)
  }

  /// Lists what another request asks for; what stays listed stays selected.
  ///
  /// - Throws: As `FetchedResultsController.performFetch()`; then the list is as
  ///   it was.
  public func load(_ request: FetchRequest<Object>) throws {
    let next = FetchedResultsController(
      request, in: context, sectionPath: results.sectionPath)
    next.indexTitle = results.indexTitle
    next.delegate = results.delegate
    try next.performFetch()
    let offset = selectedOffset
    results = next
    follow()
    registrar.withMutation(of: self, keyPath: \.objects) {}
    keepSelection(near: offset ?? 0)
  }

  /// Lists the objects that satisfy another condition.
  ///
  /// - Throws: As `load(_:)`.
  public func filter(by predicate: ObjectPredicate?) throws {
    var request = request
    request.predicate = predicate
    try load(request)
  }

  /// Lists the objects in another order.
  ///
  /// - Throws: As `load(_:)`.
  public func sort(by keys: [SortKey]) throws {
    var request = request
    request.sortKeys = keys
    try load(request)
  }

  private func follow() {
    results.onChange = { [weak self] change in self?.take(change) }
  }

  private func take(_ change: FetchedResultsChange<Object>) {
    var lost: [Int] = []
    for case .remove(let offset, let id, nil) in change.difference where selectedIDs.contains(id) {
      lost.append(offset)
    }
    onChange?(change)
    guard !lost.isEmpty || selectedIDs.isEmpty else { return }
    keepSelection(near: lost.min() ?? 0)
  }
}

@available(*, unavailable)
extension ObjectListController: Sendable {}

/// Reading the objects and the selection is tracked.
extension ObjectListController: Observable {}
