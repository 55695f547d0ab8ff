public import Observation

/// A controller that connects a list on a screen with the store, like
/// `NSArrayController`. The controller holds the listed objects, their order
/// and the selection, and creates, edits and removes objects.
///
/// Every addition, removal and edit is saved at once through a separate
/// context, so that a failed save leaves the list and its context unchanged.
///
/// ```swift
/// let banks = ObjectListController(FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
/// try banks.load()
/// try banks.add { FailedBankInfo(in: $0, name: "Test Bank", city: "Testville", state: "Testland") }
/// ```
public final class ObjectListController<Object: ManagedObject> {
  /// The context in which the objects are fetched and edited.
  public let context: ManagedObjectContext
  /// The controller that fetches the list and tracks its changes.
  public private(set) var results: FetchedResultsController<Object>
  /// The closure that is called when the list changes.
  public var onChange: ((FetchedResultsChange<Object>) -> Void)?
  /// The closure that is called when the selection changes.
  public var onSelection: (() -> Void)?
  /// True if an object is always selected, unless the list is empty.
  public var avoidsEmptySelection = true
  /// The editor of the open edits; nil if there are none.
  public internal(set) var editor: ObjectEditor<Object>?
  var selectedIDs: Set<ObjectID> = []
  let registrar = ObservationRegistrar()

  /// Creates a list of the objects that match a request, without fetching it yet.
  ///
  /// - Parameters:
  ///   - request: The request for the objects and their order.
  ///   - context: The context of the objects.
  ///   - sectionPath: The names of to-one relationships followed by the name of an
  ///     attribute; nil if there are no sections.
  public convenience init(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext, sectionPath: [String]? = nil
  ) {
    self.init(
      FetchedResultsController(request, in: context, sectionPath: sectionPath), in: context)
  }

  /// Creates a list of the objects that match a request, with a section for each value
  /// of a key path.
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

  // MARK: Listed objects

  /// The request for the listed objects, which contains their order.
  public var request: FetchRequest<Object> { results.request }

  /// The listed objects, in order.
  public var objects: FetchedObjects<Object> {
    registrar.access(self, keyPath: \.objects)
    return results.objects
  }

  /// Fetches the list, which is then updated when its objects change.
  ///
  /// - Throws: The error of `FetchedResultsController.performFetch()`.
  public func load() throws {
    try results.performFetch()
    keepSelection(near: 0)
  }

  /// Lists the objects of another request. Selected objects that are still
  /// listed stay selected.
  ///
  /// - Throws: The error of `FetchedResultsController.performFetch()`; in that case,
  ///   the list is unchanged.
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

  /// Lists the objects that satisfy the given condition, which replaces the
  /// previous condition.
  ///
  /// - Throws: The error of `load(_:)`.
  public func filter(by predicate: ObjectPredicate?) throws {
    var request = request
    request.predicate = predicate
    try load(request)
  }

  /// Lists the objects in the given order, which replaces the previous order.
  ///
  /// - Throws: The error of `load(_:)`.
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

/// Observation tracks the objects and the selection.
extension ObjectListController: Observable {}
