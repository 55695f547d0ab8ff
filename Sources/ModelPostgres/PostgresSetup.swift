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

    init(_ connection: PostgresConnection, schema: String) {
      self.connection = connection
      self.schema = schema
    }

    /// The identity of the store; a new one where there is none yet.
    func identifier() throws -> UUID {
      try locked {
        if try connection.query("SELECT to_regclass('model_store')::text").text(0, 0) == nil {
          if try connection.query(
            "SELECT 1 FROM pg_namespace WHERE nspname = \(PostgresNames.literal(schema))"
          ).count == 0 {
            try connection.execute("CREATE SCHEMA \(PostgresNames.quoted(schema))")
          }
          try connection.execute(
            """
            CREATE TABLE model_store (
              identifier uuid NOT NULL, model jsonb)
            """)
          try connection.execute(
            "INSERT INTO model_store (identifier) VALUES ('\(UUID().uuidString)')")
        }
        let text = try connection.query("SELECT identifier::text FROM model_store").text(0, 0)
        guard let identifier = text.flatMap(UUID.init(uuidString:)) else {
          throw StoreError(.notThisLayout, "the table 'model_store' has no identifier")
        }
        return identifier
      }
    }

    /// Makes the tables of a layout, or adds to those that are there.
    func prepare(_ layout: PostgresLayout) throws {
      guard let model = layout.schema?.model else { return }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let text = String(decoding: try encoder.encode(model), as: UTF8.self)
      try locked {
        let known = try connection.query("SELECT model::text FROM model_store").text(0, 0)
        if let known,
          let old = try? JSONDecoder().decode(
            ManagedObjectModel.self, from: Data(known.utf8)), old == model
        {
          return
        }
        for statement in try statements(layout) { try connection.execute(statement) }
        var parameters = PostgresParameters()
        try parameters.add(.string(text), .text)
        try connection.query("UPDATE model_store SET model = $1::jsonb", parameters)
      }
    }

    /// Runs the body in a transaction while no other program sets the store up.
    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
      try connection.transaction {
        try connection.query(
          "SELECT pg_advisory_xact_lock(hashtext(\(PostgresNames.literal("model_store." + schema))))"
        )
        return try body()
      }
    }

    // MARK: Statements

    private func statements(_ layout: PostgresLayout) throws -> [String] {
      let tables = layout.tables.sorted { $0.key < $1.key }.map(\.value)
      var statements: [String] = []
      var added: Set<String> = []
      for table in tables {
        let present = try columns(of: table.name)
        if present.isEmpty { statements.append(Self.creation(of: table)) }
        for column in table.columns {
          if let type = present[column.name] {
            guard type == column.type.name else { throw mismatch(table, column, type) }
            continue
          }
          added.insert("\(table.name).\(column.name)")
          statements.append(
            "ALTER TABLE \(table.quoted) ADD COLUMN \(column.quoted) \(column.type.declaration)")
          if let place = column.orderName {
            statements.append(
              "ALTER TABLE \(table.quoted) ADD COLUMN \(PostgresNames.quoted(place)) bigint")
          }
        }
      }
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name })
      where try columns(of: pairs.name).isEmpty {
        statements += Self.creation(of: pairs, layout)
      }
      return statements + references(layout, added) + (try indexes(layout))
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
    private static func creation(of table: PostgresLayout.Table) -> String {
      let entity = table.isShared ? ", entity text COLLATE \"C\" NOT NULL" : ""
      return """
        CREATE SEQUENCE \(table.sequence) INCREMENT BY \(PostgresLayout.keyBlock); \
        CREATE TABLE \(table.quoted) (id bigint PRIMARY KEY DEFAULT nextval('\(table.sequence)'), \
        version integer NOT NULL DEFAULT 1\(entity))
        """
    }

    private static func creation(
      of pairs: PostgresLayout.Pairs, _ layout: PostgresLayout
    ) -> [String] {
      let (owner, member) = (layout.tables[pairs.owner], layout.tables[pairs.member])
      return [
        """
        CREATE TABLE \(pairs.quoted) (\
        owner_id bigint NOT NULL REFERENCES \(owner?.quoted ?? "") DEFERRABLE INITIALLY DEFERRED, \
        member_id bigint NOT NULL REFERENCES \(member?.quoted ?? "") \
        DEFERRABLE INITIALLY DEFERRED, owner_place bigint, member_place bigint, \
        PRIMARY KEY (owner_id, member_id))
        """,
        "CREATE INDEX ON \(pairs.quoted) (member_id, owner_id)",
      ]
    }

    private func references(_ layout: PostgresLayout, _ added: Set<String>) -> [String] {
      var statements: [String] = []
      for (_, table) in layout.tables.sorted(by: { $0.key < $1.key }) {
        for column in table.columns where added.contains("\(table.name).\(column.name)") {
          guard let other = column.destination.flatMap({ layout.tables[$0] }) else { continue }
          statements.append(
            """
            ALTER TABLE \(table.quoted) ADD FOREIGN KEY (\(column.quoted)) \
            REFERENCES \(other.quoted) DEFERRABLE INITIALLY DEFERRED
            """)
          statements.append("CREATE INDEX ON \(table.quoted) (\(column.quoted))")
        }
      }
      return statements
    }

    // MARK: Indexes

    private func indexes(_ layout: PostgresLayout) throws -> [String] {
      var statements: [String] = []
      for entity in layout.entities {
        let table = layout.table(entity.entity)
        for columns in entity.entity.uniqueColumns where !columns.isEmpty {
          let names = columns.map { table.columns[entity.columns[$0]].quoted }
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

    /// A rule that is checked at the end of a save, so that objects can exchange values; one for
    /// some of the entities of a table is checked at once.
    private func unique(
      _ names: [String], _ entity: PostgresLayout.Entity, _ table: PostgresLayout.Table,
      _ layout: PostgresLayout
    ) throws -> [String] {
      let list = names.joined(separator: ", ")
      let plain = names.joined(separator: "_").replacing("\"", with: "")
      let name = PostgresNames.limited("\(table.name)_\(plain)_key")
      var parameters = PostgresParameters()
      try parameters.add(.string(name), .text)
      let isThere = try connection.query(
        "SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = current_schema()::regnamespace",
        parameters)
      guard isThere.count == 0 else { return [] }
      guard entity.entity.index != entity.entity.rootIndex else {
        return [
          """
          ALTER TABLE \(table.quoted) ADD CONSTRAINT \(PostgresNames.quoted(name)) \
          UNIQUE (\(list)) DEFERRABLE INITIALLY DEFERRED
          """
        ]
      }
      let family = layout.family(of: entity.entity).map { PostgresNames.literal($0.name) }
      return [
        """
        CREATE UNIQUE INDEX \(PostgresNames.quoted(name)) ON \(table.quoted) (\(list)) \
        WHERE entity IN (\(family.joined(separator: ", ")))
        """
      ]
    }

    /// The columns of an index; nil for one over what has no column.
    private static func columns(
      of index: FetchIndexDescription, _ entity: StoreSchema.Entity, _ layout: PostgresLayout
    ) -> [String]? {
      let columns = index.elements.map { element in
        layout.column(element.keyPath, of: entity).map {
          $0.quoted + (element.isAscending ? "" : " DESC")
        }
      }
      return columns.contains { $0 == nil } || columns.isEmpty ? nil : columns.compactMap(\.self)
    }
  }

  extension PostgresType {
    /// The type as a new column has it: texts are ordered by their characters' numbers.
    fileprivate var declaration: String { self == .text ? "text COLLATE \"C\"" : name }
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
