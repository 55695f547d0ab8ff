internal import Foundation
public import ModelSchema

/// A model together with the classes of its entities, ready to be opened as a
/// store: names are resolved to numbers once, here.
///
/// Generated code has one for each model, such as `CompiledModel.bank`.
public final class CompiledModel: Sendable {
  /// The model as it was written.
  public let description: ManagedObjectModel
  /// The entities in the order in which a store numbers them.
  package let entities: [CompiledEntity]
  /// The fingerprint that a store compares with its metadata.
  let fingerprint: ModelFingerprint
  private let releasedModels: @Sendable () -> [ManagedObjectModel]
  /// The derived attributes of all entities.
  let derivations: [CompiledDerivation]
  private let indexes: [String: Int]
  private let classIndexes: ClassTable

  /// Joins a model and its classes, as each class's `entityDescription` names
  /// its entity.
  ///
  /// Objects of entities without a class are `DynamicObject`s.
  ///
  /// - Parameters:
  ///   - description: The model.
  ///   - classes: The classes, in any order.
  ///   - released: The older versions, made when an older store is opened.
  /// - Precondition: What a class names in its properties has a class too.
  public convenience init(
    _ description: ManagedObjectModel, classes: [ManagedObject.Type] = [],
    released: @autoclosure @escaping @Sendable () -> [ManagedObjectModel] = []
  ) {
    let byName = Dictionary(
      classes.map { ($0.entityDescription.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(description, hooks: [:], released: released, classOf: { byName[$0] })
  }

  /// Joins a model, its classes, and what extensions want to be called for:
  /// one `Hooks` of each class.
  ///
  /// - Parameters:
  ///   - description: The model.
  ///   - hooks: The `Hooks` of the classes, in any order.
  ///   - released: The older versions, made when an older store is opened.
  public convenience init(
    _ description: ManagedObjectModel, hooks: [any ObjectHooks.Type],
    released: @autoclosure @escaping @Sendable () -> [ManagedObjectModel] = []
  ) {
    let byName = Dictionary(
      hooks.map { ($0.objectType.entityDescription.name, $0) },
      uniquingKeysWith: { first, _ in first })
    self.init(
      description, hooks: byName, released: released, classOf: { byName[$0]?.objectType })
  }

  private init(
    _ description: ManagedObjectModel, hooks: [String: any ObjectHooks.Type],
    released: @escaping @Sendable () -> [ManagedObjectModel],
    classOf: (_ entityName: String) -> ManagedObject.Type?
  ) {
    self.description = description
    fingerprint = ModelFingerprint(description)
    releasedModels = released
    let ordered = description.entitiesInStoreOrder
    let indexes = Dictionary(
      ordered.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    entities = ordered.enumerated().map { index, entity in
      let type = classOf(entity.name) ?? DynamicObject.self
      return CompiledEntity(
        entity, index: index, type: type, hooks: hooks, model: description,
        indexes: indexes)
    }
    let all = entities
    // With all entities at hand, since a derivation may lead through several.
    derivations = all.flatMap { CompiledDerivation.all(of: $0, in: all) }
    self.indexes = indexes
    classIndexes = ClassTable(
      entities.filter { $0.type != DynamicObject.self }
        .map { (ObjectIdentifier($0.type), $0.index) })
  }

  /// A model without classes, by which a store is laid out and no object made.
  package convenience init(layoutOf description: ManagedObjectModel) {
    self.init(
      description, hooks: [:], released: { [] }, classOf: { _ in ManagedObject.self })
  }

  /// A model that was loaded from files, with its older versions; its objects
  /// are `DynamicObject`s.
  public convenience init(versions: ModelVersions) {
    self.init(
      versions.current, hooks: [:], released: { versions.released }, classOf: { _ in nil })
  }

  /// All versions that the program knows, the current one among them.
  public var versions: ModelVersions {
    ModelVersions(current: description, released: releasedModels())
  }

  /// A part of a model, by which one store of several is opened.
  convenience init(_ model: CompiledModel, entities names: Set<String>) {
    var part = model.description
    part.entities = part.entities.filter { names.contains($0.name) }
    part.configurations = []
    part.keepMigrations(of: names)
    let whole = model.description
    self.init(
      part, hooks: [:],
      released: {
        let released = model.versions.released
        return released.map {
          $0.part(continuedIn: names, of: whole, through: released.between($0, whole))
        }
      },
      classOf: { model.entity(named: $0)?.type })
  }

  /// The entity of a name, or nil.
  func entity(named name: String) -> CompiledEntity? {
    indexes[name].map { entities[$0] }
  }

  /// The entity of a class, or nil.
  func entity(of type: ManagedObject.Type) -> CompiledEntity? {
    entity(ofClass: ObjectIdentifier(type))
  }

  /// The entity of a class; nil for one of another model.
  func entity(ofClass type: ObjectIdentifier) -> CompiledEntity? {
    classIndexes[type].map { entities[$0] }
  }
}

extension ManagedObjectModel {
  /// The entities of an older version that live on in a part of a newer one.
  fileprivate func part(
    continuedIn names: Set<String>, of newer: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) -> ManagedObjectModel {
    let pairs = ModelCorrespondence(from: self, to: newer, through: versions)
    var part = self
    part.entities = entities.filter { entity in
      pairs.successors(of: entity).contains { names.contains($0.name) }
    }
    part.configurations = []
    part.keepMigrations(of: Set(part.entities.map(\.name)))
    return part
  }

  /// Leaves steps out that make objects of entities which another store holds.
  fileprivate mutating func keepMigrations(of names: Set<String>) {
    for index in migrations.indices {
      migrations[index].steps.removeAll { step in
        switch step {
        case .map(_, let name, _), .insert(let name, _, _), .policy(let name):
          !names.contains(name)
        case .mapping(let mapping):
          // What is dropped makes no objects; whose they were, only the older part knows.
          mapping.destinationName.map { !names.contains($0) } ?? false
        case .drop, .before, .after: false
        }
      }
    }
  }
}

extension ObjectHooks {
  /// The class that the hooks are of.
  fileprivate static var objectType: ManagedObject.Type { Object.self }
}
