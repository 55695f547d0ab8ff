internal import ModelRuntime

/// The objects of a list, of whatever class: what a list screen asks of the
/// object list controller behind it.
protocol ListedObjects: AnyObject {
  /// The number of listed objects.
  var count: Int { get }
  /// The object at a place.
  subscript(place: Int) -> ManagedObject { get }
  /// The place of the chosen object; nil where none is.
  var selection: Int? { get }
  /// The error that kept the list from following its data; nil for none.
  var failure: (any Error)? { get }
  /// Fetches the list, which follows its data from then on.
  func load() throws
  /// Chooses the object at a place.
  func select(_ place: Int)
  /// Chooses an object, if it is listed.
  func select(_ object: ManagedObject)
  /// Lists in another order; what is chosen stays chosen.
  func sort(by keys: [SortKey]) throws
}

/// The objects of a class.
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
  func select(_ place: Int) { controller.select(at: place) }
  func select(_ object: ManagedObject) {
    if let object = object as? Object { controller.select(object) }
  }
}
