/// A model together with the classes of its entities, ready to be opened as a
/// store. Names are resolved to numbers once.
///
/// Generated code contains one for each model, such as `CompiledModel.bank`.
public final class CompiledModel: Sendable {
  /// The model from which this value was compiled.
  public let description: ManagedObjectModel
  /// The entities in the order in which a store numbers them.
  package let entities: [CompiledEntity]
  /// The fingerprint that a store compares with its metadata.
  let fingerprint: ModelFingerprint
  private let releasedModels: @Sendable () -> [ManagedObjectModel]
  /// The derived attributes of all entities.
  package let derivations: [CompiledDerivation]
  private let indexes: [String: Int]
  @usableFromInline let classIndexes: ClassTable

  /// A function that finds the class of an entity, given its lineage, from the
  /// root down to the entity itself, and its properties.
  package typealias ClassFinder = (
    _ lineage: [EntityDescription], _ properties: [CompiledProperty]
  ) -> (any ObjectClass)?

  package init(
    _ description: ManagedObjectModel, released: @escaping @Sendable () -> [ManagedObjectModel],
    classOf: ClassFinder
  ) {
    self.description = description
    fingerprint = ModelFingerprint(description)
    releasedModels = released
    let ordered = description.entitiesInStoreOrder
    let indexes = Dictionary(first: ordered.enumerated().map { ($1.name, $0) })
    entities = ordered.enumerated().map { index, entity in
      CompiledEntity(
        entity, index: index, model: description, indexes: indexes, classOf: classOf)
    }
    let all = entities
    // All entities are needed, since a derivation may lead through several.
    derivations = all.flatMap { CompiledDerivation.all(of: $0, in: all) }
    self.indexes = indexes
    classIndexes = ClassTable(
      entities.compactMap { entity in
        entity.objectClass?.identifier.map { ($0, entity.index) }
      })
  }

  /// Creates a model without classes, for the layout of a store in which no
  /// objects are created.
  package convenience init(layoutOf description: ManagedObjectModel) {
    self.init(description, released: { [] }, classOf: { _, _ in nil })
  }

  /// All versions that the program contains, including the current one.
  public var versions: ModelVersions {
    ModelVersions(current: description, released: releasedModels())
  }

  /// Creates a part of a model, for a store that contains some of the entities.
  convenience init(_ model: CompiledModel, entities names: Set<String>) {
    var part = model.description
    part.entities = part.entities.filter { names.contains($0.name) }
    part.configurations = []
    part.keepMigrations(of: names)
    let whole = model.description
    self.init(
      part,
      released: {
        let released = model.versions.released
        return released.map {
          $0.part(continuedIn: names, of: whole, through: released.between($0, whole))
        }
      },
      classOf: { lineage, _ in lineage.last.flatMap { model.entity(named: $0.name)?.objectClass } })
  }

  package func entity(named name: String) -> CompiledEntity? {
    indexes[name].map { entities[$0] }
  }

  /// Returns the index of the entity of a class; nil for a class of another
  /// model.
  ///
  /// The function is inlined, because it is called for every new object.
  @inlinable package func entityIndex(ofClass type: ObjectIdentifier) -> Int? {
    classIndexes[type]
  }
}

extension ManagedObjectModel {
  /// Returns the entities of an older version that are continued in a part of a newer
  /// version.
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

  /// Removes migration steps that create objects of entities in another store.
  fileprivate mutating func keepMigrations(of names: Set<String>) {
    for index in migrations.indices {
      migrations[index].steps.removeAll { step in
        switch step {
        case .map(_, let name, _), .insert(let name, _, _), .policy(let name),
          .optionalPolicy(let name):
          !names.contains(name)
        case .mapping(let mapping):
          // Steps that drop data create no objects, and only the older part of
          // the model contains the entity whose data they drop.
          mapping.destinationName.map { !names.contains($0) } ?? false
        case .drop, .before, .after: false
        }
      }
    }
  }
}
