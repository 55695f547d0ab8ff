/// The screens of all entities in an application.
public struct ScreenCatalog: Sendable {
  /// The application's name.
  public var title: String
  /// The screens of each entity, in order. The application begins with the list
  /// of the first entity.
  public private(set) var entities: [EntityScreens]
  /// The question that a session asks without an action of the user; nil if there is
  /// none.
  public var alert: ScreenAlert?

  /// True if the application cannot change any objects.
  public var isReadOnly = false
  /// True if a session begins with a list of the entities and the numbers of
  /// their objects.
  public var beginsWithEntities = false

  /// Creates a catalogue. The list of the first entity is shown first.
  public init(title: String, entities: [EntityScreens]) {
    self.title = title
    let known = Dictionary(entities.map { ($0.entityName, $0) }) { first, _ in first }
    self.entities = entities.map { screens in
      let lineage = sequence(first: screens) { $0.parentName.flatMap { known[$0] } }
      var screens = screens
      screens.properties = lineage.prefix(64).flatMap(\.entity.properties)
      return screens
    }
  }

  /// The screens of the given entity, which can be replaced; nil if the entity has no
  /// screens.
  public subscript(_ entityName: String) -> EntityScreens? {
    get { entities.first { $0.entityName == entityName } }
    set {
      guard let newValue else {
        entities.removeAll { $0.entityName == entityName }
        return
      }
      if let place = entities.firstIndex(where: { $0.entityName == entityName }) {
        entities[place] = newValue
      } else {
        entities.append(newValue)
      }
    }
  }

  /// Changes the screens of an entity with a closure. Does nothing if the
  /// catalogue has no screens for the entity.
  public mutating func change(_ entityName: String, _ body: (inout EntityScreens) -> Void) {
    guard var screens = self[entityName] else { return }
    body(&screens)
    self[entityName] = screens
  }

  /// Returns the screens of the entities whose objects can be added to a list
  /// of the given entity. These are the entity itself and its subentities,
  /// except abstract entities.
  func concrete(_ entityName: String) -> [EntityScreens] {
    var found: [EntityScreens] = []
    var names = [entityName]
    while let name = names.popLast() {
      if let screens = self[name], !screens.isAbstract { found.append(screens) }
      names += entities.filter { $0.parentName == name && name != $0.entityName }
        .map(\.entityName).reversed()
    }
    return found
  }
}
