#if PostgreSQL
  /// The place where a store keeps the objects of a model: a table for each
  /// hierarchy, one for each kind of pairs.
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
      /// The place of the hierarchy that its keys are of; nil for values.
      let destination: Int?
      /// A Boolean value that says whether a key has to lead to a row.
      var isEnforced = true
      /// The column of the places among the destination's members, where they are ordered.
      var orderName: String?

      /// The name in SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// The column that says on which machine a row is.
    struct Shard: Sendable {
      let name: String
      let type: PostgresType
      /// The place of the column of the model's `@shard`.
      let column: Int
      /// The hierarchy that the value is taken from, through that reference; nil where the column
      /// has it itself.
      let source: Int?
      /// The number of hierarchies whose rows have to be there before.
      let depth: Int

      /// The name in SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// A table of a hierarchy.
    struct Table: Sendable {
      let name: String
      let isShared: Bool
      var columns: [Column] = []
      /// What the model's `@shard` asks for; nil for rows that are not spread, or by their key.
      var shard: Shard?
      /// The places of columns whose values have to be unique.
      var uniqueColumns: Set<Int> = []

      /// The name in SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// An entity.
    struct Entity: Sendable {
      let entity: StoreSchema.Entity
      /// The place of its table.
      let table: Int
      /// The places of its columns in the table, in the order of a row's values.
      let columns: [Int]
    }

    /// A table of pairs.
    struct Pairs: Sendable {
      let name: String
      let owner: Int
      let member: Int
      /// A Boolean value that says whether a member has one owner.
      let hasOneOwner: Bool

      /// The name in SQL.
      var quoted: String { PostgresNames.quoted(name) }
    }

    /// The tables that every store has, whatever its model.
    private static let ownTables: Set = ["model_store", "model_writers"]

    private(set) var schema: StoreSchema?
    private(set) var entities: [Entity] = []
    /// The tables, by the place of the root entity.
    private(set) var tables: [Int: Table] = [:]
    private(set) var pairs: [String: Pairs] = [:]

    init() {}

    init(_ schema: StoreSchema) throws {
      self.schema = schema
      var taken = Self.ownTables
      // What the model names itself comes first.
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

    /// The names of everything that the schema has beside the rules: none of them can be an index.
    var names: Set<String> { chosenNames.union(tableNames.map { $0 + "_pkey" }) }

    /// Those that the server does not give: of primary keys it gives another one where theirs is
    /// taken, as by that of a renamed table.
    var chosenNames: Set<String> {
      tableNames.union(pairs.values.map(\.indexName)).union(sequenceNames)
    }

    private var tableNames: Set<String> {
      Self.ownTables.union(pairs.values.map(\.name)).union(tables.values.map(\.name))
    }

    /// The names of the sequences of keys.
    var sequenceNames: Set<String> { Set(tables.values.map(\.sequenceName)) }

    private func root(_ name: String) -> Int { schema?.entity(named: name)?.rootIndex ?? 0 }

    /// The place of a column in its table: the one of a parent, or a new one.
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

    /// Gives the references of ordered relationships a column for places.
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

  // MARK: Spread rows

  extension PostgresLayout {
    /// Finds what the rows of a hierarchy are spread by. What is spread as the object behind a
    /// reference is has a column of its own for that value, so that constraints can contain it.
    private mutating func addShard(_ root: StoreSchema.Entity, _ names: inout [Int: Set<String>]) {
      guard tables[root.index]?.shard == nil, let name = root.description.shardName,
        let index = root.columns.firstIndex(where: { $0.keyPath == name }),
        let table = tables[root.index]
      else { return }
      let place = entities[root.index].columns[index]
      let column = table.columns[place]
      let source = column.destination.flatMap { schema?.entities[$0] }
      // A model that nobody has checked may lead in a circle, which ends here.
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

    /// The name that the database should have for it.
    fileprivate var storedName: String {
      let own = keyPath.split(separator: ".").map { PostgresNames.snakeCase(String($0)) }
      let parts = own.enumerated().map { index, name in
        customNames.indices.contains(index) ? customNames[index] ?? name : name
      }
      return parts.joined(separator: "_") + (destinationName == nil || isNamed ? "" : "_id")
    }
  }

  extension PostgresLayout {
    /// The table of an entity.
    func table(_ entity: StoreSchema.Entity) -> Table {
      tables[entity.rootIndex] ?? Table(name: "", isShared: false)
    }

    /// The column of a key path of an entity.
    func column(_ keyPath: String, of entity: StoreSchema.Entity) -> Column? {
      guard let index = entity.columns.firstIndex(where: { $0.keyPath == keyPath }) else {
        return nil
      }
      return table(entity).columns[entities[entity.index].columns[index]]
    }

    /// The statement that reads the members of a to-many relationship: owner and member, those of
    /// an ordered one in their order.
    ///
    /// - Parameter owners: A condition behind the owner's column.
    func members(of relationship: StoreSchema.Relationship, _ owners: String) -> String? {
      switch relationship.place {
      case .pairs(let name, let isInverted):
        guard let pairs = pairs[name] else { return nil }
        let (owner, member) = isInverted ? ("member_id", "owner_id") : ("owner_id", "member_id")
        let place = isInverted ? "owner_place" : "member_place"
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

    /// An entity and those below it.
    func family(of entity: StoreSchema.Entity) -> [StoreSchema.Entity] {
      entity.family.compactMap { schema?.entities[$0] }
    }

    /// The columns of the rows of some entities as SELECT has them, behind key and version, and
    /// how a row's values lie in them.
    func selection(of wanted: [StoreSchema.Entity], _ alias: String) -> PostgresSelection {
      PostgresSelection(wanted.map { entities[$0.index] }, tables[wanted[0].rootIndex], alias)
    }
  }

  /// The columns that a SELECT reads of rows of some entities.
  struct PostgresSelection {
    /// An entity, and the places of its values in a row. It is an object, so that a row copies
    /// nothing of it.
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

    /// Hands a row over.
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
