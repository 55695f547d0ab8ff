/// How the tables of one version become those of the next; `MigrationStatements` say it in SQL.
///
/// What can stay stays: a table is altered in place where every column of the
/// new one is an old column, a new one with one value for all rows, or empty.
/// Else it is filled anew from the old one, row by row in SQL, and takes its
/// place (SQLite's procedure, https://sqlite.org/lang_altertable.html).
///
/// 1. Rows keep their keys, so that object IDs and references stay valid.
/// 2. New tables are filled while all old ones are still as they were.
/// 3. Foreign keys are off meanwhile and checked before the commit.
///
/// In place, a table whose class lost `size` and got `weight`:
///
///     ALTER TABLE ZITEM DROP COLUMN ZSIZE
///     ALTER TABLE ZITEM ADD COLUMN ZWEIGHT FLOAT DEFAULT 1.0
///
/// Anew, one whose `size` became a text:
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
  /// The new tables under the names by which they are filled.
  let interim: StoreMapping
  let schema: ExistingSchema
  /// The last keys that were given out, by older entity.
  let lastKeys: [String: Int64]
  /// A Boolean value that says whether the first entity counts the keys of all.
  let sharesKeys: Bool
  /// A Boolean value that says whether a mapping model says what becomes of
  /// objects: all tables are filled anew, relationships after all objects are
  /// there.
  let isRearranged: Bool
  /// The moment at which the migration began: the value of `now()`.
  let now: ConstantValue
  /// The names of the mappings that policies in Swift carry out.
  let policyMappings: Set<String>
  private let keyRanges: KeyRanges
  private let mappings: [String: [MappingModel.Entity]]
  private let aliases = AliasCounter()
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
    // When all tables are decided: whether a reference can stay depends on the table that it leads
    // to.
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

  /// A number that no alias of the step's SQL has had.
  func nextAlias() -> Int { aliases.next() }

  /// The mapping of a newer entity; the first of several.
  func mapping(of entity: CompiledEntity) -> MappingModel.Entity? { mappings[entity.name]?.first }

  /// The old and new rows of a mapping; nil for one that makes none of older
  /// ones.
  func source(ofMapping name: String) -> TableChange.Source? {
    sources.first { $0.mapping.name == name }
  }

  /// All mappings of rows, in the order of the mapping model.
  var sources: [TableChange.Source] {
    let all = Dictionary(first: tables.flatMap(\.sources).map { ($0.mapping.name, $0) })
    return inferred.mapping.entities.compactMap { all[$0.name] }
  }

  /// The older entity that a newer one continues, as the old tables have it.
  func source(of entity: CompiledEntity) -> EntityMapping? {
    pairs.source(of: entity.description).flatMap { old.model.entity(named: $0.name) }
      .map { old.entities[$0.index] }
  }

  /// Older entities that nothing continues, whose rows go.
  var removedEntities: [EntityMapping] {
    old.entities.filter { pairs.successors(of: $0.entity.description).isEmpty }
  }

  /// Returns the approximate number of an old table's rows: as many as keys
  /// were given out.
  func rowCount(_ table: EntityMapping) -> Int {
    let root = old.model.entities[table.entity.rootIndex]
    return Int(clamping: lastKeys[root.name] ?? 0)
  }

  /// The last key of a newer hierarchy; nil where its objects keep the keys
  /// that they had.
  func rearrangedLastKey(_ root: CompiledEntity) -> Int64? {
    isRearranged ? keyRanges.lastKeys[sharesKeys ? 0 : root.index] ?? 0 : nil
  }

  /// What steps assign to the objects that they make.
  var assignments: [MigrationDescription.Assignment] {
    steps.flatMap { step -> [MigrationDescription.Assignment] in
      switch step {
      case .map(_, _, let assignments), .insert(_, _, let assignments): assignments
      case .drop, .before, .after, .policy, .optionalPolicy, .mapping: []
      }
    }
  }

  /// The entities that `find` looks among, whose tables are filled anew.
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

  /// A Boolean value that says whether a policy makes objects of an entity, and
  /// may leave some out.
  func isLeftToPolicies(_ entity: CompiledEntity) -> Bool {
    !policyMappings.isEmpty
      && sources.contains {
        policyMappings.contains($0.mapping.name) && entity.family.contains($0.new.entity.index)
      }
  }

  /// The to-one relationships of an entity that may have no objects though no
  /// condition on the older data says so, by name.
  func emptiedNames(of entity: CompiledEntity) -> Set<String> {
    let others = assignedEnds.filter { $0.destination.entity.family.contains(entity.index) }
    let mapping = mapping(of: entity)
    return Set(
      entity.relationships.filter { relationship in
        // What a new one leads to its other end says, which may lead to some objects alone.
        let isNew = mapping != nil && mapping?.property(named: relationship.name) == nil
        return relationship.storage == .ownColumn
          && (isLeftToPolicies(new.model.entities[relationship.destinationIndex])
            || isNew && !relationship.description.isOptional)
      }.map(\.name) + others.map(\.inverse.keyPath))
  }

  /// A select of the last key that a hierarchy's objects have or had, or all
  /// objects where hierarchies share their keys.
  ///
  ///     SELECT max(4, ifnull(max(k), 0)) FROM (SELECT max(Z_PK) AS k FROM Z__NEW_ZITEM)
  func lastKeySelect(rootIndex: Int) -> String {
    let index = sharesKeys ? 0 : rootIndex
    // A table that is changed in place has no new rows beside the old ones.
    let filled = tables.filter { !$0.isInPlace && (sharesKeys || $0.root.index == index) }
    let keys = filled.map {
      "SELECT max(Z_PK) AS k FROM \(StoreNames.quoted(Self.interimName($0.name)))"
    }
    let last = lastKey(new.entities[index])
    guard !keys.isEmpty else { return "SELECT \(last)" }
    return "SELECT max(\(last), ifnull(max(k), 0)) FROM (\(keys.joined(separator: " UNION ALL ")))"
  }

  /// The last key that was given out for a hierarchy.
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

  /// The name under which a table is filled before it takes its place.
  static func interimName(_ table: String) -> String { "Z__NEW_" + table }

  /// The SQL over the old row that a row is filled with.
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
    // In place only what comes from one table alone, which nothing else reads, adds to or looks up.
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

  /// Returns whether the old table has a constraint in itself that the new
  /// version has not: SQLite can take neither it nor its columns away.
  private func hasStaleConstraint(_ root: CompiledEntity, _ sources: [TableChange.Source]) -> Bool {
    guard let table = sources.first?.old.table,
      let inner = schema.innerConstraints[table]
    else { return false }
    let wanted = SchemaStatements(mapping: new).allIndexes.filter {
      $0.isUnique && $0.table == new.layouts[root.index].table
    }.map { $0.columns.map(\.name) }
    return inner.contains { !wanted.contains($0) }
  }

  /// The entities of which a migration block makes objects.
  var insertedEntities: [CompiledEntity] {
    steps.compactMap { step in
      if case .insert(let name, _, _) = step { new.model.entity(named: name) } else { nil }
    }
  }

  /// A Boolean value that says whether a migration block makes objects of the
  /// hierarchy.
  func insertsInto(_ root: CompiledEntity) -> Bool {
    insertedEntities.contains { $0.rootIndex == root.index }
  }

  /// A table whose foreign keys would lead elsewhere than they do now is
  /// filled anew.
  private func settleReferences() {
    guard schema.hasForeignKeys else { return }
    let statements = (
      old: SchemaStatements(mapping: old),
      new: SchemaStatements(mapping: new)
    )
    // A table that is filled anew moves those that lead to it: no more rounds than tables.
    for _ in tables {
      var changed = false
      for (index, table) in tables.enumerated() where table.isInPlace {
        guard !keepsReferences(table, statements.old, statements.new) else { continue }
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

/// The making of one table of the new version.
struct TableChange {
  /// The source of the rows of one entity.
  struct Source {
    let old: EntityMapping
    let new: EntityMapping
    let mapping: MappingModel.Entity
    /// The number that is added to keys.
    let offset: Int64
    /// The condition of the old rows, in SQL over `t0`; nil for all.
    let condition: String?
    /// The value of each column, by the column's name.
    let values: [String: ColumnValue]

    /// The old rows, as FROM and WHERE have them.
    var rows: String {
      "\(old.quotedTable) AS t0 WHERE t0.Z_ENT = \(old.number)"
        + (condition.map { " AND \($0)" } ?? "")
    }

    /// The key of what an old row becomes.
    var key: String { offset == 0 ? "t0.Z_PK" : "t0.Z_PK + \(offset)" }
  }

  let root: CompiledEntity
  let name: String
  let columns: [ColumnMapping]
  let sources: [Source]
  /// The old table, where all rows come from one and none go elsewhere.
  let oldTable: String?
  /// A Boolean value that says whether it is filled anew though its columns
  /// could stay.
  var isRefilled = false

  /// A Boolean value that says whether the old table is altered instead of
  /// filled anew.
  var isInPlace: Bool {
    guard oldTable != nil, !isRefilled else { return false }
    // Two new columns cannot be one old column renamed.
    var taken: Set<String> = []
    return columns.allSatisfy { column in
      switch commonValue(of: column) {
      case .column(let name)?:
        taken.insert(name).inserted && !staysBehind(name, column)
      case .filled(let name, _)?:
        // A unique index would refuse the default, and name no object, before duplicates are.
        taken.insert(name).inserted && !staysBehind(name, column)
          && !sources.contains { $0.new.entity.uniqueKeyPaths.contains(column.keyPath) }
      case .constant?, .null?, .perRow?, .place?: true
      case .expression?, nil: false
      }
    }
  }

  /// Returns whether rows have values in an old column that are none of their
  /// entity's any more: those of the siblings of one that a property moved down
  /// to.
  private func staysBehind(_ name: String, _ column: ColumnMapping) -> Bool {
    sources.contains { source in
      source.values[column.name] == nil && !source.old.entity.description.isAbstract
        && source.old.columns.contains { $0.name == name }
    }
  }

  /// The value of a column in the rows of all entities that have it; nil where
  /// they differ.
  func commonValue(of column: ColumnMapping) -> ColumnValue? {
    let values = Set(sources.compactMap { $0.values[column.name] })
    return values.count > 1 ? nil : values.first ?? .null
  }
}

/// The value of a column of a migrated row.
enum ColumnValue: Hashable {
  /// An old column's value.
  case column(String)
  /// An old column's value, or a literal where that is NULL.
  case filled(String, String)
  /// One literal for all rows.
  case constant(String)
  /// SQL that gives every row a value of its own and reads nothing.
  case perRow(String)
  /// The place in a relationship that was not ordered, by the name of the
  /// column of the relationship.
  case place(String)
  /// SQL over the old row, which is `t0`.
  case expression(String)
  case null

  /// The old column that goes on with another name or as it is; nil for none.
  var oldColumn: String? {
    switch self {
    case .column(let name), .filled(let name, _): name
    case .constant, .perRow, .place, .expression, .null: nil
    }
  }
}

/// Counts aliases up.
private final class AliasCounter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
