#if PostgreSQL
  // A save is a transaction of few statements, each of which handles up to thousands of
  // rows:
  //
  //   DELETE FROM bank_tags WHERE owner_id = ANY($1)
  //   DELETE FROM bank t USING unnest($1, $2) u (id, base) WHERE t.id = u.id AND t.version = u.base
  //   UPDATE bank t SET version = u.version, name = u.c1 FROM unnest($1, $2, $3, $4) u (...)
  //   INSERT INTO bank (id, version, name) SELECT id, v, c1 FROM unnest($1, $2, $3) u (id, v, c1)
  //   COPY bank (id, version, name) FROM STDIN (FORMAT binary)                for many rows
  //
  // The condition of each statement includes the version with which the rows were read;
  // if a statement changes fewer rows than it was given, there is a conflict.
  // References and unique values are checked at the commit. A transaction that fails
  // because of another one (40001, deadlocks) is repeated.
  //
  // Rows from which values are derived are locked before they are read:
  //
  //   SELECT id FROM party WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE

  /// A writer that applies the changes of a save within a transaction.
  struct PostgresWriter {
    /// The maximum number of rows that one statement writes.
    static let chunk = 4096
    /// The maximum size, in bytes, of the values that one statement writes.
    /// Only a statement for a single row can exceed it. The server accepts up
    /// to a gigabyte.
    static let chunkBytes = 16 << 20
    /// The minimum number of new rows for which COPY is used.
    static let bulk = 128

    let layout: PostgresLayout
    let connection: PostgresConnection
    let profile: PostgresProfile

    init(
      _ layout: PostgresLayout, _ connection: PostgresConnection, _ profile: PostgresProfile
    ) {
      self.layout = layout
      self.connection = connection
      self.profile = profile
    }

    /// Writes changes, and returns the deletions of rows that others had already deleted.
    @discardableResult
    func write(_ changes: StoreChanges) throws -> [StoreChanges.Delete] {
      var changes = changes
      let gone: [StoreChanges.Delete]
      // Without deferred constraints, a row must never refer to a missing row.
      if profile == .portable {
        for link in changes.removedLinks { try change(link, isRemoval: true) }
        changes.removedLinks = []
        try park(changes)
        changes.updates += takeReferences(&changes.inserts)
        gone = try delete(changes.deletes)
        try insert(changes.inserts)
        try update(changes.updates)
      } else {
        gone = try delete(changes.deletes)
        try update(changes.updates)
        try insert(changes.inserts)
      }
      for link in changes.removedLinks { try change(link, isRemoval: true) }
      for link in changes.insertedLinks { try change(link, isRemoval: false) }
      for (place, orders) in groups(of: changes.orders, by: \.relationship.place) {
        try write(orders, place)
      }
      return gone
    }

    /// Locks rows, in the order of their keys, until the transaction ends.
    func lock(_ lock: StoreLock) throws {
      try self.lock(
        lock.keys, of: layout.table(lock.root), lock.isShared ? "SHARE" : "NO KEY UPDATE")
    }

    private func lock(
      _ keys: [Int64], of table: PostgresLayout.Table, _ strength: String
    ) throws {
      for part in chunks(of: keys) {
        try connection.query(
          "SELECT id FROM \(table.quoted) WHERE id = ANY($1) ORDER BY id FOR \(strength)",
          PostgresParameters(keys: Array(part)))
      }
    }

    private func delete(_ deletes: [StoreChanges.Delete]) throws -> [StoreChanges.Delete] {
      // All transactions lock tables and rows in the same order, which prevents
      // deadlocks. Rows whose distribution value depends on others come first.
      let deletes = deletes.sorted {
        (-depth($0.entity), $0.entity.rootIndex) < (-depth($1.entity), $1.entity.rootIndex)
      }
      return try groups(of: deletes, by: \.entity.rootIndex).flatMap { entity, deletes in
        try chunks(of: deletes).flatMap { try delete($0, layout.schema?.entities[entity]) }
      }
    }

    func update(_ updates: [StoreChanges.Row]) throws {
      let updates = updates.sorted {
        ($0.entity.rootIndex, $0.key) < ($1.entity.rootIndex, $1.key)
      }
      for (_, rows) in groups(of: updates, by: \.form) {
        for part in chunks(of: rows, by: \.byteCount) { try update(part) }
      }
    }

    private func insert(_ inserts: [StoreChanges.Row]) throws {
      let groups = groups(of: inserts, by: \.form).map(\.elements)
      // New rows copy the distribution value from other rows, which must be inserted
      // first.
      for depth in Set(groups.map { depth($0[0].entity) }).sorted() {
        for rows in groups where self.depth(rows[0].entity) == depth { try insert(all: rows) }
      }
    }

    private func insert(all rows: [StoreChanges.Row]) throws {
      let takesValues = rows.first.flatMap { layout.table($0.entity).shard?.source } != nil
      // For few rows, the overhead of COPY (two round trips and a plan) is not
      // worthwhile.
      if rows.count >= Self.bulk, !takesValues { return try copy(rows) }
      for part in chunks(of: rows, by: \.byteCount) { try insert(part) }
    }

    private func depth(_ entity: StoreSchema.Entity) -> Int {
      layout.table(entity).shard?.depth ?? 0
    }

    // MARK: Rows

    private func delete(
      _ deletes: ArraySlice<StoreChanges.Delete>, _ root: StoreSchema.Entity?
    ) throws -> [StoreChanges.Delete] {
      guard let root, let first = deletes.first else { return [] }
      let keys = PostgresParameters(keys: deletes.map(\.key))
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name }) {
        for (column, end) in [("owner_id", pairs.owner), ("member_id", pairs.member)]
        where end == root.index {
          try connection.query("DELETE FROM \(pairs.quoted) WHERE \(column) = ANY($1)", keys)
        }
      }
      let table = layout.table(root).quoted
      var parameters = keys
      try parameters.add(deletes.map { .integer(Int64($0.baseVersion)) }, .int4)
      let lock = locking(table, deletes.count)
      let result = try connection.query(
        """
        \(lock.with)DELETE FROM \(table) t USING unnest($1, $2) u (id, base)\(lock.join) \
        WHERE t.id = u.id AND t.version = u.base RETURNING t.id
        """, parameters)
      guard result.count < deletes.count else { return [] }
      // Rows that have already been deleted are not a conflict.
      let left = try connection.query("SELECT 1 FROM \(table) WHERE id = ANY($1)", keys)
      if left.count > 0 { throw conflict(first.entity) }
      let deleted = Set((0..<result.count).map { result.integer($0, 0) })
      return deletes.filter { !deleted.contains($0.key) }
    }

    private func update(_ rows: ArraySlice<StoreChanges.Row>) throws {
      guard let first = rows.first else { return }
      let table = layout.table(first.entity).quoted
      let columns = columns(of: first)
      let settings = columns.indices.map { "\(columns[$0].quoted) = u.c\($0)" }
      let names = ["id", "base", "version"] + columns.indices.map { "c\($0)" }
      let places = names.indices.map { "$\($0 + 1)" }
      var parameters = PostgresParameters(keys: rows.map(\.key))
      try parameters.add(rows.map { .integer(Int64($0.baseVersion)) }, .int4)
      try parameters.add(rows.map { .integer(Int64($0.version)) }, .int4)
      try add(rows, columns, to: &parameters)
      let lock = locking(table, rows.count)
      let result = try connection.query(
        """
        \(lock.with)UPDATE \(table) t \
        SET \((["version = u.version"] + settings).joined(separator: ", ")) \
        FROM unnest(\(places.joined(separator: ", "))) \
        u (\(names.joined(separator: ", ")))\(lock.join) \
        WHERE t.id = u.id AND t.version = u.base
        """, parameters)
      if result.changeCount < rows.count { throw conflict(first.entity) }
    }

    /// Returns the clauses that lock several rows in key order. Without them,
    /// the order would depend on the query plan, and two transactions could
    /// deadlock, which the server detects only after a second.
    private func locking(_ table: String, _ count: Int) -> (with: String, join: String) {
      guard count > 1 else { return ("", "") }
      let keys = "SELECT id FROM \(table) WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE"
      return ("WITH l AS MATERIALIZED (\(keys)) ", " JOIN l USING (id)")
    }

    private func insert(_ rows: ArraySlice<StoreChanges.Row>) throws {
      guard let first = rows.first else { return }
      let table = layout.table(first.entity)
      let columns = columns(of: first)
      let entity =
        table.isShared ? (", entity", ", " + PostgresNames.literal(first.entity.name)) : ("", "")
      let shard = shard(first)
      let list = ["id", "version"] + columns.indices.map { "c\($0)" }
      let values = columns.indices.map { ", u.c\($0)" }.joined()
      let places = list.indices.map { "$\($0 + 1)" }
      var parameters = PostgresParameters(keys: rows.map(\.key))
      try parameters.add(rows.map { .integer(Int64($0.version)) }, .int4)
      try add(rows, columns, to: &parameters)
      try connection.query(
        """
        INSERT INTO \(table.quoted) (id, version\(entity.0)\(shard.0)\(names(columns))) \
        SELECT u.id, u.version\(entity.1)\(shard.1)\(values) \
        FROM unnest(\(places.joined(separator: ", "))) u (\(list.joined(separator: ", ")))
        """, parameters)
    }

    /// Returns the column of the value by which rows are distributed, and the
    /// query that copies it from the referenced row, each preceded by a comma.
    /// Both are empty unless the value is copied and the row contains the
    /// reference.
    private func shard(_ row: StoreChanges.Row) -> (String, String) {
      let places = layout.entities[row.entity.index].columns
      guard let shard = layout.table(row.entity).shard,
        let source = shard.source.flatMap({ layout.tables[$0] }),
        let reference = row.columns.firstIndex(where: { places[$0] == shard.column })
      else { return ("", "") }
      let value = source.shard?.quoted ?? "id"
      return (
        ", \(shard.quoted)",
        ", (SELECT s.\(value) FROM \(source.quoted) s WHERE s.id = u.c\(reference))"
      )
    }

    private func copy(_ rows: [StoreChanges.Row]) throws {
      guard let first = rows.first else { return }
      let table = layout.table(first.entity)
      let columns = columns(of: first)
      let entity = table.isShared ? ConstantValue.string(first.entity.name) : nil
      let sql = """
        COPY \(table.quoted) (id, version\(entity == nil ? "" : ", entity")\(names(columns))) \
        FROM STDIN (FORMAT binary)
        """
      let fields = columns.count + (entity == nil ? 2 : 3)
      try connection.copy(sql, rows: rows.count) { index, bytes in
        let row = rows[index]
        PostgresCopy.begin(fields, &bytes)
        try PostgresValue.appendField(.integer(row.key), .int8, to: &bytes)
        try PostgresValue.appendField(.integer(Int64(row.version)), .int4, to: &bytes)
        if let entity { try PostgresValue.appendField(entity, .text, to: &bytes) }
        for (value, column) in zip(row.values, columns) {
          try PostgresValue.appendField(value, column.type, to: &bytes)
        }
      }
    }

    /// Returns the quoted names of columns, each preceded by a comma.
    private func names(_ columns: [PostgresLayout.Column]) -> String {
      columns.map { ", " + $0.quoted }.joined()
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
      _ link: StoreChanges.Link, isRemoval: Bool
    ) throws {
      guard let pairs = layout.pairs[link.pairs] else { return }
      let link = try isRemoval || !pairs.hasOneOwner ? link : takeMembers(link, pairs)
      try connection.query(
        isRemoval
          ? """
          DELETE FROM \(pairs.quoted) p USING unnest($1, $2) u (o, m) \
          WHERE p.owner_id = u.o AND p.member_id = u.m
          """
          : """
          INSERT INTO \(pairs.quoted) (owner_id, member_id) SELECT * FROM unnest($1, $2) \
          ON CONFLICT DO NOTHING
          """, PostgresParameters(keys: link.owners, link.members))
    }

    /// Removes the pairs in which a member that can have only one owner has an
    /// owner other than the new owner.
    ///
    /// - Returns: The link with only the last owner of each member.
    private func takeMembers(
      _ link: StoreChanges.Link, _ pairs: PostgresLayout.Pairs
    ) throws -> StoreChanges.Link {
      let owners = Dictionary(zip(link.members, link.owners)) { _, last in last }
      var last = StoreChanges.Link(pairs: link.pairs)
      last.members = owners.keys.sorted()
      last.owners = last.members.compactMap { owners[$0] }
      // If two transactions take the same member, the second one waits and then finds
      // the first one's pair.
      if let table = layout.tables[pairs.member] {
        try lock(last.members, of: table, "NO KEY UPDATE")
      }
      try connection.query(
        """
        DELETE FROM \(pairs.quoted) p USING unnest($1, $2) u (o, m) \
        WHERE p.member_id = u.m AND p.owner_id <> u.o
        """, PostgresParameters(keys: last.owners, last.members))
      return last
    }

    /// Writes the position of each member in its owner's relationship, counted from 1.
    private func write(
      _ orders: [StoreChanges.Order], _ place: StoreSchema.Relationship.Place
    ) throws {
      var members: [(owner: Int64, member: Int64, place: Int64)] = []
      for order in orders {
        for (place, member) in order.members.enumerated() {
          members.append((order.owner, member, Int64(place) + 1))
        }
      }
      guard let sql = statement(of: place) else { return }
      for part in chunks(of: members) {
        try connection.query(
          sql,
          PostgresParameters(
            keys: part.map(\.owner), part.map(\.member), part.map(\.place)))
      }
    }

    private func statement(of place: StoreSchema.Relationship.Place) -> String? {
      let places = "unnest($1, $2, $3) u (owner, member, place)"
      switch place {
      case .pairs(let name, let isInverted):
        guard let pairs = layout.pairs[name] else { return nil }
        let (own, other, place) = PostgresLayout.ends(isInverted)
        return """
          UPDATE \(pairs.quoted) p SET \(place) = u.place FROM \(places) \
          WHERE p.\(own) = u.owner AND p.\(other) = u.member \
          AND p.\(place) IS DISTINCT FROM u.place
          """
      case .column(let name, let keyPath):
        guard let entity = layout.schema?.entity(named: name),
          let column = layout.column(keyPath, of: entity),
          let place = column.orderName.map(PostgresNames.quoted)
        else { return nil }
        return """
          UPDATE \(layout.table(entity).quoted) t SET \(place) = u.place FROM \(places) \
          WHERE t.id = u.member AND t.\(column.quoted) = u.owner \
          AND t.\(place) IS DISTINCT FROM u.place
          """
      }
    }

    // MARK: Groups

    /// Returns elements grouped by key, in the order of the first element of
    /// each group.
    func groups<Element, Key: Hashable>(
      of elements: [Element], by key: (Element) -> Key
    ) -> [(key: Key, elements: [Element])] {
      guard let first = elements.first.map(key) else { return [] }
      // Usually all elements, or at least adjacent ones, have the same key, and a
      // comparison is cheaper than a lookup or a copy of a row.
      if elements.allSatisfy({ key($0) == first }) { return [(first, elements)] }
      var places: [Key: Int] = [:]
      var groups: [(key: Key, elements: [Element])] = []
      var last = 0
      for element in elements {
        let key = key(element)
        if groups.isEmpty || groups[last].key != key {
          last = places[key] ?? groups.count
          places[key] = last
        }
        if last == groups.count { groups.append((key, [])) }
        groups[last].elements.append(element)
      }
      return groups
    }

    func chunks<Element>(
      of elements: [Element], by byteCount: (Element) -> Int = { _ in 0 }
    ) -> [ArraySlice<Element>] {
      var chunks: [ArraySlice<Element>] = []
      var (start, bytes) = (0, 0)
      for (index, element) in elements.enumerated() {
        let more = byteCount(element)
        if index > start, index - start == Self.chunk || bytes + more > Self.chunkBytes {
          chunks.append(elements[start..<index])
          (start, bytes) = (index, 0)
        }
        bytes += more
      }
      return start < elements.count ? chunks + [elements[start...]] : chunks
    }
  }

  extension StoreChanges.Row {
    /// The entity and the columns of all rows that one statement writes.
    fileprivate struct Form: Hashable {
      let entity: Int
      let columns: [Int]
    }

    /// The total size, in bytes, of the values whose lengths are not limited.
    fileprivate var byteCount: Int {
      values.reduce(0) { $0 + $1.textLength }
    }

    fileprivate var form: Form { Form(entity: entity.index, columns: columns) }
  }
#endif
