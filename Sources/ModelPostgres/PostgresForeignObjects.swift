#if PostgreSQL
  // Rewritten tables are new tables, so objects that others have added to them are affected:
  //
  //   GRANT SELECT ON pet TO reader          is granted again on the tables that continue them
  //   columns, indexes, triggers, views …    cannot be made again, so they prevent the rewriting

  /// The privileges and objects that other programs or people have added to a
  /// store's tables.
  struct PostgresForeignObjects {
    private let connection: PostgresConnection
    private let layout: PostgresLayout

    init(_ connection: PostgresConnection, _ layout: PostgresLayout) {
      self.connection = connection
      self.layout = layout
    }

    /// The names of the tables of objects and pairs, in ascending order.
    private var tableNames: [String] {
      (layout.tables.values.map(\.name) + layout.pairs.values.map(\.name)).sorted()
    }

    /// Runs a query in which `own` is replaced by the names of the store's
    /// tables and sequences.
    private func query(_ sql: String, _ lists: [String]...) throws -> PostgresResult {
      try connection.query(
        """
        WITH own AS (SELECT oid, relname, relkind, relacl, relowner FROM pg_class \
        WHERE relnamespace = quote_ident(current_schema())::regnamespace \
        AND relname = ANY($1)) \(sql)
        """, PostgresParameters(lists: [tableNames + layout.sequenceNames.sorted()] + lists))
    }

    // MARK: Objects

    /// Checks that nobody has added objects to the tables, which must be
    /// rewritten.
    ///
    /// - Throws: `StoreError` (`.modelMismatch`) with the names of all added
    ///   objects.
    func requireNone(_ stored: ManagedObjectModel) throws {
      let found = try columns() + dependents()
      guard !found.isEmpty else { return }
      throw StoreError(
        .modelMismatch,
        """
        the store was not migrated, because the migration from \(stored.versionTitle) recreates \
        its tables, which would delete what others have added to them: \
        \(found.joined(separator: ", ")); drop it first, and create it again afterwards
        """)
    }

    /// Returns the names of the columns that the store has not created.
    private func columns() throws -> [String] {
      let tables = layout.tables.values.flatMap { table in
        (["id", "version", "entity"] + table.columns.flatMap { [$0.name, $0.orderName] })
          .compactMap { $0.map { "\(table.name).\($0)" } }
      }
      let pairs = layout.pairs.values.flatMap { pairs in
        ["owner_id", "member_id", "owner_place", "member_place"].map { "\(pairs.name).\($0)" }
      }
      let rows = try query(
        """
        SELECT format('column %s of table %s', a.attname, own.relname) FROM own \
        JOIN pg_attribute a ON a.attrelid = own.oid WHERE own.relkind = 'r' AND a.attnum > 0 \
        AND NOT a.attisdropped AND NOT format('%s.%s', own.relname, a.attname) = ANY($2) ORDER BY 1
        """, tables + pairs)
      return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    /// Returns the names of the objects that depend on the store's tables and
    /// sequences, but do not belong to the store: indexes, triggers, rules,
    /// policies, constraints, defaults, views and publications.
    private func dependents() throws -> [String] {
      let own = PostgresRules(layout, .full)
      let rules = (own.all + own.loose).map(\.name)
      let rows = try query(
        """
        SELECT DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid) FROM own \
        JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = own.oid \
        LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid \
        LEFT JOIN pg_constraint r ON d.classid = 'pg_constraint'::regclass AND r.oid = d.objid \
        LEFT JOIN own t ON t.oid = r.conrelid \
        LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid \
        LEFT JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum \
        WHERE d.deptype IN ('n', 'a') AND d.objid NOT IN (SELECT oid FROM own) \
        AND (c.oid IS NULL OR NOT c.relname = ANY($2)) \
        AND (t.oid IS NULL OR NOT (r.contype IN ('p', 'n') OR r.conname = ANY($2) \
        OR r.contype = 'f' AND t.relname = ANY($3))) \
        AND (a.attname IS NULL OR a.attname NOT IN ('id', 'version') \
        OR a.attrelid NOT IN (SELECT oid FROM own)) ORDER BY 1
        """, rules + layout.pairs.values.map(\.indexName), layout.pairs.values.map(\.name))
      return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    // MARK: Privileges

    /// A role's privilege for a table, a column or a sequence.
    struct Privilege: Hashable {
      let name: String
      /// The quoted name of the role.
      let role: String
      let isGrantable: Bool
      /// The name of the column; nil if the privilege is for the whole table or
      /// sequence.
      let column: String?

      /// Returns the statement that grants the privilege on a table or
      /// sequence.
      func grant(on object: String) -> String {
        let columns = column.map { " (\(PostgresNames.quoted($0)))" } ?? ""
        return "GRANT \(name)\(columns) ON \(object) TO \(role)"
          + (isGrantable ? " WITH GRANT OPTION" : "")
      }
    }

    /// Returns the privileges of other roles, by the name of the table or sequence.
    func privileges() throws -> [String: Set<Privilege>] {
      let rows = try query(
        """
        SELECT own.relname::text, x.privilege_type, x.is_grantable, CASE x.grantee \
        WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END, NULL FROM own, \
        aclexplode(own.relacl) x WHERE x.grantee <> own.relowner UNION ALL \
        SELECT own.relname::text, x.privilege_type, x.is_grantable, CASE x.grantee \
        WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END, a.attname::text \
        FROM own JOIN pg_attribute a ON a.attrelid = own.oid AND NOT a.attisdropped, \
        aclexplode(a.attacl) x WHERE x.grantee <> own.relowner
        """)
      return (0..<rows.count).reduce(into: [:]) { privileges, row in
        privileges[rows.text(row, 0) ?? "", default: []].insert(
          Privilege(
            name: rows.text(row, 1) ?? "", role: rows.text(row, 3) ?? "",
            isGrantable: rows.integer(row, 2) == 1, column: rows.text(row, 4)))
      }
    }
  }

  /// The older tables from which the tables of a newer model originate.
  struct PostgresOrigins {
    private let old: PostgresLayout
    private let new: PostgresLayout
    /// The migration from the older to the newer model; nil if all names stay
    /// the same.
    private let way: MigrationPath?

    init(_ old: PostgresLayout, _ new: PostgresLayout, _ options: MigrationOptions) {
      self.old = old
      self.new = new
      guard let before = old.schema?.model, let after = new.schema?.model else {
        way = nil
        return
      }
      let versions = ModelVersions(current: after, released: options.olderVersions)
      // Problems with the migration have already been reported.
      let way = try? MigrationPath(
        from: before, in: versions, mappings: options.code.mappings, options: options.inference
      ) { _ in true }
      self.way = way?.steps.isEmpty == true ? nil : way
    }

    /// Returns the statements that grant privileges on older tables again on
    /// the newer tables. If a table originates from several tables, it gets
    /// only the privileges that all of them had.
    func grants(_ privileges: [String: Set<PostgresForeignObjects.Privilege>]) -> [String] {
      func shared(_ names: Set<String>) -> Set<PostgresForeignObjects.Privilege> {
        let all = names.map { privileges[$0] ?? [] }
        return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
      }
      var statements: [String] = []
      for (root, table) in new.tables {
        let before = tables(of: root)
        let columns = Set(["id", "version", "entity"] + table.columns.map(\.name))
        statements += shared(Set(before.map(\.name)))
          .filter { $0.column.map(columns.contains) ?? true }
          .map { $0.grant(on: table.quoted) }
        statements += shared(Set(before.map(\.sequenceName)))
          .map { $0.grant(on: "SEQUENCE " + table.sequence) }
      }
      for (name, pairs) in new.pairs {
        guard let before = self.pairs(of: name) else { continue }
        statements += shared([before.name]).map { $0.grant(on: pairs.quoted) }
      }
      return statements.sorted()
    }

    /// The entities of the older model that the newer one continues, each with its first successor.
    var heirs: [(old: StoreSchema.Entity, new: StoreSchema.Entity)] {
      var known: Set<String> = []
      return (new.schema?.entities ?? []).compactMap { entity in
        guard let name = way.map({ $0.source(of: entity.name) }) ?? entity.name,
          let older = old.schema?.entity(named: name), known.insert(name).inserted
        else { return nil }
        return (older, entity)
      }
    }

    private func tables(of root: Int) -> [PostgresLayout.Table] {
      let family = new.schema?.entities[root].family.compactMap { new.schema?.entities[$0].name }
      return (family ?? []).compactMap { name in
        (way.map { $0.source(of: name) } ?? name).flatMap { old.schema?.entity(named: $0) }
          .flatMap { old.tables[$0.rootIndex] }
      }
    }

    private func pairs(of name: String) -> PostgresLayout.Pairs? {
      let relationship = new.schema?.entities.lazy.flatMap { entity in
        entity.relationships.map { (entity.name, $0) }
      }.first { $0.1.place == .pairs(named: name, isInverted: false) }
      guard let (entity, relationship) = relationship else { return nil }
      let origin =
        way.map { $0.source(of: relationship.name, in: entity) } ?? (entity, relationship.name)
      guard let origin, let source = old.schema?.entity(named: origin.entity),
        case .pairs(let former, _)? = source.relationships
          .first(where: { $0.name == origin.property })?.place
      else { return nil }
      return old.pairs[former]
    }
  }
#endif
