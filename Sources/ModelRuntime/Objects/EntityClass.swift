/// The class of an entity's objects, its hooks, and the ways in which its properties are read by
/// name.
final class EntityClass: ObjectClass {
  /// The generated class, or `DynamicObject` for an entity without a class.
  let type: ManagedObject.Type
  /// The places where objects without a class keep their values.
  let dynamicLayout: DynamicLayout
  // Making casts and key paths took half of the time of opening a store, for entities
  // most of which a process never uses.
  fileprivate let bindings: Lazy<EntityBindings>
  fileprivate let hooks: Lazy<CompiledHooks?>
  private let hookTypes: [any ObjectHooks.Type]

  /// The class of the entities of a model that is only used to lay out a store.
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
  /// The class that the runtime has given to the model.
  private var known: EntityClass {
    objectClass.map { unsafeDowncast($0, to: EntityClass.self) } ?? .unknown
  }

  /// The generated class, or `DynamicObject` for an entity without a class.
  var type: ManagedObject.Type { known.type }
  /// The places where objects without a class keep their values.
  var dynamicLayout: DynamicLayout { known.dynamicLayout }
  /// The properties as key paths, by number; nil if the class has none.
  var bindings: [PropertyBinding?] { known.bindings.value.all }
  /// The closures that read attributes as constants, by name; conditions in memory use
  /// them for one value after another.
  var readers: [String: @Sendable (ManagedObject) -> ConstantValue] {
    known.bindings.value.readers
  }
  /// The hooks that extensions of the class and its parents add; nil without hooks. A
  /// batch of objects keeps them: `FaultBatch.hooks`.
  var hooks: CompiledHooks? { known.hooks.value }
}

/// The bindings of an entity's properties.
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
