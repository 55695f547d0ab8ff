#if PostgreSQL
  // The content is copied to a database in memory, migrated there with blocks and
  // policies, and written to new tables.
  //
  //   BEGIN
  //   SELECT pg_advisory_xact_lock(…)            programs that have the store open share the lock
  //   SELECT … FROM every table
  //   DROP TABLE …; CREATE TABLE …; INSERT …     after the migration has succeeded
  //   COMMIT
  //
  // Rows keep their keys. The content has one series of keys for all hierarchies, so a key of the
  // content is the row's key times the number of hierarchies, plus the number of its hierarchy.

  /// The content of a store whose values a migration must compute.
  final class PostgresContent: AtomicStore, @unchecked Sendable {
    // because one thread opens a store.

    let typeName = "PostgreSQL"
    private let connection: PostgresConnection
    private let schema: String
    private let identifier: UUID
    private let model: ManagedObjectModel
    private let old: PostgresLayout
    private let new: PostgresLayout
    private let options: MigrationOptions
    private var lastKey: Int64 = 0

    init(
      _ connection: PostgresConnection, _ schema: String, _ identifier: UUID,
      _ model: ManagedObjectModel, from old: PostgresLayout, to new: PostgresLayout,
      _ options: MigrationOptions
    ) {
      self.connection = connection
      self.schema = schema
      self.identifier = identifier
      self.model = model
      self.old = old
      self.new = new
      self.options = options
    }

    /// Writes the content of the store, without changes, to the tables of a
    /// newer model.
    func rewrite(_ newer: ManagedObjectModel) throws {
      let place = URL(filePath: typeName)
      try save(try load(from: place, model: model), of: newer, to: place)
    }

    // MARK: Reading

    func exists(at url: URL) -> Bool { true }

    func description(at url: URL) throws -> StoreDescription {
      try StoreDescription(identifier: identifier, model, type: .custom(self))
    }

    func remove(at url: URL) {}

    func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent {
      do {
        var content = StoreContent(
          identifier: identifier, metadata: try description(at: url).metadata)
        try requireNoStrangers()
        let links = try links()
        for entity in old.entities where !entity.entity.description.isAbstract {
          content.objects += try objects(entity.entity, links)
        }
        lastKey = content.objects.map(\.key).max() ?? 0
        content.lastKey = lastKey
        return content
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    /// Checks that all rows are represented by objects, because other rows
    /// would be lost with their tables.
    ///
    /// - Throws: `StoreError` if there are other rows.
    private func requireNoStrangers() throws {
      for (root, table) in old.tables.sorted(by: { $0.key < $1.key }) where table.isShared {
        let family = old.family(of: old.entities[root].entity)
        let names = family.filter { !$0.description.isAbstract }.map(\.name)
        let rows = try connection.query(
          "SELECT id FROM \(table.quoted) WHERE NOT entity = ANY($1) ORDER BY id LIMIT 1",
          PostgresParameters(lists: [names]))
        guard rows.count > 0 else { continue }
        throw StoreError(
          .wrongType,
          """
          row \(rows.integer(0, 0) ?? 0) of table '\(table.name)' belongs to an entity that the \
          model does not have; correct or delete the row with SQL first
          """)
      }
    }

    private struct Owner: Hashable {
      let root: Int
      let key: Int64
    }

    /// Returns the key that represents a row in the content. It is unique
    /// across all hierarchies.
    ///
    /// - Throws: `StoreError` (`.tooManyObjects`) if the row's key is too
    ///   great.
    private func contentKey(_ root: Int, _ key: Int64) throws -> Int64 {
      let (product, overflows) = key.multipliedReportingOverflow(by: Int64(old.entities.count))
      guard !overflows, product < Int64.max - Int64(root) else {
        throw StoreError(.tooManyObjects, "the key \(key) is too large to be migrated")
      }
      return product + Int64(root)
    }

    private func root(_ name: String) -> Int {
      old.schema?.entity(named: name)?.rootIndex ?? 0
    }

    private func links() throws -> [Owner: [String: [Int64]]] {
      var links: [Owner: [String: [Int64]]] = [:]
      for entity in old.entities.map(\.entity) {
        let inherited = entity.description.parentName.flatMap { old.schema?.entity(named: $0) }
        for relationship in entity.relationships
        where inherited?.relationships.contains(where: { $0.name == relationship.name }) != true {
          guard let sql = old.members(of: relationship, "IS NOT NULL") else { continue }
          let destination = root(relationship.destinationName)
          let rows = try connection.query(sql)
          for row in 0..<rows.count {
            let owner = Owner(root: entity.rootIndex, key: rows.integer(row, 0) ?? 0)
            links[owner, default: [:]][relationship.name, default: []].append(
              try contentKey(destination, rows.integer(row, 1) ?? 0))
          }
        }
      }
      return links
    }

    private func objects(
      _ entity: StoreSchema.Entity, _ links: [Owner: [String: [Int64]]]
    ) throws -> [StoredObject] {
      let table = old.table(entity)
      let columns = old.entities[entity.index].columns.map { table.columns[$0] }
      let names = ["id"] + columns.map(\.quoted)
      let condition = table.isShared ? " WHERE entity = \(PostgresNames.literal(entity.name))" : ""
      let sql =
        "SELECT \(names.joined(separator: ", ")) FROM \(table.quoted)\(condition) ORDER BY id"
      var objects: [StoredObject] = []
      try connection.stream(sql, PostgresParameters()) { rows in
        for row in 0..<rows.count {
          let key = rows.integer(row, 0) ?? 0
          var object = StoredObject(
            entityName: entity.name, key: try contentKey(entity.rootIndex, key),
            links: links[Owner(root: entity.rootIndex, key: key)] ?? [:])
          for (index, column) in entity.columns.enumerated() {
            guard let bytes = rows.bytes(row, index + 1) else { continue }
            guard PostgresValue.isHeld(bytes, columns[index].type) else {
              throw unheld(columns[index], table, key)
            }
            if let destination = column.destinationName {
              object.links[column.keyPath] = [
                try contentKey(root(destination), PostgresValue.integer(bytes))
              ]
            } else {
              object.values[column.keyPath] = PostgresValue.constant(
                bytes, columns[index].type, column.type)
            }
          }
          objects.append(object)
        }
      }
      return objects
    }

    private func unheld(
      _ column: PostgresLayout.Column, _ table: PostgresLayout.Table, _ key: Int64
    ) -> StoreError {
      StoreError(
        .wrongType,
        """
        row \(key) of table '\(table.name)' has a value in column '\(column.name)' that its type \
        in the model cannot represent, such as an infinite time or a number with too many digits; \
        correct it with SQL first
        """)
    }

    // MARK: Writing

    func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws {
      do {
        let privileges = try PostgresForeignObjects(connection, old).privileges()
        let last = try dropTables()
        guard let schema = new.schema else { return }
        let setup = PostgresSetup(connection, schema: self.schema, .full)
        try setup.write(new, schema.model)
        let origins = PostgresOrigins(old, new, options)
        for grant in origins.grants(privileges) {
          try connection.execute(grant)
        }
        var rewriting = PostgresRewriting(
          new, connection, lastKey: lastKey, hierarchies: Int64(old.entities.count))
        try rewriting.write(content, keysAfter: last)
        if try setup.hasHistory { try origins.moveHistory(connection, moved: rewriting.moved) }
        try connection.execute(options.transactionEnd)
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    /// Drops the tables of the older model.
    ///
    /// - Returns: The greatest key that may have been assigned.
    private func dropTables() throws -> Int64 {
      var last: Int64 = 0
      for table in old.tables.values {
        let row = try connection.query("SELECT last_value FROM \(table.sequence)")
        last = max(last, row.integer(0, 0) ?? 0)
      }
      let tables = old.pairs.values.map(\.quoted) + old.tables.values.map(\.quoted)
      if !tables.isEmpty {
        try connection.execute("DROP TABLE \(tables.sorted().joined(separator: ", "))")
      }
      for table in old.tables.values {
        try connection.execute("DROP SEQUENCE IF EXISTS \(table.sequence)")
      }
      return last + PostgresLayout.keyBlock
    }
  }
#endif
