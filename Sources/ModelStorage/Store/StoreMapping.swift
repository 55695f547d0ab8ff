/// The mapping of a model to a store: tables, columns, tables of pairs.
///
/// A mapping is created once for an opened store, and never changes.
///
/// 1. The entities have the numbers that the store assigns, regardless of their
///    order in the model; a new store numbers them in that order.
/// 2. In an existing store, tables and columns are looked up, not computed,
///    since other programs number duplicate names in different ways.
/// 3. A table of pairs is found for every entity that has the relationship, not only
///    for the one that declares it.
package final class StoreMapping: Sendable {
  package let model: CompiledModel
  /// The entities' tables, by entity index.
  package let entities: [EntityMapping]
  /// The schema names of the stores on a connection.
  let schemas: [String]
  /// The columns of each table, by the root's entity index.
  let layouts: [HierarchyLayout]
  let fullTextIndexes: [FullTextIndex]
  /// The indexes of the columns whose folded text is stored.
  let foldedIndexes: [FoldedIndex]
  /// The columns that contain the entity numbers of destinations.
  let entityColumns: [EntityColumn]
  private let joins: [JoinNaming.Key: JoinMapping]

  /// Creates the layout of a model in a store.
  ///
  /// - Parameter numbers: The entities' numbers in the store, by name.
  /// - Parameter tables: The schema of an existing store, in which tables and
  ///   columns are looked up; nil for a new store.
  /// - Parameter naming: A closure that returns another name for a table.
  convenience init(
    _ model: CompiledModel, numbers: [String: Int64], tables: StoreTables? = nil,
    naming: (String) -> String = { $0 }
  ) {
    var layouts = HierarchyLayout.all(of: model, tables)
    let numbers = Self.numbers(numbers, of: model)
    let entities = Self.entities(model, layouts, numbers: numbers)
    let joins = JoinNaming(model: model, entities: entities, tables: tables).mappings()
    let columns = EntityColumn.all(of: entities, in: model, tables)
    for root in model.entities where root.depth == 0 {
      layouts[root.index].addExtraColumns(joins, columns, model, tables)
    }
    self.init(
      model, entities: entities.map { $0.named(naming) }, layouts: layouts,
      fullTextIndexes: FullTextIndex.all(of: entities),
      foldedIndexes: FoldedIndex.all(of: entities), entityColumns: columns,
      joins: joins.mapValues { $0.named(naming) }, schemas: ["main"])
  }

  private init(
    _ model: CompiledModel, entities: [EntityMapping], layouts: [HierarchyLayout],
    fullTextIndexes: [FullTextIndex], foldedIndexes: [FoldedIndex], entityColumns: [EntityColumn],
    joins: [JoinNaming.Key: JoinMapping], schemas: [String]
  ) {
    self.model = model
    self.entities = entities
    self.layouts = layouts
    self.fullTextIndexes = fullTextIndexes
    self.foldedIndexes = foldedIndexes
    self.entityColumns = entityColumns
    self.schemas = schemas
    // An inherited relationship is stored in the same way as in the entity that
    // declares it.
    var all = joins
    for entity in model.entities {
      for relationship in entity.relationships where relationship.storage == .joinTable {
        let declarer = entity.lineage[entity.properties[relationship.number].depth]
        let number = relationship.number
        all[.init(entityIndex: entity.index, number: number)] =
          joins[.init(entityIndex: declarer, number: number)]
      }
    }
    self.joins = all
  }

  /// Returns the condition in SQL that a row belongs to an entity or one of its
  /// subentities.
  package func familyCondition(_ entity: CompiledEntity) -> String {
    "Z_ENT IN (\(entity.family.map { String(entities[$0].number) }.joined(separator: ", ")))"
  }

  private static func entities(
    _ model: CompiledModel, _ layouts: [HierarchyLayout], numbers: [Int64]
  ) -> [EntityMapping] {
    model.entities.map { entity in
      layouts[entity.rootIndex].mapping(
        of: entity, number: numbers[entity.index], schema: nil, in: model)
    }
  }

  /// Creates the layout of a model whose entities are in several stores; the first
  /// store is the main database of a connection.
  convenience init(_ model: CompiledModel, joining mappings: [StoreMapping]) {
    var layouts = HierarchyLayout.all(of: model)
    var entities: [EntityMapping?] = Array(repeating: nil, count: model.entities.count)
    var joins: [JoinNaming.Key: JoinMapping] = [:]
    var columns: [EntityColumn] = []
    var folded: [FoldedIndex] = []
    var fullText: [FullTextIndex] = []
    for (place, mapping) in mappings.enumerated() {
      let schema = StoreNames.schema(place)
      columns += mapping.entityColumns.map { $0.in(schema) }
      folded += mapping.foldedIndexes.map { $0.in(schema) }
      fullText += mapping.fullTextIndexes.map { $0.in(schema) }
      for part in mapping.entities {
        guard let entity = model.entity(named: part.entity.name) else { continue }
        layouts[entity.index] = mapping.layouts[part.entity.index].of(entity)
        entities[entity.index] = layouts[entity.rootIndex].mapping(
          of: entity, number: part.number, schema: schema, in: model)
        for relationship in part.entity.relationships {
          joins[.init(entityIndex: entity.index, number: relationship.number)] =
            mapping.join(relationship, of: part.entity)?.in(schema)
        }
      }
    }
    let numbers = Self.numbers([:], of: model)
    let others = Self.entities(model, layouts, numbers: numbers)
    self.init(
      model, entities: zip(entities, others).map { $0 ?? $1 }, layouts: layouts,
      fullTextIndexes: fullText, foldedIndexes: folded, entityColumns: columns, joins: joins,
      schemas: mappings.indices.map { StoreNames.schema($0) })
  }

  /// Returns the entities' numbers, by index.
  ///
  /// If a lightweight migration of Core Data renames an entity, the old name
  /// remains in `Z_PRIMARYKEY`: such a row is found by the renaming identifier,
  /// or because it is the only row left.
  private static func numbers(_ known: [String: Int64], of model: CompiledModel) -> [Int64] {
    var left = known.filter { model.entity(named: $0.key) == nil }
    var numbers = model.entities.map { entity in
      known[entity.name]
        ?? entity.description.renamingIdentifier.flatMap { left.removeValue(forKey: $0) }
    }
    let missing = numbers.indices.filter { numbers[$0] == nil }
    if missing.count == 1, left.count == 1, let number = left.first?.value {
      numbers[missing[0]] = number
    }
    return numbers.enumerated().map { $1 ?? Int64($0 + 1) }
  }

  /// Returns the table of pairs of a relationship; nil if the relationship has
  /// none.
  package func join(_ relationship: CompiledRelationship, of entity: CompiledEntity) -> JoinMapping?
  {
    joins[JoinNaming.Key(entityIndex: entity.index, number: relationship.number)]
  }

  /// Returns the statement that sets the position of a member of an ordered
  /// one-to-many relationship; nil for other relationships. Its parameters are
  /// position and member.
  func placeUpdate(_ relationship: CompiledRelationship) -> String? {
    let destination = entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse, let order = destination.orderColumn(inverse)
    else { return nil }
    return "UPDATE \(destination.quotedTable) SET \(order) = ? WHERE Z_PK = ?"
  }

  /// Returns the full-text index of an entity, or of an entity that it inherits
  /// from; nil if there is none with the given name.
  package func fullTextIndex(_ name: String, of entity: CompiledEntity) -> FullTextIndex? {
    fullTextIndexes.first {
      $0.description.name == name && entity.lineageNames.contains($0.entityName)
    }
  }

  /// Returns the index of a column's folded text; nil if the model declares
  /// none.
  package func foldedIndex(of column: ColumnMapping, in table: EntityMapping) -> FoldedIndex? {
    foldedIndexes.first { $0.column == column.name && $0.table == table.table }
  }

  @inlinable package func mapping(of entity: CompiledEntity) -> EntityMapping {
    entities[entity.index]
  }

  /// Returns the numbers of a model's entities in a new store, by name.
  static func newNumbers(_ model: CompiledModel) -> [String: Int64] {
    Dictionary(first: model.entities.map { ($0.name, Int64($0.index + 1)) })
  }
}
