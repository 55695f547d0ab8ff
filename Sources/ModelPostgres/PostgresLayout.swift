#if PostgreSQL
  /// The tables of a model. There is a table for each hierarchy of entities,
  /// and for each relationship that is stored as pairs.
  ///
  /// ```
  /// tag           id, version, name, ...
  /// animal        id, version, entity, name, home_id, wing_span, ...     with subentities
  /// bank_tags     owner_id, member_id, owner_place, member_place
  /// ```
  struct PostgresLayout: Sendable {
    /// A column of a table.
    struct Column: Sendable {
      let name: String
      let type: PostgresType
      /// The index of the hierarchy whose keys the column contains; nil if the
      /// values are not keys.
      let destination: Int?
      /// True if each key in the column must be the key of an existing row.
      var isEnforced = true
      /// The name of the column for the object's position among the ordered
      /// members of the destination; nil if the members are not ordered.
      var orderName: String?

      /// The name of the column, quoted for SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// The column that determines on which machine a row is stored.
    struct Shard: Sendable {
      let name: String
      let type: PostgresType
      /// The index of the column that the model's `@shard` names.
      let column: Int
      /// The index of the hierarchy from which the column's value is copied,
      /// because the column that `@shard` names refers to it; nil if that
      /// column itself contains the value.
      let source: Int?
      /// The number of hierarchies whose rows must be inserted before those of
      /// this table.
      let depth: Int

      /// The name of the column, quoted for SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// The table of a hierarchy of entities.
    struct Table: Sendable {
      let name: String
      let isShared: Bool
      var columns: [Column] = []
      /// The column by which rows are distributed according to the model's
      /// `@shard`; nil if they are distributed by their key, or are not
      /// distributed.
      var shard: Shard?
      /// The indexes of the columns whose values are unique.
      var uniqueColumns: Set<Int> = []

      /// The name of the table, quoted for SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// An entity, with the table and the columns of its objects.
    struct Entity: Sendable {
      let entity: StoreSchema.Entity
      /// The index of the table, which is the table of the root entity.
      let table: Int
      /// The indexes of the columns in the table, in the order of a row's values.
      let columns: [Int]
    }

    /// A table of pairs, which represents a to-many relationship.
    struct Pairs: Sendable {
      let name: String
      let owner: Int
      let member: Int
      /// True if each member has only one owner.
      let hasOneOwner: Bool

      /// The name of the table, quoted for SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// The names of the tables that every store has, for any model.
    private static let ownTables: Set = ["model_store", "model_writers"]

    private(set) var schema: StoreSchema?
    private(set) var entities: [Entity] = []
    /// The tables of hierarchies, by the index of the root entity.
    private(set) var tables: [Int: Table] = [:]
    private(set) var pairs: [String: Pairs] = [:]

    init() {}

    init(_ schema: StoreSchema) throws {
      self.schema = schema
      var taken = Self.ownTables
      // Names declared in the model take precedence over derived ones.
      let roots = schema.entities.filter { $0.index == $0.rootIndex }
      for entity in roots.filter(\.isNamed) + roots.filter({ !$0.isNamed }) {
        let name = entity.description.tableName ?? PostgresNames.snakeCase(entity.name)
        tables[entity.index] = Table(
          name: PostgresNames.unused(name, &taken),
          isShared: entity.family.count > 1)
      }
      var names = tables.mapValues { _ in PostgresNames.reservedColumns }
      var known: [Int: [String: Int]] = [:]
      for entity in schema.entities {
        for column in entity.columns where column.isNamed {
          _ = place(of: column, in: entity, &names, &known)
        }
      }
      for entity in schema.entities {
        let columns = entity.columns.map { column in
          place(of: column, in: entity, &names, &known)
        }
        entities.append(Entity(entity: entity, table: entity.rootIndex, columns: columns))
        tables[entity.rootIndex]?.uniqueColumns.formUnion(
          entity.uniqueColumns.joined().map { columns[$0] })
      }
      addOrders(&names)
      for entity in roots { addShard(entity, &names) }
      for kind in schema.pairs {
        let name = kind.name.split(separator: ".").map { PostgresNames.snakeCase(String($0)) }
        pairs[kind.name] = Pairs(
          name: PostgresNames.unused(name.joined(separator: "_"), &taken),
          owner: root(kind.ownerName), member: root(kind.memberName),
          hasOneOwner: kind.hasOneOwner)
      }
    }

    /// The names of all tables, sequences and other objects except rules. An
    /// index must not have any of these names.
    var names: Set<String> { chosenNames.union(tableNames.map { $0 + "_pkey" }) }

    /// The names of tables, indexes and sequences that the store chooses. The
    /// set does not include the names of primary keys, for which the server
    /// chooses another name if the usual one is taken, for example by a renamed
    /// table.
    var chosenNames: Set<String> {
      tableNames.union(pairs.values.map(\.indexName)).union(sequenceNames)
    }

    private var tableNames: Set<String> {
      Self.ownTables.union(pairs.values.map(\.name)).union(tables.values.map(\.name))
    }

    /// The names of the sequences that assign keys.
    var sequenceNames: Set<String> { Set(tables.values.map(\.sequenceName)) }

    private func root(_ name: String) -> Int { schema?.entity(named: name)?.rootIndex ?? 0 }

    /// Returns the index of a column in its table. A column that is not
    /// inherited is added to the table.
    private mutating func place(
      of column: StoreSchema.Column, in entity: StoreSchema.Entity,
      _ names: inout [Int: Set<String>], _ known: inout [Int: [String: Int]]
    ) -> Int {
      if let place = known[entity.index]?[column.keyPath] { return place }
      let parent = entity.description.parentName.flatMap { schema?.entity(named: $0) }
      if parent?.columns.contains(where: { $0.keyPath == column.keyPath }) == true,
        let place = parent.flatMap({ known[$0.index]?[column.keyPath] })
      {
        known[entity.index, default: [:]][column.keyPath] = place
        return place
      }
      let unused = PostgresNames.unused(
        column.storedName, &names[entity.rootIndex, default: []])
      let new = Column(
        name: unused, type: PostgresType(column.type),
        destination: column.destinationName.map(root), isEnforced: column.isEnforced)
      tables[entity.rootIndex]?.columns.append(new)
      let place = (tables[entity.rootIndex]?.columns.count ?? 1) - 1
      known[entity.index, default: [:]][column.keyPath] = place
      return place
    }

    /// Adds columns for the positions in ordered relationships to the tables of
    /// the members.
    private mutating func addOrders(_ names: inout [Int: Set<String>]) {
      for entity in entities {
        for relationship in entity.entity.relationships where relationship.isOrdered {
          guard case .column(let name, let keyPath) = relationship.place,
            let other = entities.first(where: { $0.entity.name == name }),
            let index = other.entity.columns.firstIndex(where: { $0.keyPath == keyPath }),
            var table = tables[other.table]
          else { continue }
          let place = other.columns[index]
          guard table.columns[place].orderName == nil else { continue }
          table.columns[place].orderName = PostgresNames.unused(
            PostgresNames.snakeCase(keyPath) + "_place", &names[other.table, default: []])
          tables[other.table] = table
        }
      }
    }
  }

  // MARK: Distributed rows

  extension PostgresLayout {
    /// Finds the column by which the rows of a hierarchy are distributed. If
    /// the value belongs to a referenced object, the table gets a column with a
    /// copy of the value, so that constraints can include it.
    private mutating func addShard(_ root: StoreSchema.Entity, _ names: inout [Int: Set<String>]) {
      guard tables[root.index]?.shard == nil, let name = root.description.shardName,
        let index = root.columns.firstIndex(where: { $0.keyPath == name }),
        let table = tables[root.index]
      else { return }
      let place = entities[root.index].columns[index]
      let column = table.columns[place]
      let source = column.destination.flatMap { schema?.entities[$0] }
      // This ends the cycle in an unchecked model.
      let own = Shard(name: column.name, type: column.type, column: place, source: nil, depth: 1)
      tables[root.index]?.shard = own
      guard let source else { return }
      addShard(source, &names)
      guard let shard = tables[source.index]?.shard, source.index != root.index else { return }
      let copy = PostgresNames.unused(shard.name, &names[root.index, default: []])
      tables[root.index]?.columns.append(Column(name: copy, type: shard.type, destination: nil))
      tables[root.index]?.shard = Shard(
        name: copy, type: shard.type, column: place, source: source.index, depth: shard.depth + 1)
    }
  }

  extension StoreSchema.Entity {
    fileprivate var isNamed: Bool { description.tableName != nil }
  }

  extension StoreSchema.Column {
    fileprivate var isNamed: Bool { customNames.contains { $0 != nil } }

    /// The preferred name of the column in the database.
    fileprivate var storedName: String {
      let own = keyPath.split(separator: ".").map { PostgresNames.snakeCase(String($0)) }
      let parts = own.enumerated().map { index, name in
        customNames.indices.contains(index) ? customNames[index] ?? name : name
      }
      return parts.joined(separator: "_") + (destinationName == nil || isNamed ? "" : "_id")
    }
  }

  extension PostgresLayout {
    func table(_ entity: StoreSchema.Entity) -> Table {
      tables[entity.rootIndex] ?? Table(name: "", isShared: false)
    }

    func column(_ keyPath: String, of entity: StoreSchema.Entity) -> Column? {
      guard let index = entity.columns.firstIndex(where: { $0.keyPath == keyPath }) else {
        return nil
      }
      return table(entity).columns[entities[entity.index].columns[index]]
    }

    /// Returns the statement that reads the owners and members of a to-many
    /// relationship, with ordered members in their order; nil if the tables do
    /// not contain the relationship.
    ///
    /// - Parameter owners: The SQL after the owner's column that selects the
    ///   owners.
    func members(of relationship: StoreSchema.Relationship, _ owners: String) -> String? {
      switch relationship.place {
      case .pairs(let name, let isInverted):
        guard let pairs = pairs[name] else { return nil }
        let (owner, member, place) = Self.ends(isInverted)
        return """
          SELECT \(owner), \(member) FROM \(pairs.quoted) WHERE \(owner) \(owners) \
          ORDER BY \(owner), \(relationship.isOrdered ? "\(place) NULLS LAST, " : "")\(member)
          """
      case .column(let name, let keyPath):
        guard let entity = schema?.entity(named: name), let column = column(keyPath, of: entity)
        else { return nil }
        let place = column.orderName.map { PostgresNames.quoted($0) + " NULLS LAST, " } ?? ""
        return """
          SELECT \(column.quoted), id FROM \(table(entity).quoted) \
          WHERE \(column.quoted) \(owners) ORDER BY \(column.quoted), \(place)id
          """
      }
    }

    /// Returns the names of the columns of pairs, as seen from an end.
    static func ends(_ isInverted: Bool) -> (own: String, other: String, place: String) {
      isInverted
        ? ("member_id", "owner_id", "owner_place") : ("owner_id", "member_id", "member_place")
    }

    /// Returns an entity and its subentities.
    func family(of entity: StoreSchema.Entity) -> [StoreSchema.Entity] {
      entity.family.compactMap { schema?.entities[$0] }
    }

    /// Returns the columns to select for the rows of the given entities, with
    /// the positions of the values in a row.
    func selection(of wanted: [StoreSchema.Entity], _ alias: String) -> PostgresSelection {
      PostgresSelection(wanted.map { entities[$0.index] }, tables[wanted[0].rootIndex], alias)
    }
  }

  /// The columns that are selected for the rows of the given entities, after
  /// the key and the version.
  struct PostgresSelection {
    /// A reader of the rows of an entity, which knows the positions of the
    /// entity's values. It is a class, so that reading a row does not copy
    /// arrays.
    private final class Reader {
      let entityIndex: Int
      let name: [UInt8]
      let places: [(column: Int, type: PostgresType)]

      init(_ entity: StoreSchema.Entity, _ places: [(column: Int, type: PostgresType)]) {
        entityIndex = entity.index
        self.places = places
        name = Array(entity.name.utf8)
      }
    }

    let sql: String
    private let isShared: Bool
    private let readers: [Reader]

    init(_ entities: [PostgresLayout.Entity], _ table: PostgresLayout.Table?, _ alias: String) {
      let columns = table?.columns ?? []
      isShared = table?.isShared == true
      var order: [Int] = []
      var places: [Int: Int] = [:]
      for column in entities.flatMap(\.columns) where places[column] == nil {
        places[column] = order.count
        order.append(column)
      }
      let first = isShared ? 3 : 2
      readers = entities.map { entity in
        Reader(entity.entity, entity.columns.map { (first + (places[$0] ?? 0), columns[$0].type) })
      }
      let fixed = ["id", "version"] + (isShared ? ["entity"] : [])
      sql = (fixed.map { "\(alias).\($0)" } + order.map { "\(alias).\(columns[$0].quoted)" })
        .joined(separator: ", ")
    }

    /// Passes the values of a row to the sink.
    @inline(__always)
    func add(_ row: some PostgresRow, to sink: RowSink) throws {
      guard let reader = reader(row) else { return }
      try sink.begin(
        entityIndex: reader.entityIndex, key: row.integer(0) ?? 0,
        version: Int32(truncatingIfNeeded: row.integer(1) ?? 0))
      for (column, type) in reader.places {
        if let bytes = row.bytes(column) {
          PostgresValue.add(bytes, type, to: sink)
        } else {
          sink.addNull()
        }
      }
      try sink.end()
    }

    @inline(__always)
    private func reader(_ row: some PostgresRow) -> Reader? {
      guard isShared else { return readers.first }
      guard let name = row.bytes(2) else { return nil }
      return readers.first { $0.name.elementsEqual(name) }
    }
  }
#endif
