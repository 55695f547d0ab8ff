internal import ModelSQLite
internal import ModelSchema

/// Where a store keeps the objects of a model: tables, columns, tables of pairs.
///
/// It is made once for an opened store and never changes.
package final class StoreMapping: Sendable {
  package let model: CompiledModel
  /// The entities' tables, by entity index.
  package let entities: [EntityMapping]
  /// The names by which a connection knows the stores.
  let schemas: [String]
  private let joins: [JoinKey: JoinMapping]

  private struct JoinKey: Hashable {
    let entityIndex: Int
    let number: Int
  }

  /// Lays a model out.
  ///
  /// - Parameter numbers: The entities' numbers in the store, by name.
  /// - Parameter schemas: The names by which connections know the entities'
  ///   stores, by entity; none where there is one store.
  /// - Parameter naming: What the tables are called instead of their names.
  init(
    _ model: CompiledModel, numbers: [String: Int64], schemas: [String: String] = [:],
    naming: (String) -> String = { $0 }
  ) {
    self.model = model
    let layouts = HierarchyLayout.all(of: model)
    entities = model.entities.map { entity in
      layouts[entity.rootIndex].mapping(
        of: entity, number: numbers[entity.name] ?? Int64(entity.index + 1),
        schema: schemas[entity.name], in: model
      ).named(naming)
    }
    var joins: [JoinKey: JoinMapping] = [:]
    for entity in model.entities {
      for relationship in entity.relationships where relationship.storage == .joinTable {
        joins[JoinKey(entityIndex: entity.index, number: relationship.number)] =
          JoinNaming(model: model, numbers: entities.map(\.number))
          .mapping(of: relationship, source: entity).in(schemas[entity.name]).named(naming)
      }
    }
    self.joins = joins
    self.schemas = schemas.isEmpty ? ["main"] : Set(schemas.values).sorted()
  }

  /// Lays out a model whose entities are in several stores, the first of which
  /// is a connection's own.
  convenience init(_ model: CompiledModel, joining mappings: [StoreMapping]) {
    var numbers: [String: Int64] = [:]
    var schemas: [String: String] = [:]
    for (index, mapping) in mappings.enumerated() {
      for entity in mapping.entities {
        numbers[entity.entity.name] = entity.number
        schemas[entity.entity.name] = StoreNames.schema(index)
      }
    }
    self.init(model, numbers: numbers, schemas: schemas)
  }

  /// The table of pairs of a relationship, or nil where it has none.
  package func join(_ relationship: CompiledRelationship, of entity: CompiledEntity) -> JoinMapping?
  {
    joins[JoinKey(entityIndex: entity.index, number: relationship.number)]
  }

  /// Sets the place of a member of an ordered one-to-many relationship: place,
  /// member.
  func placeUpdate(_ relationship: CompiledRelationship) -> String? {
    let destination = entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse, let order = destination.orderColumn(inverse.number)
    else { return nil }
    return "UPDATE \(destination.quotedTable) SET \(order) = ? WHERE Z_PK = ?"
  }

  /// The mapping of an entity.
  func mapping(of entity: CompiledEntity) -> EntityMapping { entities[entity.index] }

  /// The numbers that the entities of a model have in a new store, by name.
  static func newNumbers(_ model: CompiledModel) -> [String: Int64] {
    Dictionary(
      model.entities.map { ($0.name, Int64($0.index + 1)) }, uniquingKeysWith: { one, _ in one })
  }
}
