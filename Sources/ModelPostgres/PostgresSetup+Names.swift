#if PostgreSQL
  // The names of the store's tables and indexes are derived from the model. The same
  // schema can contain objects with such names that others have created, and these are
  // not changed.

  extension PostgresSetup {
    /// Checks that the names of the objects which the store must create are not
    /// used by other objects.
    ///
    /// - Parameter known: The layout of the tables that the store already has.
    ///
    /// - Throws: `StoreError` if a name is already used.
    func checkNames(_ layout: PostgresLayout, besides known: PostgresLayout) throws {
      let own = known.names.union(PostgresRules(known, profile).indexNames)
      let names = layout.chosenNames.union(PostgresRules(layout, profile).indexNames)
        .subtracting(own)
      let sequences = layout.sequenceNames
      for (name, kind, table) in try taken(names.subtracting(sequences)) {
        guard try !isBegun(table ?? name, in: layout) else { continue }
        throw taken(name, kind)
      }
      for (name, increment) in try increments() where sequences.contains(name) {
        guard increment == PostgresLayout.keyBlock else { throw otherIncrement(name, increment) }
      }
      // Any object other than a sequence that has the name of a sequence is a conflict.
      for (name, kind, _) in try taken(sequences.subtracting(own)) where kind != "sequence" {
        throw taken(name, kind)
      }
    }

    func taken(_ name: String, _ kind: String) -> StoreError {
      StoreError(
        .modelMismatch,
        """
        the schema '\(schema)' already contains a \(kind) '\(name)', whose name the store needs: \
        rename it, name the entity's table with '@table', or give the store a schema of its own
        """)
    }

    private func otherIncrement(_ name: String, _ increment: Int64) -> StoreError {
      StoreError(
        .modelMismatch,
        """
        the sequence '\(name)' has the increment \(increment), but the store needs \
        \(PostgresLayout.keyBlock): if it belongs to another program, rename it, otherwise alter it
        """)
    }

    /// Checks that all sequences of the store exist and have the right
    /// increment.
    ///
    /// - Throws: `StoreError` if a sequence is missing or has another
    ///   increment.
    func checkSequences(_ layout: PostgresLayout) throws {
      let found = try Dictionary(first: increments())
      for table in layout.tables.values.sorted(by: { $0.name < $1.name }) {
        let name = table.sequenceName
        guard let increment = found[name] else {
          throw StoreError(
            .modelMismatch,
            """
            the sequence '\(name)', which assigns the keys of table '\(table.name)', is missing: \
            create it with INCREMENT BY \(PostgresLayout.keyBlock), starting after the greatest key
            """)
        }
        guard increment == PostgresLayout.keyBlock else { throw otherIncrement(name, increment) }
      }
    }

    /// Checks that the role is permitted to read a table and to use its schema,
    /// if the table exists.
    ///
    /// - Throws: `StoreError` if the role is not permitted to do so.
    func checkRights(to table: String) throws {
      let rows = try connection.query(
        """
        SELECT current_user::text, has_schema_privilege(n.oid, 'USAGE')::text FROM pg_namespace n \
        LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $2 \
        AND c.relkind IN ('r', 'p') WHERE n.nspname = $1 AND (\
        NOT has_schema_privilege(n.oid, 'USAGE') \
        OR EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 \
        AND NOT a.attisdropped AND NOT has_column_privilege(c.oid, a.attnum, 'SELECT')))
        """, PostgresParameters(texts: schema, table))
      guard rows.count > 0, let role = rows.text(0, 0) else { return }
      let (name, grantee) = (PostgresNames.quoted(schema), PostgresNames.quoted(role))
      let lacks = rows.text(0, 1) == "true" ? "read table '\(table)' of" : "use"
      throw StoreError(
        .cannotOpen,
        """
        the role '\(role)' may not \(lacks) the schema '\(schema)'; its owner can allow this with: \
        GRANT USAGE ON SCHEMA \(name) TO \(grantee); \
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(name) TO \(grantee); \
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(name) TO \(grantee)
        """)
    }

    /// Returns whether a store with the portable profile has begun to create a
    /// table, which it does without a transaction. In this case, the table
    /// exists, and has the columns that all tables have.
    private func isBegun(_ name: String, in layout: PostgresLayout) throws -> Bool {
      guard profile == .portable, try has("model_store") else { return false }
      let columns = try columns(of: name)
      let isTable = layout.tables.values.contains { $0.name == name }
      return isTable
        ? columns["id"] == "bigint" && columns["version"] == "integer"
        : columns["owner_id"] == "bigint" && columns["member_id"] == "bigint"
    }

    /// Returns the objects in the schema that have one of the given names. For
    /// an index, the result also contains the name of its table.
    func taken(
      _ names: Set<String>
    ) throws -> [(name: String, kind: String, table: String?)] {
      var parameters = try PostgresParameters(texts: schema)
      try parameters.add(names.sorted().map(ConstantValue.string), .text)
      let rows = try connection.query(
        """
        SELECT c.relname::text, CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'i' THEN 'index' \
        WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' WHEN 'c' THEN 'type' ELSE 'table' END, \
        t.relname::text \
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid \
        WHERE n.nspname = $1 AND c.relname = ANY($2) \
        UNION ALL SELECT y.typname::text, 'type', NULL \
        FROM pg_type y JOIN pg_namespace n ON n.oid = y.typnamespace \
        WHERE n.nspname = $1 AND y.typname = ANY($2) AND y.typrelid = 0 AND y.typelem = 0 \
        ORDER BY 1
        """, parameters)
      return (0..<rows.count).map {
        (rows.text($0, 0) ?? "", rows.text($0, 1) ?? "", rows.text($0, 2))
      }
    }

    /// Returns the names of the sequences in the schema, with their increments.
    private func increments() throws -> [(String, Int64)] {
      let rows = try connection.query(
        """
        SELECT c.relname::text, s.seqincrement FROM pg_sequence s \
        JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE n.nspname = $1
        """, PostgresParameters(texts: schema))
      return (0..<rows.count).map { (rows.text($0, 0) ?? "", rows.integer($0, 1) ?? 0) }
    }
  }

  extension PostgresRules {
    fileprivate var indexNames: [String] {
      all.filter { $0.kind != .reference }.map(\.name)
    }
  }
#endif
