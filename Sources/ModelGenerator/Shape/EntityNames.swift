/// The names that an entity's generated code uses.
struct EntityNames {
  let className: String
  /// The name of the property that holds the values which the entity itself
  /// declares. It is different in a class and its superclass.
  let storage: String
  /// The number of the entity's ancestors.
  let level: Int
  let superclass: String

  init(_ entity: EntityDescription, in shape: ModelShape) {
    className = shape.className(entity.name)
    level = shape.level(of: entity)
    let parent = level == 0 ? nil : entity.parentName
    superclass = parent.map(shape.className) ?? "ManagedObject"
    storage = shape.storageName(
      level == 0 ? "values" : SwiftName.lowerCamel(bareName: className) + "Values")
  }
}

extension SwiftName {
  /// Returns the lower camel case form of a name, without backticks.
  static func lowerCamel(bareName name: String) -> String {
    lowerCamel(name.filter { $0 != "`" })
  }
}
