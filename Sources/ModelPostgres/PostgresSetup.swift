#if PostgreSQL
  // The store has a table with one row for its identity and its model:
  //
  //   CREATE TABLE model_store (identifier uuid, model jsonb)
  //
  // Additions in a newer model are made; for removals and other changes, an error is
  // thrown.

  /// The setup of a store, which creates its tables and adds the parts that a newer
  /// model needs.
  struct PostgresSetup {
    let connection: PostgresConnection
    let schema: String
    let profile: PostgresProfile

    init(_ connection: PostgresConnection, schema: String, _ profile: PostgresProfile) {
      self.connection = connection
      self.schema = schema
      self.profile = profile
    }

    /// Returns the identity of the store, without writing to the database; nil
    /// if the store has not been created yet.
    func identifier() throws -> UUID? {
      try checkRights(to: "model_store")
      guard try has("model_store") else { return nil }
      try checkProfile()
      let rows = try connection.query("SELECT identifier::text FROM model_store")
      // The portable profile creates the table first and its row later.
      if rows.count == 0 { return nil }
      guard let identifier = rows.text(0, 0).flatMap(UUID.init(uuidString:)) else {
        throw StoreError(.notThisLayout, "the table 'model_store' has no identifier")
      }
      return identifier
    }

    /// Creates the schema of a store, and the tables that do not depend on a
    /// model.
    private func create(_ identifier: UUID) throws {
      if try connection.query(
        "SELECT 1 FROM pg_namespace WHERE nspname = \(PostgresNames.literal(schema))"
      ).count == 0 {
        try connection.execute("CREATE SCHEMA IF NOT EXISTS \(PostgresNames.quoted(schema))")
      }
      for statement in creation(identifier) { try connection.execute(statement) }
    }

    /// Returns the statements that create the table of the store itself, with
    /// its only row.
    private func creation(_ identifier: UUID) -> [String] {
      let writers = """
        CREATE TABLE IF NOT EXISTS model_writers (writer uuid PRIMARY KEY, saves bigint NOT NULL)
        """
      return (profile == .portable ? [writers] : []) + [
        """
        CREATE TABLE IF NOT EXISTS model_store (
          identifier uuid NOT NULL, model jsonb, number integer PRIMARY KEY DEFAULT 1)
        """,
        """
        INSERT INTO model_store (identifier) VALUES ('\(identifier.uuidString)') \
        ON CONFLICT DO NOTHING
        """,
      ]
    }

    func has(_ table: String) throws -> Bool { try !columns(of: table).isEmpty }

    private func checkProfile() throws {
      let found: PostgresProfile = try has("model_writers") ? .portable : .full
      guard found != profile else { return }
      throw StoreError(
        .modelMismatch,
        "the store was made with the profile '\(found.rawValue)': open it with that one")
    }

    /// The identity of an open store, and the fingerprint of the model in the database.
    typealias Opened = (identifier: UUID, fingerprint: String)

    /// Creates the tables of a layout, or adds the missing parts to the
    /// existing tables.
    ///
    /// - Parameter proposed: The identity of the store if it must be created.
    func prepare(_ layout: PostgresLayout, _ proposed: UUID) throws -> Opened {
      guard let model = layout.schema?.model else { return (proposed, "") }
      return try locked {
        let stored = try PostgresMigration.storedModel(connection)
        if stored == model {
          try check(layout)
        } else {
          if let stored { try checkVersion(stored, model) }
          let known = try stored.map { try PostgresLayout(StoreSchema(layoutOf: $0)) }
          try checkNames(layout, besides: known ?? PostgresLayout())
          if try identifier() == nil { try create(proposed) }
          try write(layout, model)
        }
        try dropLooseReferences(layout)
        return (
          try identifier() ?? proposed, try PostgresMigration.fingerprint(connection)
        )
      }
    }

    /// Checks that the tables match a layout, without writing to the database.
    ///
    /// - Throws: `StoreError` (`.cannotOpen`) if the store has not been created
    ///   yet.
    func look(_ layout: PostgresLayout, _ identifier: UUID) throws -> Opened {
      guard try PostgresMigration.storedModel(connection) != nil else {
        throw StoreError(
          .cannotOpen,
          "the schema '\(schema)' contains no store, and opening one for reading does not create it"
        )
      }
      try check(layout)
      // The store may have been created after its identity was looked up.
      return (
        try self.identifier() ?? identifier, try PostgresMigration.fingerprint(connection)
      )
    }

    /// Checks that no other program has migrated the store after this program
    /// read its model.
    ///
    /// A store of the full profile must still have the same storage hashes; a
    /// portable store is only extended.
    ///
    /// - Throws: `StoreError` if the store has been migrated.
    private func checkVersion(_ stored: ManagedObjectModel, _ model: ManagedObjectModel) throws {
      let isNewer = stored.version ?? 0 > model.version ?? 0
      let isOther = profile == .full && stored.storageHashes != model.storageHashes
      guard isNewer || isOther else { return }
      throw StoreError(
        .modelMismatch,
        """
        another program has migrated the store to \
        \(stored.version.map { "version \($0)" } ?? "another version") of the model \
        '\(stored.name)'; open it again with that version
        """)
    }

    /// Creates the missing parts of the tables, and stores the model.
    func write(_ layout: PostgresLayout, _ model: ManagedObjectModel) throws {
      for statement in try statements(layout) { try connection.execute(statement) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let text = String(decoding: try encoder.encode(model), as: UTF8.self)
      try connection.query(
        "UPDATE model_store SET model = $1::jsonb", PostgresParameters(texts: text))
      if try hasHistory {
        try PostgresHistory(connection: connection).begin(
          StoreTransaction(date: .now, contextName: "migration"))
      }
    }

    /// Checks that an older store does not contain dangling references that the
    /// newer model does not allow. The server's own error would not identify
    /// the rows.
    ///
    /// - Throws: `MigrationError` (`.dataBreaksRule`) with the keys of the first rows.
    func checkReferences(_ alterations: PostgresAlterations) throws {
      for reference in alterations.enforced {
        let (table, column) = (reference.table, reference.column)
        let rows = try connection.query(
          """
          SELECT t.id FROM \(table.quoted) t WHERE t.\(column.quoted) IS NOT NULL AND NOT EXISTS \
          (SELECT 1 FROM \(reference.destination.quoted) d WHERE d.id = t.\(column.quoted)) \
          ORDER BY t.id LIMIT 10
          """)
        guard rows.count > 0 else { continue }
        let keys = (0..<rows.count).map { "\(rows.integer($0, 0) ?? 0)" }
        throw MigrationError(
          .dataBreaksRule,
          """
          references in column '\(column.name)' of table '\(table.name)' lead nowhere, and may not \
          any more: rows \(keys.joined(separator: ", ")); the store is as it was: set them to NULL \
          with SQL of your own first
          """)
      }
    }

    /// Converts the tables of an older model to those of a newer model, except
    /// for additions.
    func write(_ alterations: PostgresAlterations) throws {
      for rule in alterations.goneRules(profile) { try connection.execute(rule.removal) }
      for statement in alterations.changes { try connection.execute(statement) }
      for value in alterations.defaults { try write(value) }
      // Changed rows are checked now, because tables with pending checks cannot be
      // altered.
      try connection.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    }

    /// Adds a column with a value for existing rows. If all rows of the table
    /// get this value, the server does not rewrite them.
    private func write(_ value: PostgresAlterations.Default) throws {
      let (table, column) = (value.table, value.column)
      var parameters = try PostgresParameters((value.value, column.type))
      guard let entities = value.entities else {
        let type = column.type.name
        // The server converts the parameter's value to a literal.
        let text = try connection.query("SELECT quote_literal($1::\(type))", parameters)
        let literal = "\(text.text(0, 0) ?? "NULL")::\(type)"
        try connection.execute(
          """
          \(addition(of: column.name, declaration(column.type), to: table)) DEFAULT \(literal); \
          ALTER TABLE \(table.quoted) ALTER COLUMN \(column.quoted) DROP DEFAULT
          """)
        return
      }
      try connection.execute(addition(of: column.name, declaration(column.type), to: table))
      try parameters.add(entities.map(ConstantValue.string), .text)
      try connection.query(
        "UPDATE \(table.quoted) SET \(column.quoted) = $1 WHERE entity = ANY($2)", parameters)
    }

    /// Checks that the tables have not been changed by other programs or
    /// people.
    ///
    /// - Throws: `StoreError` if a column is missing or has another type.
    private func check(_ layout: PostgresLayout) throws {
      for table in layout.tables.sorted(by: { $0.key < $1.key }).map(\.value) {
        let present = try columns(of: table.name)
        for column in table.columns where present[column.name] != column.type.name {
          throw try mismatch(table, column, present[column.name])
        }
      }
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name }) {
        let present = try columns(of: pairs.name)
        for column in ["owner_id", "member_id"] where present[column] == nil {
          throw try missing(column, of: pairs.name)
        }
      }
      try checkSequences(layout)
    }

    /// Runs a closure in a transaction, while no other program can set up the
    /// store. For a portable store, the closure runs without a transaction, and
    /// can be repeated.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
      if profile == .portable { return try repeated(body) }
      return try connection.transaction {
        try lock()
        return try body()
      }
    }

    /// Runs a closure that contains repeatable statements, and runs it again if another
    /// program has created the same objects at the same time.
    private func repeated<Result>(_ body: () throws -> Result) throws -> Result {
      for _ in 0..<8 {
        do {
          return try body()
        } catch let failure as PostgresFailure where failure.isAlreadyThere {}
      }
      return try body()
    }

    /// Waits until no other program is setting up the store, and prevents other
    /// programs from doing so until the transaction ends.
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
            guard type == column.type.name else { throw try mismatch(table, column, type) }
          } else {
            statements.append(addition(of: column.name, declaration(column.type), to: table))
          }
          if let place = column.orderName, present[place] == nil {
            statements.append(addition(of: place, "bigint", to: table))
          }
        }
      }
      // The portable profile may have been interrupted before it created the index.
      for pairs in layout.pairs.values.sorted(by: { $0.name < $1.name })
      where try profile == .portable || columns(of: pairs.name).isEmpty {
        statements += creation(of: pairs, layout)
      }
      return try statements
        + PostgresRules(layout, profile).all.filter { try !isThere($0) }.map(\.creation)
    }

    /// Returns the statement that adds a column to a table, unless it exists.
    private func addition(
      of name: String, _ type: String, to table: PostgresLayout.Table
    ) -> String {
      "ALTER TABLE \(table.quoted) ADD COLUMN IF NOT EXISTS \(PostgresNames.quoted(name)) \(type)"
    }

    private func declaration(_ type: PostgresType) -> String {
      type == .text ? "text" + collation : type.name
    }

    private var collation: String { profile == .full ? " COLLATE \"C\"" : "" }

    private func mismatch(
      _ table: PostgresLayout.Table, _ column: PostgresLayout.Column, _ type: String?
    ) throws -> StoreError {
      guard let type else { return try missing(column.name, of: table.name) }
      return StoreError(
        .modelMismatch,
        """
        column '\(column.name)' of table '\(table.name)' has the type \(type), but the model \
        requires \(column.type.name); alter the column with SQL first
        """)
    }

    private func missing(_ column: String, of table: String) throws -> StoreError {
      // A role without rights to a column does not see it.
      try checkRights(to: table)
      return StoreError(
        .modelMismatch,
        "the database has no column '\(column)' of table '\(table)', which the model needs")
    }

    /// Returns the types of a table's columns by name; empty if the table does
    /// not exist.
    func columns(of table: String) throws -> [String: String] {
      let rows = try connection.query(
        """
        SELECT column_name::text, CASE data_type WHEN 'timestamp with time zone' \
        THEN 'timestamptz' ELSE data_type END FROM information_schema.columns \
        WHERE table_schema = $1 AND table_name = $2
        """, PostgresParameters(texts: schema, table))
      var types: [String: String] = [:]
      for row in 0..<rows.count { types[rows.text(row, 0) ?? ""] = rows.text(row, 1) }
      // The view also omits tables for which the role has no privileges.
      if types.isEmpty { try checkRights(to: table) }
      return types
    }

    /// Returns the statements that create a table, without the columns for
    /// values, and its sequence, which assigns keys in blocks.
    private func creation(of table: PostgresLayout.Table) -> [String] {
      let entity = table.isShared ? ", entity text\(collation) NOT NULL" : ""
      let shard = table.shard.map { ", \($0.quoted) \(declaration($0.type)) NOT NULL" } ?? ""
      let key = (["id"] + (table.shard.map { [$0.quoted] } ?? [])).joined(separator: ", ")
      return [
        "CREATE SEQUENCE IF NOT EXISTS \(table.sequence) INCREMENT BY \(PostgresLayout.keyBlock)",
        """
        CREATE TABLE IF NOT EXISTS \(table.quoted) (\
        id bigint DEFAULT nextval(\(PostgresNames.literal(table.sequence))), \
        version integer NOT NULL DEFAULT 1\(entity)\(shard), PRIMARY KEY (\(key)))
        """,
      ]
    }

    private func creation(of pairs: PostgresLayout.Pairs, _ layout: PostgresLayout) -> [String] {
      let (owner, member) = (layout.tables[pairs.owner], layout.tables[pairs.member])
      let index = PostgresNames.quoted(pairs.indexName)
      let deferral = PostgresRules(layout, profile).deferral
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

    // MARK: Rules

    /// Drops foreign keys of references that may be dangling, because they would
    /// prevent deletions. Earlier versions of this library created them as deferred
    /// constraints, which distinguishes them from the constraints of other programs.
    /// They are kept if the role is not permitted to alter the table.
    private func dropLooseReferences(_ layout: PostgresLayout) throws {
      for rule in PostgresRules(layout, profile).loose {
        let found = try connection.query(
          """
          SELECT 1 FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid \
          WHERE r.contype = 'f' AND r.conname = $1 AND t.relname = $2 \
          AND r.condeferred = \(profile == .full) AND pg_has_role(t.relowner, 'USAGE') \
          AND t.relnamespace = quote_ident(current_schema())::regnamespace
          """, PostgresParameters(texts: rule.name, rule.table))
        if found.count > 0 { try connection.execute(rule.removal) }
      }
    }

    /// Returns whether the database contains a rule with the same name.
    private func isThere(_ rule: PostgresRule) throws -> Bool {
      let query =
        switch rule.kind {
        case .reference:
          """
          SELECT 1 FROM information_schema.table_constraints \
          WHERE constraint_schema = current_schema() AND constraint_name = $1 AND table_name = $2
          """
        case .unique:
          """
          SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
          JOIN pg_class t ON t.oid = i.indrelid WHERE c.relname = $1 AND t.relname = $2 \
          AND c.relnamespace = quote_ident(current_schema())::regnamespace
          """
        // The statement itself checks whether the index exists.
        case .index: "SELECT 1 WHERE $1 = '' AND $2 = ''"
        }
      let parameters = try PostgresParameters(texts: rule.name, rule.table)
      return try connection.query(query, parameters).count > 0
    }
  }

  extension PostgresLayout.Table {
    /// The quoted name of the sequence that assigns keys to the table's rows.
    var sequence: String { PostgresNames.quoted(sequenceName) }

    /// The name of the sequence that assigns keys to the table's rows.
    var sequenceName: String { PostgresNames.limited(name + "_id_seq") }
  }

  extension PostgresLayout.Pairs {
    var indexName: String { PostgresNames.limited(name + "_member_id_idx") }
  }

  extension PostgresLayout {
    /// The number of keys in a block. A program always reserves whole blocks.
    static let keyBlock: Int64 = 1024
  }
#endif
