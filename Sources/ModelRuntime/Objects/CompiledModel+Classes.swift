extension CompiledModel {
  /// Compiles a model with its classes; the `entityDescription` of each class names its
  /// entity.
  ///
  /// Objects of entities without a class are `DynamicObject`s.
  ///
  /// - Parameters:
  ///   - description: The model.
  ///   - classes: The classes, in any order.
  ///   - released: The older versions, which are created when an older store is opened.
  /// - Precondition: Every entity to which a class's properties refer also has a class.
  public convenience init(
    _ description: ManagedObjectModel, classes: [ManagedObject.Type] = [],
    released: @autoclosure @escaping @Sendable () -> [ManagedObjectModel] = []
  ) {
    let byName = Dictionary(
      classes.map { ($0.entityDescription.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(description, released: released, typeOf: { byName[$0] })
  }

  /// Compiles a model with its classes and the hooks in their extensions, given as the
  /// `Hooks` type of each class.
  ///
  /// - Parameters:
  ///   - description: The model.
  ///   - hooks: The `Hooks` of the classes, in any order.
  ///   - released: The older versions, which are created when an older store is opened.
  public convenience init(
    _ description: ManagedObjectModel, hooks: [any ObjectHooks.Type],
    released: @autoclosure @escaping @Sendable () -> [ManagedObjectModel] = []
  ) {
    let byName = Dictionary(
      hooks.map { ($0.objectType.entityDescription.name, $0) },
      uniquingKeysWith: { first, _ in first })
    self.init(
      description, hooks: byName, released: released, typeOf: { byName[$0]?.objectType })
  }

  /// Compiles a model that was loaded from files, together with its older versions; its
  /// objects are `DynamicObject`s.
  public convenience init(versions: ModelVersions) {
    self.init(versions.current, released: { versions.released }, typeOf: { _ in nil })
  }

  private convenience init(
    _ description: ManagedObjectModel, hooks: [String: any ObjectHooks.Type] = [:],
    released: @escaping @Sendable () -> [ManagedObjectModel],
    typeOf: (_ entityName: String) -> ManagedObject.Type?
  ) {
    self.init(description, released: released) { lineage, properties in
      EntityClass(
        lineage.last.flatMap { typeOf($0.name) } ?? DynamicObject.self,
        hooks: lineage.compactMap { hooks[$0.name] }, properties: properties, in: description)
    }
  }

  /// Returns the entity of a class; nil if the model does not contain the class.
  func entity(of type: ManagedObject.Type) -> CompiledEntity? {
    entityIndex(ofClass: ObjectIdentifier(type)).map { entities[$0] }
  }
}

extension ObjectHooks {
  /// The class that the hooks belong to.
  fileprivate static var objectType: ManagedObject.Type { Object.self }
}
