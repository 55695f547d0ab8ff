#if PostgreSQL
  internal import ModelRuntime
  internal import ModelSchema

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  // A store's tables. One row says which store it is and which model it holds:
  //
  //   CREATE TABLE model_store (identifier uuid, model jsonb)
  //
  // What a newer model adds is added; what it takes away or turns into something else is refused.

  /// Makes a store's tables, and adds what a model has more.
  struct PostgresSetup {
    private let connection: PostgresConnection
    private let schema: String
    private let profile: PostgresProfile

    init(_ connection: PostgresConnection, schema: String, _ profile: PostgresProfile) {
      self.connection = connection
      self.schema = schema
      self.profile = profile
    }

    /// The identity of the store; a new one where there is none yet.
    func identifier() throws -> UUID {
      try locked {
        if try has("model_store") {
          try checkProfile()
        } else {
          if try connection.query(
            "SELECT 1 FROM pg_namespace WHERE nspname = \(PostgresNames.literal(schema))"
          ).count == 0 {
            try connection.execute("CREATE SCHEMA IF NOT EXISTS \(PostgresNames.quoted(schema))")
          }
          for statement in creation { try connection.execute(statement) }
        }
        let text = try connection.query("SELECT identifier::text FROM model_store").text(0, 0)
        guard let identifier = text.flatMap(UUID.init(uuidString:)) else {
          throw StoreError(.notThisLayout, "the table 'model_store' has no identifier")
        }
        return identifier
      }
    }

    /// The table of the store itself, which is the last, and its one row.
    private var creation: [String] {
      let writers = """
        CREATE TABLE IF NOT EXISTS model_writers (writer uuid PRIMARY KEY, saves bigint NOT NULL)
        """
      return (profile == .portable ? [writers] : []) + [
        """
        CREATE TABLE IF NOT EXISTS model_store (
          identifier uuid NOT NULL, model jsonb, number integer PRIMARY KEY DEFAULT 1)
        """,
        """
        INSERT INTO model_store (identifier) VALUES ('\(UUID().uuidString)') \
        ON CONFLICT DO NOTHING
        """,
      ]
    }

    private func has(_ table: String) throws -> Bool { try !columns(of: table).isEmpty }

    private func checkProfile() throws {
      let found: PostgresProfile = try has("model_writers") ? .portable : .full
      guard found != profile else { return }
      throw StoreError(
        .modelMismatch,
        "the store was made with the profile '\(found.rawValue)': open it with that one")
    }

    /// Makes the tables of a layout, or adds to those that are there.
    ///
    /// - Returns: The fingerprint of the model, as the database keeps it.
    func prepare(_ layout: PostgresLayout) throws -> String {
      guard let model = layout.schema?.model else { return "" }
      return try locked {
        if try PostgresMigration.storedModel(connection) == model {
          try check(layout)
        } else {
          try write(layout, model)
        }
        return try PostgresMigration.fingerprint(connection)
      }
    }

    /// Makes what is not there, and notes the model.
    func write(_ layout: PostgresLayout, _ model: ManagedObjectModel) throws {
      for statement in try statements(layout) { try connection.execute(statement) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      var parameters = PostgresParameters()
      let text = String(decoding: try encoder.encode(model), as: UTF8.self)
      try parameters.add(.string(text), .text)
      try connection.query("UPDATE model_store SET model = $1::jsonb", parameters)
    }

    /// Refuses tables that somebody else has changed.
    private func check(_ layout: PostgresLayout) throws {
      for table in layout.tables.sorted(by: { $0.key < $1.key }).map(\.value) {
        let present = try columns(of: table.name)
        for column in table.columns where present[column.name] != column.type.name {
          throw mismatch(table, column, present[column.name] ?? "nothing")
        }
      }
    }

    /// Runs the body in a transaction while no other program sets the store up.
    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
      if profile == .portable { return try repeated(body) }
      return try connection.transaction {
        try lock()
        return try body()
      }
    }

    /// Runs the body, whose statements do nothing the second time, again where another program
    /// made the same at the same moment.
    private func repeated<Result>(_ body: () throws -> Result) throws -> Result {
      for _ in 0..<8 {
        do {
          return try body()
        } catch let failure as PostgresFailure where failure.isAlreadyThere {}
      }
      return try body()
    }

    /// Waits until no other program sets the store up, and keeps it so for the transaction.
    func lock() throws {
      try connection.query(
        "SELECT pg_advisory_xact_lock(hashtext(\(PostgresNames.literal("model_store." + schema))))")
    }

    // MARK: Statements

    private func statements(_ layout: PostgresLayout) throws -> [String] {
      let tables = layout.tables.sorted { $0.key < $1.key }.map(\.value)
      var statements: [String] = []
      for table in tables {
        let present = try columns(of: table.name)
        if present.isEmpty { statements += creation(of: table) }
        for column in table.columns {
          if let type = present[column.name] {
            guard type == column.type.name else { throw mismatch(table, column, type) }
          } else {
            statements.append(addition(of: column.name, declaration(column.type), to: table))
          }
          if let place = column.orderName, present[place] == nil {
            statements.append(addition(of: place, "bigint", to: table))
          }
        }
      }
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name })
      where try columns(of: pairs.name).isEmpty {
        statements += creation(of: pairs, layout)
      }
      return try statements + references(layout) + indexes(layout)
    }

    /// A column of a table; texts are ordered by their characters' numbers.
    private func addition(
      of name: String, _ type: String, to table: PostgresLayout.Table
    ) -> String {
      "ALTER TABLE \(table.quoted) ADD COLUMN IF NOT EXISTS \(PostgresNames.quoted(name)) \(type)"
    }

    private func declaration(_ type: PostgresType) -> String {
      type == .text ? "text" + collation : type.name
    }

    private var collation: String { profile == .full ? " COLLATE \"C\"" : "" }

    /// The clause that makes a constraint wait for the commit.
    private var deferral: String {
      profile == .full ? " DEFERRABLE INITIALLY DEFERRED" : ""
    }

    private func mismatch(
      _ table: PostgresLayout.Table, _ column: PostgresLayout.Column, _ type: String
    ) -> StoreError {
      StoreError(
        .modelMismatch,
        """
        column '\(column.name)' of table '\(table.name)' holds \(type), and the model's are \
        \(column.type.name): change it with SQL of your own first
        """)
    }

    /// The types of a table's columns, by name; none where there is no such table.
    private func columns(of table: String) throws -> [String: String] {
      var parameters = PostgresParameters()
      try parameters.add(.string(schema), .text)
      try parameters.add(.string(table), .text)
      let rows = try connection.query(
        """
        SELECT column_name::text, CASE data_type WHEN 'timestamp with time zone' \
        THEN 'timestamptz' ELSE data_type END FROM information_schema.columns \
        WHERE table_schema = $1 AND table_name = $2
        """, parameters)
      var types: [String: String] = [:]
      for row in 0..<rows.count { types[rows.text(row, 0) ?? ""] = rows.text(row, 1) }
      return types
    }

    /// A table without columns of values, and the sequence of its keys, which are given out in
    /// blocks.
    private func creation(of table: PostgresLayout.Table) -> [String] {
      let entity = table.isShared ? ", entity text\(collation) NOT NULL" : ""
      let shard = table.shard.map { ", \($0.quoted) \(declaration($0.type)) NOT NULL" } ?? ""
      let key = (["id"] + (table.shard.map { [$0.quoted] } ?? [])).joined(separator: ", ")
      return [
        "CREATE SEQUENCE IF NOT EXISTS \(table.sequence) INCREMENT BY \(PostgresLayout.keyBlock)",
        """
        CREATE TABLE IF NOT EXISTS \(table.quoted) (\
        id bigint DEFAULT nextval('\(table.sequence)'), \
        version integer NOT NULL DEFAULT 1\(entity)\(shard), PRIMARY KEY (\(key)))
        """,
      ]
    }

    private func creation(of pairs: PostgresLayout.Pairs, _ layout: PostgresLayout) -> [String] {
      let (owner, member) = (layout.tables[pairs.owner], layout.tables[pairs.member])
      let index = PostgresNames.quoted(PostgresNames.limited(pairs.name + "_member_id_idx"))
      return [
        """
        CREATE TABLE IF NOT EXISTS \(pairs.quoted) (\
        owner_id bigint NOT NULL REFERENCES \(owner?.quoted ?? "")\(deferral), \
        member_id bigint NOT NULL REFERENCES \(member?.quoted ?? "")\(deferral), \
        owner_place bigint, member_place bigint, PRIMARY KEY (owner_id, member_id))
        """,
        "CREATE INDEX IF NOT EXISTS \(index) ON \(pairs.quoted) (member_id, owner_id)",
      ]
    }

    /// The foreign keys that are not there yet, each with an index.
    private func references(_ layout: PostgresLayout) throws -> [String] {
      var statements: [String] = []
      for (_, table) in layout.tables.sorted(by: { $0.key < $1.key }) {
        for column in table.columns {
          guard let other = column.destination.flatMap({ layout.tables[$0] }) else { continue }
          let name = PostgresNames.limited("\(table.name)_\(column.name)")
          let key = PostgresNames.limited(name + "_fkey")
          if try !hasConstraint(key) {
            statements.append(
              """
              ALTER TABLE \(table.quoted) ADD CONSTRAINT \(PostgresNames.quoted(key)) \
              FOREIGN KEY \(columns(of: column, from: table, to: other))\(deferral)
              """)
          }
          let index = PostgresNames.quoted(PostgresNames.limited(name + "_idx"))
          statements.append(
            "CREATE INDEX IF NOT EXISTS \(index) ON \(table.quoted) (\(column.quoted))")
        }
      }
      return statements
    }

    /// The columns of a reference: among rows that are spread with the value that both rows have,
    /// which of what is spread by its key is that.
    private func columns(
      of column: PostgresLayout.Column, from table: PostgresLayout.Table,
      to other: PostgresLayout.Table
    ) -> String {
      guard let shard = other.shard else { return "(\(column.quoted)) REFERENCES \(other.quoted)" }
      return """
        (\(column.quoted), \(table.shard?.quoted ?? "id")) \
        REFERENCES \(other.quoted) (id, \(shard.quoted))
        """
    }

    private func hasConstraint(_ name: String) throws -> Bool {
      var parameters = PostgresParameters()
      try parameters.add(.string(name), .text)
      return try connection.query(
        """
        SELECT 1 FROM information_schema.table_constraints \
        WHERE constraint_schema = current_schema() AND constraint_name = $1
        """, parameters
      ).count > 0
    }

    // MARK: Indexes

    private func indexes(_ layout: PostgresLayout) throws -> [String] {
      var statements: [String] = []
      for entity in layout.entities {
        let table = layout.table(entity.entity)
        for columns in entity.entity.uniqueColumns where !columns.isEmpty {
          var names = columns.map { table.columns[entity.columns[$0]].quoted }
          if let shard = table.shard?.quoted, !names.contains(shard) { names.append(shard) }
          statements += try unique(names, entity, table, layout)
        }
        for index in entity.entity.description.indexes {
          guard let names = Self.columns(of: index, entity.entity, layout) else { continue }
          let name = PostgresNames.limited("\(table.name)_\(PostgresNames.snakeCase(index.name))")
          statements.append(
            """
            CREATE INDEX IF NOT EXISTS \(PostgresNames.quoted(name)) ON \(table.quoted) \
            (\(names.joined(separator: ", ")))
            """)
        }
      }
      return statements
    }

    /// A rule that is checked at the end of a save, so that objects can exchange values. One for
    /// some of the entities of a table is an exclusion: a part of a table has no unique constraint,
    /// and a unique index cannot wait.
    private func unique(
      _ names: [String], _ entity: PostgresLayout.Entity, _ table: PostgresLayout.Table,
      _ layout: PostgresLayout
    ) throws -> [String] {
      let list = names.joined(separator: ", ")
      let plain = names.joined(separator: "_").replacing("\"", with: "")
      let name = PostgresNames.limited("\(table.name)_\(plain)_key")
      let isWhole = entity.entity.index == entity.entity.rootIndex
      let family = layout.family(of: entity.entity).map { PostgresNames.literal($0.name) }
      let part = "(entity IN (\(family.joined(separator: ", "))))"
      guard profile == .full else {
        let condition = isWhole ? "" : " WHERE \(part)"
        return [
          """
          CREATE UNIQUE INDEX IF NOT EXISTS \(PostgresNames.quoted(name)) \
          ON \(table.quoted) (\(list))\(condition)
          """
        ]
      }
      guard try !hasRelation(name) else { return [] }
      let pairs = names.map { "\($0) WITH =" }.joined(separator: ", ")
      let rule = isWhole ? "UNIQUE (\(list))" : "EXCLUDE (\(pairs)) WHERE \(part)"
      return [
        """
        ALTER TABLE \(table.quoted) ADD CONSTRAINT \(PostgresNames.quoted(name)) \(rule)\(deferral)
        """
      ]
    }

    private func hasRelation(_ name: String) throws -> Bool {
      var parameters = PostgresParameters()
      try parameters.add(.string(name), .text)
      return try connection.query(
        "SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace",
        parameters
      ).count > 0
    }

    /// The columns of an index, in the order in which fetches sort; nil for one over what has no
    /// column.
    private static func columns(
      of index: FetchIndexDescription, _ entity: StoreSchema.Entity, _ layout: PostgresLayout
    ) -> [String]? {
      let columns = index.elements.map { element in
        layout.column(element.keyPath, of: entity).map {
          $0.quoted + (element.isAscending ? " NULLS FIRST" : " DESC NULLS LAST")
        }
      }
      return columns.contains { $0 == nil } || columns.isEmpty ? nil : columns.compactMap(\.self)
    }
  }

  extension PostgresLayout.Table {
    /// The sequence of its keys, in SQL.
    var sequence: String { PostgresNames.quoted(PostgresNames.limited(name + "_id_seq")) }
  }

  extension PostgresLayout {
    /// The number of keys that a program gets at a time.
    static let keyBlock: Int64 = 1024
  }
#endif
