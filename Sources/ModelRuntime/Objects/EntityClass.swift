/// The class of an entity's objects, its hooks, and the functions that read its
/// properties by name.
final class EntityClass: ObjectClass {
  /// The generated class, or `DynamicObject` for an entity without a class.
  let type: ManagedObject.Type
  /// The storage layout of objects without a class.
  let dynamicLayout: DynamicLayout
  // Creating casts and key paths took half of the time for opening a store, although a
  // process never uses most of the entities.
  fileprivate let bindings: Lazy<EntityBindings>
  fileprivate let hooks: Lazy<CompiledHooks?>
  private let hookTypes: [any ObjectHooks.Type]

  /// The class of all entities in a model that is used only for the layout of a
  /// store.
  fileprivate static let unknown = EntityClass(
    ManagedObject.self, hooks: [], properties: [], in: ManagedObjectModel(name: ""))

  init(
    _ type: ManagedObject.Type, hooks: [any ObjectHooks.Type], properties: [CompiledProperty],
    in model: ManagedObjectModel
  ) {
    self.type = type
    let layout = type == DynamicObject.self ? DynamicLayout(properties, in: model) : nil
    dynamicLayout = layout ?? .none
    bindings = Lazy { EntityBindings(properties, of: type, layout) }
    self.hooks = Lazy { CompiledHooks(hooks) }
    hookTypes = hooks
  }

  var identifier: ObjectIdentifier? { type == DynamicObject.self ? nil : ObjectIdentifier(type) }

  /// True if an extension of the class or of a parent has a hook for fetched objects.
  var hasFetchHooks: Bool { hookTypes.contains { $0 is any AwakeFromFetchHook.Type } }
}

extension CompiledEntity {
  /// The class that the runtime has assigned to the model.
  private var known: EntityClass {
    objectClass.map { unsafeDowncast($0, to: EntityClass.self) } ?? .unknown
  }

  /// The generated class, or `DynamicObject` for an entity without a class.
  var type: ManagedObject.Type { known.type }
  /// The storage layout of objects without a class.
  var dynamicLayout: DynamicLayout { known.dynamicLayout }
  /// The bindings of the properties, by property number; nil for a property
  /// without a binding.
  var bindings: [PropertyBinding?] { known.bindings.value.all }
  /// The closures that read attributes as constants, by the name of the
  /// attribute. Conditions that are evaluated in memory call them for each
  /// object.
  var readers: [String: @Sendable (ManagedObject) -> ConstantValue] {
    known.bindings.value.readers
  }
  /// The hooks that are added by extensions of the class and its parents; nil if there
  /// are none. They are cached in `FaultBatch.hooks` for each batch of objects.
  var hooks: CompiledHooks? { known.hooks.value }
}

/// The property bindings of an entity, and the functions that read its
/// attributes by name.
private struct EntityBindings: Sendable {
  let all: [PropertyBinding?]
  let readers: [String: @Sendable (ManagedObject) -> ConstantValue]

  init(_ properties: [CompiledProperty], of type: ManagedObject.Type, _ layout: DynamicLayout?) {
    let known = Dictionary(
      layout == nil ? type.bindings.map { ($0.number, $0) } : [],
      uniquingKeysWith: { first, _ in first })
    let all =
      layout.map { PropertyBinding.dynamic(properties, $0) } ?? properties.map { known[$0.number] }
    self.all = all
    readers = properties.reduce(into: [:]) { readers, property in
      guard property.description.attribute != nil else { return }
      readers[property.name] = all[property.number]?.constant
    }
  }
}
