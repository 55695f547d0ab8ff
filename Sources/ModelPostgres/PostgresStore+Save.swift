#if PostgreSQL
  public import ModelRuntime
  internal import ModelSchema

  // A save is one transaction of few statements, each for thousands of rows:
  //
  //   DELETE FROM bank_tags WHERE owner_id = ANY($1)
  //   DELETE FROM bank t USING unnest($1, $2) u (id, base) WHERE t.id = u.id AND t.version = u.base
  //   UPDATE bank t SET version = u.version, name = u.c1 FROM unnest($1, $2, $3, $4) u (...)
  //   INSERT INTO bank (id, version, name) SELECT id, 1, c1 FROM unnest($1, $2) u (id, c1)
  //
  // That every row has the version it was read with is in the condition; a statement that changes
  // fewer rows than it names tells of a conflict. References and unique values are checked at the
  // commit. What another transaction ran into (40001, deadlocks) is tried again.

  extension PostgresStore {
    /// How often a save is tried that ran into another transaction.
    private static var attempts: Int { 8 }
    /// The rows of one statement.
    private static var chunk: Int { 4096 }

    public func save(_ changes: StoreChanges) throws {
      try pool.withConnection { connection in
        var attempt = 1
        while true {
          do {
            return try connection.transaction { try write(changes, connection) }
          } catch let failure as PostgresFailure where failure.isTransient {
            guard attempt < Self.attempts else {
              throw StoreError(.busy, "PostgreSQL: \(failure.message)")
            }
            attempt += 1
          }
        }
      }
    }

    private func write(_ changes: StoreChanges, _ connection: PostgresConnection) throws {
      for (entity, deletes) in groups(of: changes.deletes, by: \.entity.rootIndex) {
        for part in chunks(of: deletes) {
          try delete(part, layout.schema?.entities[entity], connection)
        }
      }
      for (_, rows) in groups(of: changes.updates, by: \.form) {
        for part in chunks(of: rows) { try update(part, connection) }
      }
      for (_, rows) in groups(of: changes.inserts, by: \.form) {
        for part in chunks(of: rows) { try insert(part, connection) }
      }
      for link in changes.removedLinks { try change(link, connection, isRemoval: true) }
      for link in changes.insertedLinks { try change(link, connection, isRemoval: false) }
      for order in changes.orders { try write(order, connection) }
      try connection.query("SELECT pg_notify($1, '')", try pool.channel)
    }

    // MARK: Rows

    private func delete(
      _ deletes: ArraySlice<StoreChanges.Delete>, _ root: StoreSchema.Entity?,
      _ connection: PostgresConnection
    ) throws {
      guard let root, let first = deletes.first else { return }
      var keys = PostgresParameters()
      keys.add(keys: deletes.map(\.key))
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name }) {
        for (column, end) in [("owner_id", pairs.owner), ("member_id", pairs.member)]
        where end == root.index {
          try connection.query("DELETE FROM \(pairs.quoted) WHERE \(column) = ANY($1)", keys)
        }
      }
      let table = layout.table(root).quoted
      var parameters = keys
      try parameters.add(deletes.map { .integer(Int64($0.baseVersion)) }, .int4)
      let result = try connection.query(
        """
        DELETE FROM \(table) t USING unnest($1, $2) u (id, base) \
        WHERE t.id = u.id AND t.version = u.base
        """, parameters)
      guard result.changeCount < deletes.count else { return }
      // What is gone already needs no deleting.
      let left = try connection.query("SELECT 1 FROM \(table) WHERE id = ANY($1)", keys)
      if left.count > 0 { throw conflict(first.entity) }
    }

    private func update(
      _ rows: ArraySlice<StoreChanges.Row>, _ connection: PostgresConnection
    ) throws {
      guard let first = rows.first else { return }
      let columns = columns(of: first)
      let settings = columns.indices.map {
        "\(columns[$0].quoted) = \(columns[$0].value("u.c\($0)"))"
      }
      let names = ["id", "base", "version"] + columns.indices.map { "c\($0)" }
      let places = names.indices.map { "$\($0 + 1)" }
      var parameters = PostgresParameters()
      parameters.add(keys: rows.map(\.key))
      try parameters.add(rows.map { .integer(Int64($0.baseVersion)) }, .int4)
      try parameters.add(rows.map { .integer(Int64($0.version)) }, .int4)
      try add(rows, columns, to: &parameters)
      let result = try connection.query(
        """
        UPDATE \(layout.table(first.entity).quoted) t \
        SET \((["version = u.version"] + settings).joined(separator: ", ")) \
        FROM unnest(\(places.joined(separator: ", "))) u (\(names.joined(separator: ", "))) \
        WHERE t.id = u.id AND t.version = u.base
        """, parameters)
      if result.changeCount < rows.count { throw conflict(first.entity) }
    }

    private func insert(
      _ rows: ArraySlice<StoreChanges.Row>, _ connection: PostgresConnection
    ) throws {
      guard let first = rows.first else { return }
      let table = layout.table(first.entity)
      let columns = columns(of: first)
      let entity =
        table.isShared ? (", entity", ", " + PostgresNames.literal(first.entity.name)) : ("", "")
      let names = columns.map { ", " + $0.quoted }.joined()
      let values = columns.indices.map { ", " + columns[$0].value("u.c\($0)") }.joined()
      let list = ["id"] + columns.indices.map { "c\($0)" }
      let places = list.indices.map { "$\($0 + 1)" }
      var parameters = PostgresParameters()
      parameters.add(keys: rows.map(\.key))
      try add(rows, columns, to: &parameters)
      try connection.query(
        """
        INSERT INTO \(table.quoted) (id, version\(entity.0)\(names)) \
        SELECT u.id, 1\(entity.1)\(values) \
        FROM unnest(\(places.joined(separator: ", "))) u (\(list.joined(separator: ", ")))
        """, parameters)
    }

    private func columns(of row: StoreChanges.Row) -> [PostgresLayout.Column] {
      let entity = layout.entities[row.entity.index]
      let table = layout.table(row.entity)
      return row.columns.map { table.columns[entity.columns[$0]] }
    }

    private func add(
      _ rows: ArraySlice<StoreChanges.Row>, _ columns: [PostgresLayout.Column],
      to parameters: inout PostgresParameters
    ) throws {
      for (index, column) in columns.enumerated() {
        try parameters.add(rows.lazy.map { $0.values[index] }, column.type)
      }
    }

    private func conflict(_ entity: StoreSchema.Entity) -> StoreError {
      StoreError(
        .conflict, "an object of '\(entity.name)' was changed or deleted since it was fetched")
    }

    // MARK: Pairs and orders

    private func change(
      _ link: StoreChanges.Link, _ connection: PostgresConnection, isRemoval: Bool
    ) throws {
      guard let pairs = layout.pairs[link.pairs] else { return }
      var parameters = PostgresParameters()
      parameters.add(keys: link.owners)
      parameters.add(keys: link.members)
      try connection.query(
        isRemoval
          ? """
          DELETE FROM \(pairs.quoted) p USING unnest($1, $2) u (o, m) \
          WHERE p.owner_id = u.o AND p.member_id = u.m
          """
          : """
          INSERT INTO \(pairs.quoted) (owner_id, member_id) SELECT * FROM unnest($1, $2) \
          ON CONFLICT DO NOTHING
          """, parameters)
    }

    /// Numbers the members of an owner.
    private func write(_ order: StoreChanges.Order, _ connection: PostgresConnection) throws {
      var parameters = PostgresParameters()
      parameters.add(keys: order.members)
      try parameters.add(.integer(order.owner), .int8)
      let places = "unnest($1) WITH ORDINALITY u (id, place)"
      switch order.relationship.place {
      case .pairs(let name, let isInverted):
        guard let pairs = layout.pairs[name] else { return }
        let (own, other, place) =
          isInverted
          ? ("member_id", "owner_id", "owner_place") : ("owner_id", "member_id", "member_place")
        try connection.query(
          """
          UPDATE \(pairs.quoted) p SET \(place) = u.place FROM \(places) \
          WHERE p.\(own) = $2 AND p.\(other) = u.id AND p.\(place) IS DISTINCT FROM u.place
          """, parameters)
      case .column(let name, let keyPath):
        guard let entity = layout.schema?.entity(named: name),
          let column = layout.column(keyPath, of: entity),
          let place = column.orderName.map(PostgresNames.quoted)
        else { return }
        try connection.query(
          """
          UPDATE \(layout.table(entity).quoted) t SET \(place) = u.place FROM \(places) \
          WHERE t.id = u.id AND t.\(column.quoted) = $2 AND t.\(place) IS DISTINCT FROM u.place
          """, parameters)
      }
    }

    // MARK: Groups

    /// Values that are alike, each group in the order of its first.
    private func groups<Element, Key: Hashable>(
      of elements: [Element], by key: (Element) -> Key
    ) -> [(key: Key, elements: [Element])] {
      var places: [Key: Int] = [:]
      var groups: [(key: Key, elements: [Element])] = []
      for element in elements {
        let key = key(element)
        if let place = places[key] {
          groups[place].elements.append(element)
        } else {
          places[key] = groups.count
          groups.append((key, [element]))
        }
      }
      return groups
    }

    private func chunks<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
      stride(from: 0, to: elements.count, by: Self.chunk).map {
        elements[$0..<min($0 + Self.chunk, elements.count)]
      }
    }
  }

  extension StoreChanges.Row {
    /// What rows of one statement have in common.
    fileprivate struct Form: Hashable {
      let entity: Int
      let columns: [Int]
    }

    fileprivate var form: Form { Form(entity: entity.index, columns: columns) }
  }

  extension PostgresLayout.Column {
    /// A value as it was sent, in the column's type.
    fileprivate func value(_ sent: String) -> String {
      type.sent == type ? sent : "\(sent)::\(type.name)"
    }
  }

  extension PostgresFailure {
    /// A Boolean value that says whether the same transaction may succeed when it is tried again.
    fileprivate var isTransient: Bool { state == "40001" || state == "40P01" }
  }
#endif
