/// The plan for turning the tables of one version into those of the next. `MigrationStatements`
/// turns it into SQL.
///
/// As much as possible is kept. A table is altered in place if every column of the new
/// table is an old column, a new column with one value for all rows, or empty.
/// Otherwise a new table is filled from the old one, row by row in SQL, and replaces it
/// (SQLite's procedure, https://sqlite.org/lang_altertable.html).
///
/// 1. Rows keep their keys, so that object IDs and references stay valid.
/// 2. New tables are filled while all old tables are unchanged.
/// 3. Foreign keys are switched off during the migration, and checked before the commit.
///
/// A table altered in place, whose class lost `size` and got `weight`:
///
///     ALTER TABLE ZITEM DROP COLUMN ZSIZE
///     ALTER TABLE ZITEM ADD COLUMN ZWEIGHT FLOAT DEFAULT 1.0
///
/// A table filled anew, whose `size` became a string:
///
///     CREATE TABLE Z__NEW_ZITEM (...)
///     INSERT INTO Z__NEW_ZITEM (Z_PK, Z_ENT, Z_OPT, ZSIZE)
///       SELECT t0.Z_PK, 2, t0.Z_OPT, CAST(t0.ZSIZE AS TEXT)
///       FROM ZITEM AS t0 WHERE t0.Z_ENT = 1
///     DROP TABLE ZITEM
///     ALTER TABLE Z__NEW_ZITEM RENAME TO ZITEM
///
/// `t0` is the old row in all SQL of a plan, `n0` the new one.
final class SchemaMigrationPlan {
  let pairs: ModelCorrespondence
  let inferred: InferredMapping
  let steps: [MigrationDescription.Step]
  let old: StoreMapping
  let new: StoreMapping
  /// The new tables, under the names that they have while they are being filled.
  let interim: StoreMapping
  let schema: ExistingSchema
  /// The last keys in use, by the name of the older entity.
  let lastKeys: [String: Int64]
  /// True if all hierarchies share their keys. The last key is then kept under the first entity.
  let sharesKeys: Bool
  /// True if a mapping model determines how objects are migrated. All tables are then filled anew,
  /// and relationships are set once all objects exist.
  let isRearranged: Bool
  /// The time at which the migration began, which is the value of `now()`.
  let now: ConstantValue
  /// The names of the mappings that policies in Swift code carry out.
  let policyMappings: Set<String>
  private let keyRanges: KeyRanges
  private let mappings: [String: [MappingModel.Entity]]
  private var aliasCount = 0
  private(set) var tables: [TableChange] = []

  init(
    _ step: MigrationPath.Step, schema: ExistingSchema, sharesKeys: Bool, now: ConstantValue,
    policyMappings: Set<String> = []
  ) throws {
    self.policyMappings = policyMappings
    pairs = step.inferred.correspondence
    inferred = step.inferred
    steps = step.steps
    isRearranged = step.mapping != nil
    old = StoreMapping(CompiledModel(layoutOf: step.source), in: schema)
    let model = CompiledModel(layoutOf: step.destination)
    let numbers = StoreMapping.newNumbers(model)
    new = StoreMapping(model, numbers: numbers)
    interim = StoreMapping(model, numbers: numbers, naming: Self.interimName)
    self.schema = schema
    lastKeys = schema.lastKeys(of: old)
    self.sharesKeys = sharesKeys
    self.now = now
    let mapped = inferred.mapping.entities.filter {
      $0.sourceName != nil && $0.destinationName != nil
    }
    mappings = Dictionary(grouping: mapped) { $0.destinationName ?? "" }
    keyRanges = KeyRanges(
      Self.routes(mapped, old.model, model), given: lastKeys, isShared: sharesKeys)
    for root in model.entities where root.depth == 0 { tables.append(try change(of: root)) }
    // References are settled once the form of all tables is known, since whether a reference can be
    // kept depends on the table that it leads to.
    settleReferences()
  }

  private static func routes(
    _ mappings: [MappingModel.Entity], _ old: CompiledModel, _ new: CompiledModel
  ) -> [KeyRanges.Route] {
    mappings.compactMap { mapping in
      guard let source = mapping.sourceName.flatMap(old.entity(named:)),
        let destination = mapping.destinationName.flatMap(new.entity(named:))
      else { return nil }
      return KeyRanges.Route(
        mapping: mapping.name, old: source, oldRootName: old.entities[source.rootIndex].name,
        newRoot: destination.rootIndex)
    }
  }

  /// Returns a number that occurs in no alias in the SQL of the step.
  func nextAlias() -> Int {
    aliasCount += 1
    return aliasCount
  }

  /// Returns the mapping of a newer entity, or the first of several; nil if
  /// there is none.
  func mapping(of entity: CompiledEntity) -> MappingModel.Entity? { mappings[entity.name]?.first }

  /// Returns the value that the mapping of a newer entity gives a property.
  func value(of name: String, in entity: CompiledEntity) -> MappingModel.Property.Value? {
    mapping(of: entity)?.property(named: name)?.value
  }

  /// Returns the old and new rows of a mapping; nil for a mapping that creates no rows from older
  /// rows.
  func source(ofMapping name: String) -> TableChange.Source? {
    sources.first { $0.mapping.name == name }
  }

  /// All mappings of rows, in the order of the mapping model.
  var sources: [TableChange.Source] {
    let all = Dictionary(first: tables.flatMap(\.sources).map { ($0.mapping.name, $0) })
    return inferred.mapping.entities.compactMap { all[$0.name] }
  }

  /// Returns the older entity that a newer entity continues, with its mapping
  /// to the old tables; nil for a new entity.
  func source(of entity: CompiledEntity) -> EntityMapping? {
    pairs.source(of: entity.description).flatMap { old.model.entity(named: $0.name) }
      .map { old.entities[$0.index] }
  }

  /// The older entities that are not continued, whose rows are removed.
  var removedEntities: [EntityMapping] {
    old.entities.filter { pairs.successors(of: $0.entity.description).isEmpty }
  }

  /// Returns the approximate number of an old table's rows, which is the number of keys
  /// used so far.
  func rowCount(_ table: EntityMapping) -> Int {
    let root = old.model.entities[table.entity.rootIndex]
    return Int(clamping: lastKeys[root.name] ?? 0)
  }

  /// Returns the last key of a newer hierarchy; nil if its objects keep their keys.
  func rearrangedLastKey(_ root: CompiledEntity) -> Int64? {
    isRearranged ? keyRanges.lastKeys[sharesKeys ? 0 : root.index] ?? 0 : nil
  }

  /// The assignments of all steps to the objects that they create.
  var assignments: [MigrationDescription.Assignment] {
    steps.flatMap { step -> [MigrationDescription.Assignment] in
      switch step {
      case .map(_, _, let assignments), .insert(_, _, let assignments): assignments
      case .drop, .before, .after, .policy, .optionalPolicy, .mapping: []
      }
    }
  }

  /// The hierarchies in which `find` looks up objects. Their tables are filled anew.
  var searchedRoots: Set<Int> {
    var roots: Set<Int> = []
    for assignment in assignments {
      if case .function("find:", let operands) = assignment.expression,
        case .constant(.string(let name))? = operands.first,
        let target = new.model.entity(named: name)
      {
        roots.insert(target.rootIndex)
      }
    }
    return roots
  }

  /// Returns whether a policy creates the objects of an entity, and may omit
  /// some of them.
  func isLeftToPolicies(_ entity: CompiledEntity) -> Bool {
    !policyMappings.isEmpty
      && sources.contains {
        policyMappings.contains($0.mapping.name) && entity.family.contains($0.new.entity.index)
      }
  }

  /// Returns the names of an entity's to-one relationships that may be empty although
  /// no condition on the older data allows it.
  func emptiedNames(of entity: CompiledEntity) -> Set<String> {
    let others = assignedEnds.filter { $0.destination.entity.family.contains(entity.index) }
    let mapping = mapping(of: entity)
    return Set(
      entity.relationships.filter { relationship in
        // The objects of a new relationship are determined by its other end, which may not lead to
        // all objects.
        let isNew = mapping != nil && mapping?.property(named: relationship.name) == nil
        return relationship.storage == .ownColumn
          && (isLeftToPolicies(new.model.entities[relationship.destinationIndex])
            || isNew && !relationship.description.isOptional)
      }.map(\.name) + others.map(\.inverse.keyPath))
  }

  /// Returns a statement that selects the last key that objects of a hierarchy, or of all
  /// hierarchies if they share their keys, have or had.
  ///
  ///     SELECT max(4, ifnull(max(k), 0)) FROM (SELECT max(Z_PK) AS k FROM Z__NEW_ZITEM)
  func lastKeySelect(rootIndex: Int) -> String {
    let index = sharesKeys ? 0 : rootIndex
    // If a table is altered in place, there are no new rows in addition to the old ones.
    let filled = tables.filter { !$0.isInPlace && (sharesKeys || $0.root.index == index) }
    let keys = filled.map {
      "SELECT max(Z_PK) AS k FROM \(StoreNames.quoted(Self.interimName($0.name)))"
    }
    let last = lastKey(new.entities[index])
    guard !keys.isEmpty else { return "SELECT \(last)" }
    return "SELECT max(\(last), ifnull(max(k), 0)) FROM (\(keys.joined(separator: " UNION ALL ")))"
  }

  /// Returns the last key in use in a hierarchy.
  func lastKey(_ mapping: EntityMapping) -> Int64 {
    if let last = rearrangedLastKey(mapping.entity) {
      return mapping.entity.depth > 0 || sharesKeys && mapping.entity.index > 0 ? 0 : last
    }
    if sharesKeys { return mapping.entity.index == 0 ? lastKeys.values.max() ?? 0 : 0 }
    guard mapping.entity.depth == 0 else { return 0 }
    let roots = mapping.entity.family.compactMap { index in
      source(of: new.model.entities[index]).map { old.model.entities[$0.entity.rootIndex].name }
    }
    return roots.compactMap { lastKeys[$0] }.max() ?? 0
  }

  /// Returns the name that a table has while it is filled.
  static func interimName(_ table: String) -> String { "Z__NEW_" + table }

  /// Returns the SQL of a value, which refers to the old row; nil for a
  /// position, and for NULL.
  func sql(of value: ColumnValue) -> String? {
    switch value {
    case .column(let name): "t0." + StoreNames.quoted(name)
    case .filled(let name, let literal): "ifnull(t0.\(StoreNames.quoted(name)), \(literal))"
    case .constant(let literal): literal
    case .perRow(let sql), .expression(let sql): sql
    case .place, .null: nil
    }
  }

  // MARK: Tables

  private func change(of root: CompiledEntity) throws -> TableChange {
    let layout = new.layouts[root.index]
    var sources: [TableChange.Source] = []
    for index in root.family {
      for mapping in mappings[new.entities[index].entity.name] ?? [] {
        if let source = try source(mapping, new.entities[index], layout) { sources.append(source) }
      }
    }
    let roots = Set(sources.map(\.old.entity.rootIndex))
    let isShared = new.model.entities.contains { other in
      other.rootIndex != root.index
        && source(of: other).map { roots.contains($0.entity.rootIndex) } ?? false
    }
    // A table is altered in place only if all its rows come from one table that no
    // other part of the plan reads, adds to or looks up.
    return TableChange(
      root: root, name: layout.table, columns: layout.columnsInTableOrder,
      sources: sources,
      oldTable: roots.count == 1 && !hasStaleConstraint(root, sources) && !isShared && !isRearranged
        && !insertsInto(root)
        && !searchedRoots.contains(root.index)
        && !sources.contains(where: { policyMappings.contains($0.mapping.name) })
        ? sources.first?.old.table : nil)
  }

  private func source(
    _ mapping: MappingModel.Entity, _ entity: EntityMapping, _ layout: HierarchyLayout
  ) throws -> TableChange.Source? {
    guard let older = mapping.sourceName.flatMap(old.model.entity(named:)) else { return nil }
    let source = old.entities[older.index]
    return TableChange.Source(
      old: source, new: entity, mapping: mapping,
      offset: isRearranged ? keyRanges.offsets[mapping.name] ?? 0 : 0,
      condition: try mapping.predicate.map { try MappingExpression(self, source).condition($0) },
      values: try values(of: entity, from: source, mapping, layout))
  }

  /// Returns whether the old table itself has a constraint that the new version
  /// does not have. SQLite can drop neither the constraint nor its columns.
  private func hasStaleConstraint(_ root: CompiledEntity, _ sources: [TableChange.Source]) -> Bool {
    guard let table = sources.first?.old.table,
      let inner = schema.innerConstraints[table]
    else { return false }
    let wanted = SchemaStatements(mapping: new).allIndexes.filter {
      $0.isUnique && $0.table == new.layouts[root.index].table
    }.map { $0.columns.map(\.name) }
    return inner.contains { !wanted.contains($0) }
  }

  /// The entities of the objects that a migration block creates.
  var insertedEntities: [CompiledEntity] {
    steps.compactMap { step in
      if case .insert(let name, _, _) = step { new.model.entity(named: name) } else { nil }
    }
  }

  /// Returns whether a migration block creates objects of the hierarchy.
  func insertsInto(_ root: CompiledEntity) -> Bool {
    insertedEntities.contains { $0.rootIndex == root.index }
  }

  /// Marks tables to be filled anew if their foreign keys would otherwise lead to the wrong tables.
  private func settleReferences() {
    guard schema.hasForeignKeys else { return }
    let (old, new) = (SchemaStatements(mapping: old), SchemaStatements(mapping: new))
    // Filling a table anew affects the tables that refer to it, so the number of tables is the
    // maximum number of rounds.
    for _ in tables {
      var changed = false
      for (index, table) in tables.enumerated() where table.isInPlace {
        guard !keepsReferences(table, old, new) else { continue }
        tables[index].isRefilled = true
        changed = true
      }
      if !changed { return }
    }
  }

  private func keepsReferences(
    _ table: TableChange, _ old: SchemaStatements, _ new: SchemaStatements
  ) -> Bool {
    guard let source = table.sources.first else { return true }
    let oldRoot = self.old.model.entities[source.old.entity.rootIndex]
    let oldLayout = self.old.layouts[oldRoot.index]
    let newLayout = self.new.layouts[table.root.index]
    return table.columns.filter { $0.kind == .reference }.allSatisfy { column in
      guard case .column(let name)? = table.commonValue(of: column),
        let before = oldLayout.columnsInTableOrder.first(where: { $0.name == name })
      else { return true }
      let target = new.destination(of: column, in: newLayout)
      guard let oldTarget = old.destination(of: before, in: oldLayout) else { return target == nil }
      guard let target, let change = tables.first(where: { $0.root.index == target.index }) else {
        return false
      }
      let oldName = self.old.layouts[oldTarget.index].table
      return change.isInPlace ? change.oldTable == oldName : change.name == oldName
    }
  }
}

/// A table of the new version, and how it is created.
struct TableChange {
  /// The source of the rows of one entity.
  struct Source {
    let old: EntityMapping
    let new: EntityMapping
    let mapping: MappingModel.Entity
    /// The number that is added to the keys.
    let offset: Int64
    /// The condition on the old rows, as SQL that refers to `t0`; nil for all rows.
    let condition: String?
    /// The values of the columns, by column name.
    let values: [String: ColumnValue]

    /// The old rows, as in FROM and WHERE clauses.
    var rows: String {
      "\(old.quotedTable) AS t0 WHERE t0.Z_ENT = \(old.number)"
        + (condition.map { " AND \($0)" } ?? "")
    }

    /// The key of the new row, computed from an old row.
    var key: String { offset == 0 ? "t0.Z_PK" : "t0.Z_PK + \(offset)" }
  }

  let root: CompiledEntity
  let name: String
  let columns: [ColumnMapping]
  let sources: [Source]
  /// The old table; nil unless all rows come from one table and none of its rows move to another.
  let oldTable: String?
  /// True if the table is filled anew although its columns could be kept.
  var isRefilled = false

  /// True if the old table is altered instead of filled anew.
  var isInPlace: Bool {
    guard oldTable != nil, !isRefilled else { return false }
    // Two new columns cannot continue the same old column.
    var taken: Set<String> = []
    return columns.allSatisfy { column in
      switch commonValue(of: column) {
      case .column(let name)?:
        taken.insert(name).inserted && !staysBehind(name, column)
      case .filled(let name, _)?:
        // A unique index would reject the default before duplicates are found, and its error would
        // not name the objects.
        taken.insert(name).inserted && !staysBehind(name, column)
          && !sources.contains { $0.new.entity.uniqueKeyPaths.contains(column.keyPath) }
      case .constant?, .null?, .perRow?, .place?: true
      case .expression?, nil: false
      }
    }
  }

  /// Returns whether rows have values in an old column that no longer belongs
  /// to their entity, because the property moved down to a sibling.
  private func staysBehind(_ name: String, _ column: ColumnMapping) -> Bool {
    sources.contains { source in
      source.values[column.name] == nil && !source.old.entity.description.isAbstract
        && source.old.columns.contains { $0.name == name }
    }
  }

  /// The old columns that the new columns continue.
  var keptColumns: [(old: String, new: String)] {
    columns.compactMap { column in
      commonValue(of: column)?.oldColumn.map { ($0, column.name) }
    }
  }

  /// Returns the value of a column in the rows of all entities that have it; nil if the
  /// values differ.
  func commonValue(of column: ColumnMapping) -> ColumnValue? {
    let values = Set(sources.compactMap { $0.values[column.name] })
    return values.count > 1 ? nil : values.first ?? .null
  }
}

/// The value of a column of a migrated row.
enum ColumnValue: Hashable {
  /// The value of the column with the given name in the old row.
  case column(String)
  /// The value of an old column, or a literal in place of NULL.
  case filled(String, String)
  /// A literal that has the same value for all rows.
  case constant(String)
  /// SQL that returns a different value for every row, and reads no columns.
  case perRow(String)
  /// The position in a relationship that was not ordered before, by the name of the relationship's
  /// column.
  case place(String)
  /// SQL that refers to the old row `t0`.
  case expression(String)
  case null

  /// The old column that is continued, possibly under another name; nil if there is none.
  var oldColumn: String? {
    switch self {
    case .column(let name), .filled(let name, _): name
    case .constant, .perRow, .place, .expression, .null: nil
    }
  }
}
