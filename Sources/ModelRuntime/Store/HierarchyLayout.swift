internal import ModelSQLite
internal import ModelSchema

/// The columns of one table: those of a root entity and of all entities below it.
struct HierarchyLayout: Sendable {
  let root: CompiledEntity
  /// The own columns of each entity of the hierarchy, by entity index, in the
  /// order of the properties.
  let ownColumns: [Int: [ColumnMapping]]

  /// The columns of places, one for each to-one relationship whose inverse is
  /// ordered.
  private let orderColumns: [ColumnMapping]

  /// The layouts of a model's tables, by the root's entity index; entities
  /// that are no roots have a layout that nobody asks for.
  static func all(of model: CompiledModel) -> [HierarchyLayout] {
    model.entities.map { HierarchyLayout(root: $0, in: model) }
  }

  private init(root: CompiledEntity, in model: CompiledModel) {
    self.root = root
    var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    var own: [Int: [ColumnMapping]] = [:]
    for index in root.family {
      let entity = model.entities[index]
      let columns = entity.properties
        .filter { $0.depth == entity.depth && $0.isStoredInRow }
        .flatMap { ColumnMapping.columns(of: $0, in: model.description) }
      own[index] = columns.map { $0.unique(among: &taken) }
    }
    ownColumns = own
    orderColumns = root.family.flatMap { index in
      (own[index] ?? []).filter { column in
        model.entities[index].relationship(column.propertyNumber)?.inverse?.isOrdered == true
      }.map { column in
        ColumnMapping(
          keyPath: "", propertyNumber: column.propertyNumber, name: StoreNames.order(column.name),
          kind: .order, type: nil)
      }
    }
  }

  /// All columns in the order in which a new table has them: by storage class,
  /// then by name.
  var columnsInTableOrder: [ColumnMapping] {
    (ownColumns.values.flatMap(\.self) + orderColumns).sorted { one, other in
      (one.kind.rawValue, one.name) < (other.kind.rawValue, other.name)
    }
  }

  /// The mapping of one of the hierarchy's entities.
  func mapping(
    of entity: CompiledEntity, number: Int64, schema: String?, in model: CompiledModel
  ) -> EntityMapping {
    let columns = entity.lineage.flatMap { ownColumns[$0] ?? [] }
    let below = entity.family.dropFirst().flatMap { ownColumns[$0] ?? [] }
    let fixed = entity.isHierarchical ? ["Z_PK", "Z_OPT", "Z_ENT"] : ["Z_PK", "Z_OPT"]
    let selected =
      fixed.map { "t0." + StoreNames.quoted($0) } + (columns + below).map { $0.selected("t0") }
    return EntityMapping(
      entity: entity, number: number, table: StoreNames.table(root.description), schema: schema,
      columns: columns, columnsBelow: below, selectList: selected.joined(separator: ", "),
      starts: entity.isHierarchical ? starts(of: entity, in: model) : nil,
      hasFetchHooks: entity.family.contains {
        model.entities[$0].hooks?.awakeFromFetch.isEmpty == false
      })
  }

  /// Where the columns of each class begin in a fetch of an entity: after the
  /// fixed ones the entity's lineage, then the entities below it.
  private func starts(of entity: CompiledEntity, in model: CompiledModel) -> [Int: ColumnStarts] {
    var start: [Int: Int32] = [:]
    var next: Int32 = 3
    for index in entity.lineage + entity.family.dropFirst() {
      start[index] = next
      next += Int32(ownColumns[index]?.count ?? 0)
    }
    var starts: [Int: ColumnStarts] = [:]
    for index in entity.family {
      starts[index] = ColumnStarts(model.entities[index].lineage.compactMap { start[$0] })
    }
    return starts
  }
}

extension ColumnMapping {
  /// The column under a name that no other column of the table has: properties
  /// of sibling entities that share a name are told apart by a number.
  fileprivate func unique(among taken: inout Set<String>) -> ColumnMapping {
    var candidate = name
    var suffix = 0
    while !taken.insert(candidate).inserted {
      suffix += 1
      candidate = "\(name)\(suffix)"
    }
    return ColumnMapping(
      keyPath: keyPath, propertyNumber: propertyNumber, name: candidate, kind: kind, type: type,
      isExternal: isExternal)
  }
}
