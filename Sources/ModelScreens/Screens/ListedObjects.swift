/// The objects on a list screen, independent of their class.
protocol ListedObjects: AnyObject {
  /// The number of listed objects.
  var count: Int { get }
  /// The object at the given index.
  subscript(place: Int) -> ManagedObject { get }
  /// The index of the selected object; nil if no object is selected.
  var selection: Int? { get }
  /// The error that prevented the list from being updated; nil if there is none.
  var failure: (any Error)? { get }
  /// Fetches the list, which is then updated when its objects change.
  func load() throws
  func select(_ place: Int)
  /// Selects an object if the list contains it.
  func select(_ object: ManagedObject)
  /// Changes the order of the list. The selected object stays selected.
  func sort(by keys: [SortKey]) throws
  /// Fetches the list again, unless it is updated automatically.
  func refresh() throws
}

/// A list of the objects of a class, which an `ObjectListController` manages.
final class ControlledObjects<Object: ManagedObject>: ListedObjects {
  private let controller: ObjectListController<Object>

  init(_ request: FetchRequest<Object>, in context: ManagedObjectContext) {
    controller = ObjectListController(request, in: context)
  }

  var count: Int { controller.objects.count }
  subscript(place: Int) -> ManagedObject { controller.objects[place] }
  var selection: Int? { controller.selectedOffset }
  var failure: (any Error)? { controller.results.failure }

  func load() throws { try controller.load() }
  func sort(by keys: [SortKey]) throws { try controller.sort(by: keys) }
  func refresh() throws {}
  func select(_ place: Int) { controller.select(at: place) }
  func select(_ object: ManagedObject) {
    if let object = object as? Object { controller.select(object) }
  }
}

/// A list that keeps only the visible objects in memory, so that it opens
/// immediately even if it is long. It is fetched again after each change.
final class BatchedList: ListedObjects {
  private var order: [SortKey]
  private var found: BatchedObjects?
  private(set) var selection: Int?
  private let fetch: ([SortKey]) throws -> BatchedObjects

  init(_ order: [SortKey], fetch: @escaping ([SortKey]) throws -> BatchedObjects) {
    self.order = order
    self.fetch = fetch
  }

  var count: Int { found?.count ?? 0 }
  var failure: (any Error)? { nil }

  subscript(place: Int) -> ManagedObject {
    guard let found else { preconditionFailure("a list is loaded before it is shown") }
    return found[place]
  }

  func load() throws {
    found = try fetch(order)
    selection = selection.limited(to: count)
  }

  func refresh() throws {
    let kept = selection.map { self[$0].objectID.key }
    let old = selection
    try load()
    selection = (kept.flatMap { found?.place(ofKey: $0) } ?? old).limited(to: count)
  }

  func sort(by keys: [SortKey]) throws {
    order = keys
    try refresh()
  }

  func select(_ place: Int) { selection = place.limited(to: count) }

  func select(_ object: ManagedObject) {
    if let place = found?.place(ofKey: object.objectID.key) { selection = place }
  }
}

/// A list of the objects of a relationship, in the order of the relationship.
final class RelatedList: ListedObjects {
  private var objects: [ManagedObject] = []
  private(set) var selection: Int?
  private let related: () -> [ManagedObject]

  init(_ related: @escaping () -> [ManagedObject]) { self.related = related }

  var count: Int { objects.count }
  var failure: (any Error)? { nil }

  subscript(place: Int) -> ManagedObject { objects[place] }

  func load() throws {
    objects = related()
    selection = selection.limited(to: count)
  }

  func refresh() throws { try load() }
  func sort(by keys: [SortKey]) throws {}
  func select(_ place: Int) { selection = place.limited(to: count) }
  func select(_ object: ManagedObject) { selection = objects.firstIndex(of: object) ?? selection }
}
