/// The statements that create the tables of a new store in Core Data's layout.
struct SchemaStatements {
  let mapping: StoreMapping
  /// True if the tables have `REFERENCES` clauses, which SQLite checks. Core
  /// Data leaves these clauses as they are.
  var hasForeignKeys = true
  /// True if each entity has a view. Core Data's own migration of tables fails
  /// if there are views.
  var hasViews = false
  /// True if triggers update derived attributes for Apple's programs.
  var hasTriggers = true

  private var model: CompiledModel { mapping.model }
  private var roots: [CompiledEntity] { model.entities.filter { $0.depth == 0 } }

  /// All statements, in the order in which they are executed.
  var all: [String] {
    roots.map { table(of: $0) } + writingJoins.map { table(of: $0) } + allIndexes.map(\.sql)
      + bookkeeping + (hasViews ? views : [])
      + (hasTriggers ? DerivedTriggers(mapping: mapping).statements : [])
  }

  // MARK: Tables

  /// Returns the statement that creates the table of a hierarchy, under its own
  /// name or under another name.
  func table(of root: CompiledEntity, named other: String? = nil) -> String {
    let layout = mapping.layouts[root.index]
    let columns = layout.columnsInTableOrder.map { column in
      "\(StoreNames.quoted(column.name)) \(column.kind.declaration)"
        + foreignKey(of: column, in: layout)
    }
    let fixed = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    let name = StoreNames.quoted(other ?? layout.table)
    return "CREATE TABLE \(name) (\((fixed + columns).joined(separator: ", ")))"
  }

  /// Returns the foreign key clause of a to-one relationship; empty for
  /// relationships that may dangle.
  func foreignKey(of column: ColumnMapping, in layout: HierarchyLayout) -> String {
    guard let destination = destination(of: column, in: layout) else { return "" }
    let table = StoreNames.quoted(mapping.layouts[destination.index].table)
    // The check is deferred, since a transaction may write rows in any order,
    // and there may be cycles.
    return " REFERENCES \(table) (Z_PK) DEFERRABLE INITIALLY DEFERRED"
  }

  /// Returns the root of the hierarchy that a column's foreign key leads to;
  /// nil if the column has no foreign key.
  func destination(of column: ColumnMapping, in layout: HierarchyLayout) -> CompiledEntity? {
    guard hasForeignKeys, column.kind == .reference,
      let relationship = relationship(of: column, in: layout), relationship.isEnforced(in: model)
    else { return nil }
    return model.entities[model.entities[relationship.destinationIndex].rootIndex]
  }

  private func relationship(
    of column: ColumnMapping, in layout: HierarchyLayout
  ) -> CompiledRelationship? {
    let owner = layout.ownColumns.first { $1.contains { $0.name == column.name } }
    return owner.flatMap { model.entities[$0.key].relationship(column.propertyNumber) }
  }

  /// Returns the statement that creates a table of pairs, under its own name or
  /// under another name.
  func table(of join: JoinMapping, named name: String? = nil) -> String {
    let owner = StoreNames.quoted(join.ownerColumn)
    let member = StoreNames.quoted(join.memberColumn)
    let places = [join.orderColumn, join.inverseOrderColumn].compactMap(\.self)
      .map { "\(StoreNames.quoted($0)) INTEGER, " }.joined()
    return """
      CREATE TABLE \(StoreNames.quoted(name ?? join.table)) (\
      \(owner) INTEGER, \(member) INTEGER, \(places)PRIMARY KEY (\(owner), \(member)))
      """
  }

  /// The tables of pairs, without duplicates, by name.
  private var writingJoins: [JoinMapping] {
    var joins: [String: JoinMapping] = [:]
    for entity in model.entities {
      for relationship in entity.relationships {
        if let join = mapping.join(relationship, of: entity), join.writes, !join.isColumn {
          joins[join.table] = join
        }
      }
    }
    return joins.values.sorted { $0.table < $1.table }
  }

  // MARK: Indexes

  private var indexes: [String] { allIndexes.map(\.sql) }

  /// The indexes, in the order in which they are created.
  var allIndexes: [StoreIndex] {
    roots.flatMap(relationshipIndexes) + joinIndexes
      + model.entities.flatMap(declaredIndexes) + model.entities.flatMap(uniqueIndexes)
  }

  private func relationshipIndexes(of root: CompiledEntity) -> [StoreIndex] {
    let layout = mapping.layouts[root.index]
    let table = layout.table
    let columns = layout.columnsInTableOrder.filter { $0.kind == .reference }.map(\.name)
    return (columns + (root.isHierarchical ? ["Z_ENT"] : [])).map { column in
      StoreIndex(name: "\(table)_\(column)_INDEX", table: table, columns: [.init(column)])
    }
  }

  private var joinIndexes: [StoreIndex] {
    writingJoins.map { join in
      StoreIndex(
        name: "\(join.table)_\(join.memberColumn)_INDEX", table: join.table,
        // The table's primary key finds pairs by owner; this index finds them
        // by member.
        columns: [.init(join.memberColumn), .init(join.ownerColumn)])
    }
  }

  /// Returns the indexes that the model declares, except those of a single
  /// relationship, which already has an index.
  private func declaredIndexes(of entity: CompiledEntity) -> [StoreIndex] {
    let mapping = mapping.mapping(of: entity)
    let single = entity.description.attributes.filter(\.isIndexed).map {
      FetchIndexDescription(name: $0.name, elements: [.init($0.name)])
    }
    let plain = entity.description.indexes.filter { !$0.isFolded }
    return (single + plain).compactMap { description in
      let found = description.elements.compactMap { mapping.column($0.keyPath) }
      guard found.count == description.elements.count, found.map(\.kind) != [.reference] else {
        return nil
      }
      return StoreIndex(
        name: "Z_\(entity.name)_\(description.name)", table: mapping.table,
        columns: zip(found, description.elements).map {
          StoreIndex.Column($0.name, isAscending: $1.isAscending)
        }, isDeclared: true)
    }
  }

  private func uniqueIndexes(of entity: CompiledEntity) -> [StoreIndex] {
    let mapping = mapping.mapping(of: entity)
    return entity.description.allUniquenessConstraints.compactMap { constraint in
      let columns = constraint.keyPaths.compactMap { mapping.column($0)?.name }
      guard columns.count == constraint.keyPaths.count else { return nil }
      let name = "Z_\(entity.name)_UNIQUE_" + constraint.keyPaths.joined(separator: "_")
      return StoreIndex(
        name: name, table: mapping.table, columns: columns.map { .init($0) }, isUnique: true,
        isDeclared: true)
    }
  }

  // MARK: Bookkeeping

  private var bookkeeping: [String] {
    [
      """
      CREATE TABLE Z_PRIMARYKEY \
      (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)
      """,
      """
      CREATE TABLE Z_METADATA \
      (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)
      """,
      ModelCache.creation,
    ]
  }

  // MARK: Views

  /// The statements that create a readable view for each entity, under its own
  /// name.
  var views: [String] {
    // `Bank` and `BANK` are the same name in SQLite.
    let tables = Set(roots.map { mapping.layouts[$0.index].table })
    return mapping.entities
      .filter { !tables.contains($0.entity.name.uppercased()) }
      .map(view)
  }

  private func view(of mapping: EntityMapping) -> String {
    let names = viewNames(mapping)
    let columns = zip(["Z_PK"] + mapping.columns.map(\.name), names).map { column, name in
      "\(StoreNames.quoted(column)) AS \(StoreNames.quoted(name))"
    }
    let condition =
      mapping.entity.isHierarchical ? " WHERE " + self.mapping.familyCondition(mapping.entity) : ""
    return """
      CREATE VIEW \(StoreNames.quoted(mapping.entity.name)) AS \
      SELECT \(columns.joined(separator: ", ")) \
      FROM \(mapping.quotedTable)\(condition)
      """
  }

  /// Returns the column names of a view: `id` for the row's key, and the names
  /// of the properties. A name that would occur twice, such as that of an
  /// attribute `id`, is replaced by the name of the column.
  private func viewNames(_ mapping: EntityMapping) -> [String] {
    let names = mapping.columns.map { $0.keyPath.split(separator: ".").joined(separator: "_") }
    let all = [("id", "Z_PK")] + zip(names, mapping.columns.map(\.name))
    let counts = Dictionary(grouping: all, by: { $0.0.lowercased() })
    return all.enumerated().map { place, pair in
      let isAlone = counts[pair.0.lowercased()]?.count == 1
      return isAlone || (place > 0 && pair.0.lowercased() == "id") ? pair.0 : pair.1
    }
  }
}

extension CompiledRelationship {
  /// Returns whether a reference must lead to a row. This is not required if
  /// deleting the destination leaves the reference unchanged.
  func isEnforced(in model: CompiledModel) -> Bool {
    // Without an inverse, nothing clears the column when its destination is deleted.
    guard let inverse else { return false }
    let destination = model.entities[destinationIndex]
    return destination.relationship(inverse.number)?.deleteRule != .noAction
  }
}
