#if PostgreSQL
  // Fetches are compiled into statements of this form:
  //
  //   SELECT t0.id, t0.version, t0.name, ... FROM bank t0
  //   WHERE t0.zip > $1 ORDER BY t0.name NULLS FIRST, t0.id LIMIT 20 OFFSET 40
  //   SELECT ... FROM bank t0 WHERE t0.id = ANY($1)

  extension PostgresStore {
    public func parts(of fetch: StoreFetch) -> StoreFetch.Parts {
      var parts: StoreFetch.Parts = []
      var compiler = PostgresCompiler(layout, self)
      if fetch.condition.map({ compiler.condition($0, fetch.entity) != nil }) ?? true {
        parts.insert(.condition)
      }
      if compiler.order(fetch.order, fetch.entity) != nil { parts.insert(.order) }
      if parts.contains([.condition, .order]) { parts.insert(.window) }
      return parts
    }

    public func read(
      _ fetch: StoreFetch, _ parts: StoreFetch.Parts, into sink: RowSink
    ) throws {
      let statement = try statement(of: fetch, parts)
      var hasBegun = false
      // Rows that have already been passed on cannot be withdrawn.
      func isRepeatable(_ failure: PostgresFailure) -> Bool { !hasBegun }
      func add(_ row: some PostgresRow) throws {
        hasBegun = true
        try statement.selection.add(row, to: sink)
      }
      try pool.withConnection(isRepeatable: isRepeatable) { connection in
        // COPY takes no parameters. In libpq it needs half the time of SELECT, for
        // which a result object is created for each row.
        if statement.parameters.count == 0, fetch.limit == nil, profile == .full {
          try connection.copy(from: statement.sql) { try add($0) }
        } else {
          try connection.stream(statement.sql, statement.parameters) { rows in
            for row in rows.rows { try add(row) }
          }
        }
      }
    }

    public func count(_ fetch: StoreFetch) throws -> Int {
      var compiler = PostgresCompiler(layout, self)
      let condition = compiler.filter(fetch, isFull: true)
      let sql = "SELECT count(*) FROM \(layout.table(fetch.entity).quoted) t0\(condition)"
      return try pool.withConnection {
        Int(try $0.query(sql, try compiler.parameters()).integer(0, 0) ?? 0)
      }
    }

    public func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String {
      let statement = try statement(of: fetch, parts)
      return try pool.withConnection { connection in
        let plan = try connection.query("EXPLAIN " + statement.sql, statement.parameters)
        let lines = (0..<plan.count).map { "plan: " + (plan.text($0, 0) ?? "") }
        return ([statement.sql] + lines).joined(separator: "\n")
      }
    }

    private func statement(
      of fetch: StoreFetch, _ parts: StoreFetch.Parts
    ) throws -> (sql: String, parameters: PostgresParameters, selection: PostgresSelection) {
      var compiler = PostgresCompiler(layout, self)
      let selection = layout.selection(of: fetch.entities, "t0")
      var sql = "SELECT \(selection.sql) FROM \(layout.table(fetch.entity).quoted) t0"
      sql += compiler.filter(fetch, isFull: parts.contains(.condition))
      if parts.contains(.order), let order = compiler.order(fetch.order, fetch.entity) {
        sql += " ORDER BY \(order)"
      }
      if parts.contains(.window) {
        if let limit = fetch.limit { sql += " LIMIT \(limit)" }
        if fetch.offset > 0 { sql += " OFFSET \(fetch.offset)" }
      }
      return (sql, try compiler.parameters(), selection)
    }

    // MARK: By key

    public func read(keys: [Int64], of entity: StoreSchema.Entity, into sink: RowSink) throws {
      let selection = layout.selection(of: layout.family(of: entity), "t0")
      let sql =
        "SELECT \(selection.sql) FROM \(layout.table(entity).quoted) t0 WHERE t0.id = ANY($1)"
      try pool.withConnection { connection in
        let rows = try connection.query(sql, PostgresParameters(keys: keys))
        for row in rows.rows { try selection.add(row, to: sink) }
      }
    }

    public func versions(of keys: [Int64], _ root: StoreSchema.Entity) throws -> [Int64: Int32] {
      try pool.withConnection { connection in
        let rows = try connection.query(
          "SELECT id, version FROM \(layout.table(root).quoted) WHERE id = ANY($1)",
          PostgresParameters(keys: keys))
        return Dictionary(
          first: rows.rows.map { ($0.integer(0) ?? 0, Int32(clamping: $0.integer(1) ?? 0)) })
      }
    }

    public func members(
      of relationship: StoreSchema.Relationship, owners: [Int64]
    ) throws -> [[Int64]] {
      guard let sql = layout.members(of: relationship, "= ANY($1)") else {
        return owners.map { _ in [] }
      }
      return try pool.withConnection { connection in
        let rows = try connection.query(sql, PostgresParameters(keys: owners))
        var members: [Int64: [Int64]] = [:]
        for row in 0..<rows.count {
          members[rows.integer(row, 0) ?? 0, default: []].append(rows.integer(row, 1) ?? 0)
        }
        return owners.map { members[$0] ?? [] }
      }
    }

    public func reserveKeys(
      _ count: Int64, of root: StoreSchema.Entity
    ) throws -> ClosedRange<Int64> {
      try pool.withConnection { connection in
        let sequence = PostgresNames.literal(layout.table(root).sequence)
        let blocks = min(max(count / PostgresLayout.keyBlock, 1), Self.mostBlocks)
        let rows = try connection.query(
          "SELECT nextval(\(sequence)) FROM generate_series(1, \(blocks))")
        let first = rows.integer(0, 0) ?? 1
        var next = first + PostgresLayout.keyBlock
        // Another program may have reserved a block in between; the blocks after it
        // remain unused.
        for row in 1..<max(rows.count, 1) {
          guard rows.integer(row, 0) == next else { break }
          next += PostgresLayout.keyBlock
        }
        return first...next - 1
      }
    }

    /// The maximum number of blocks of keys that are reserved at a time.
    private static var mostBlocks: Int64 { 4 }
  }
#endif
