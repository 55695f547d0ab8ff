/// The columns of one table: those of a root entity and of all its subentities.
struct HierarchyLayout: Sendable {
  private(set) var root: CompiledEntity
  let table: String
  /// The columns that each entity of the hierarchy declares, by entity index, in the
  /// order of the properties.
  private(set) var ownColumns: [Int: [ColumnMapping]]
  /// The columns that belong to no property, by entity index: positions, entity
  /// numbers of destinations, and owners of relationships without an inverse.
  private(set) var extraColumns: [Int: [ColumnMapping]] = [:]

  /// Returns the layouts of a model's tables, by the index of the root entity;
  /// the layouts of other entities are not used.
  ///
  /// - Parameter tables: The schema of an existing store, whose names are used;
  ///   nil for a new store.
  static func all(of model: CompiledModel, _ tables: StoreTables? = nil) -> [HierarchyLayout] {
    var taken: Set<String> = []
    return model.entities.map { entity in
      var table = table(of: entity.description, tables)
      // The table of another entity may have a name that differs only in case.
      if entity.depth == 0 { table = taken.insertNumbered(table) }
      return HierarchyLayout(root: entity, table: table, in: model, tables)
    }
  }

  private init(
    root: CompiledEntity, table: String, in model: CompiledModel, _ tables: StoreTables?
  ) {
    self.root = root
    self.table = table
    var own: [Int: [ColumnMapping]] = [:]
    let plain = Set(
      root.family.flatMap { model.entities[$0].properties.map { StoreNames.column($0.name) } })
    let former = (tables?[table] ?? []).subtracting(plain)
    for index in root.family {
      let entity = model.entities[index]
      own[index] = entity.properties
        .filter { $0.depth == entity.depth && $0.isStoredInRow }
        .flatMap { property in
          let columns = ColumnMapping.columns(of: property, in: model.description, areFormer: true)
          return columns.contains { $0.isElement && !former.contains($0.name) }
            ? ColumnMapping.columns(of: property, in: model.description) : columns
        }
    }
    // A column with the name of a property belongs to that property.
    let counted = tables?[table]?.subtracting(own.values.flatMap(\.self).map(\.name))
    var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
    for index in root.family {
      // Elements of composites are numbered among the other columns by the name of
      // their property.
      var columns = own[index] ?? []
      let places =
        columns.contains(where: \.isElement)
        ? columns.indices.sorted { (columns[$0].property, $0) < (columns[$1].property, $1) }
        : Array(columns.indices)
      for place in places {
        columns[place] = columns[place].unique(among: &taken, tables?[table], counted ?? [])
      }
      own[index] = columns
    }
    ownColumns = own
  }

  /// Returns the table of a root entity: under its own name or, in a store
  /// whose migration has kept the table, under the entity's former name.
  private static func table(of root: EntityDescription, _ tables: StoreTables?) -> String {
    let names = [root.name, root.renamingIdentifier].compactMap(\.self).map {
      "Z" + $0.uppercased()
    }
    return names.first { tables?[$0] != nil } ?? names[0]
  }

  /// Adds to an entity's rows a column that belongs to no property.
  mutating func add(_ column: ColumnMapping, of entityIndex: Int) {
    extraColumns[entityIndex, default: []].append(column)
  }

  /// All columns in the order of a new table, which is the same as Core Data's:
  /// by storage class, within a class those of the root first, then by name.
  var columnsInTableOrder: [ColumnMapping] {
    var columns: [(key: (Int, Int, String, Int), column: ColumnMapping)] = []
    for (place, index) in root.family.enumerated() {
      for column in (ownColumns[index] ?? []) + (extraColumns[index] ?? []) {
        columns.append(((column.storageClass, place, column.sortKey, columns.count), column))
      }
    }
    return columns.sorted { $0.key < $1.key }.map(\.column)
  }

  func mapping(
    of entity: CompiledEntity, number: Int64, schema: String?, in model: CompiledModel
  ) -> EntityMapping {
    let columns = entity.lineage.flatMap { ownColumns[$0] ?? [] }
    let below = entity.family.dropFirst().flatMap { ownColumns[$0] ?? [] }
    let fixed = entity.isHierarchical ? ["Z_PK", "Z_OPT", "Z_ENT"] : ["Z_PK", "Z_OPT"]
    let selected =
      fixed.map { "t0." + StoreNames.quoted($0) } + (columns + below).map { $0.selected("t0") }
    return EntityMapping(
      entity: entity, number: number, table: table, schema: schema,
      columns: columns, columnsBelow: below, selectList: selected.joined(separator: ", "),
      starts: entity.isHierarchical ? starts(of: entity, in: model) : nil,
      fetchHooks: Lazy {
        entity.family.contains { model.entities[$0].objectClass?.hasFetchHooks == true }
      })
  }

  /// Returns the indexes at which the columns of each class begin in a fetch of
  /// an entity: after the fixed columns come those of the entity's lineage,
  /// then those of its subentities.
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
  /// Returns the column under a name that is unique in the table: properties of sibling
  /// entities with the same name are distinguished by a number.
  ///
  /// - Parameters:
  ///   - present: The columns of an existing table.
  ///   - counted: The columns of the table that may belong to a property and
  ///     have a counter in their names; they are preferred to a name that does
  ///     not exist in the table.
  fileprivate func unique(
    among taken: inout Set<String>, _ present: Set<String>?, _ counted: Set<String>
  ) -> ColumnMapping {
    // In a new store, names get counters; in an existing store, the existing
    // column is used, whatever its counter is.
    var candidate = taken.numbered(name)
    if let present, !present.contains(candidate) {
      let others = counted.filter { other in
        other.hasPrefix(name) && other.dropFirst(name.count).allSatisfy(\.isNumber)
          && !taken.contains(other)
      }
      candidate = others.min { ($0.count, $0) < ($1.count, $1) } ?? candidate
    }
    taken.insert(candidate)
    return ColumnMapping(
      keyPath: keyPath, propertyNumber: propertyNumber, name: candidate, kind: kind, type: type,
      isExternal: isExternal)
  }

  /// True if the column contains an element of a composite attribute.
  fileprivate var isElement: Bool { keyPath.contains(".") }

  /// The name of the column's property, in lower case.
  fileprivate var property: String {
    String(keyPath.prefix { $0 != "." }).lowercased()
  }

  /// The position of the column's storage class in the table.
  fileprivate var storageClass: Int {
    switch kind {
    case .integer, .reference, .entity: 0
    case .order: 1
    case .timestamp, .float: 2
    case .decimal: 3
    case .text: 4
    case .blob:
      switch type {
      case .uuid?: 5
      case .transformable?: 6
      default: 7
      }
    }
  }

  /// The string by which the columns of one entity are sorted within a storage
  /// class: integers, then references, each followed by its entity number, then
  /// owners.
  fileprivate var sortKey: String {
    // The name is in lower case, since `_` sorts before lower-case letters.
    let name = isElement ? "z" + property : name.lowercased()
    return switch kind {
    case .integer: "0" + name
    case .reference: (keyPath.isEmpty ? "2" : "1") + name
    case .entity: "1" + keyPath.lowercased() + " "
    case .order, .timestamp, .float, .decimal, .text, .blob: name
    }
  }
}

extension HierarchyLayout {
  /// Adds the columns that relationships have in addition to those of their
  /// properties.
  ///
  /// - Parameter tables: The schema of an existing store; nil for a new store.
  mutating func addExtraColumns(
    _ joins: [JoinNaming.Key: JoinMapping], _ entityColumns: [EntityColumn],
    _ model: CompiledModel, _ tables: StoreTables?
  ) {
    for index in root.family {
      let entity = model.entities[index]
      for column in ownColumns[index] ?? []
      where entity.relationship(column.propertyNumber)?.inverse?.isOrdered == true {
        add(.extra(StoreNames.order(column.name), .order, column.propertyNumber), of: index)
      }
    }
    for column in entityColumns where root.family.contains(column.entityIndex) {
      add(column.mapping, of: column.entityIndex)
    }
    // The joins are sorted by name, since the columns of a new table must
    // always have the same order.
    for join in joins.values.sorted(by: { $0.ownerColumn < $1.ownerColumn })
    where join.isColumn && join.table == table {
      add(ColumnMapping.extra(join.ownerColumn, .reference), of: root.index)
      if let order = join.orderColumn { add(ColumnMapping.extra(order, .order), of: root.index) }
    }
  }

  /// Returns the layout for the same root entity in a larger model, which
  /// contains the layout's own model.
  func of(_ entity: CompiledEntity) -> HierarchyLayout {
    var other = self
    other.root = entity
    other.ownColumns = moved(ownColumns, to: entity)
    other.extraColumns = moved(extraColumns, to: entity)
    return other
  }

  private func moved(
    _ columns: [Int: [ColumnMapping]], to entity: CompiledEntity
  ) -> [Int: [ColumnMapping]] {
    Dictionary(
      uniqueKeysWithValues: zip(root.family, entity.family).compactMap { old, new in
        columns[old].map { (new, $0) }
      })
  }
}

extension ColumnMapping {
  /// Creates a column that holds no values of a property, but may stand beside a relationship.
  fileprivate static func extra(_ name: String, _ kind: Kind, _ property: Int = -1) -> ColumnMapping
  {
    ColumnMapping(keyPath: "", propertyNumber: property, name: name, kind: kind, type: nil)
  }
}
