/// The names that an entity's generated code uses.
struct EntityNames {
  let className: String
  /// The property that holds the entity's own values. In a subclass, its name differs
  /// from the one in the superclass.
  let storage: String
  /// The number of parents.
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
  /// Returns the lower camel case form of a name that may be in backticks.
  static func lowerCamel(bareName name: String) -> String {
    lowerCamel(name.filter { $0 != "`" })
  }
}
