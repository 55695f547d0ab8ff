#if PostgreSQL
  // A store of an older version gets its tables altered, where no value has to be computed
  // (`PostgresAlterations`). Else it is migrated as a file is (`PostgresContent`).
  //
  // The portable profile only adds, when the store is opened: no statement of its can be taken back.

  /// The migration of a store whose model is another than the program's.
  struct PostgresMigration {
    let connection: PostgresConnection
    let schema: String
    let profile: PostgresProfile
    let identifier: UUID
    let options: MigrationOptions

    /// Alters the tables of an older model where no value has to be computed, in a transaction in
    /// which nobody else has the store.
    ///
    /// - Returns: The content that has to be migrated instead, which goes on with the transaction;
    ///   nil where there is nothing left to do.
    /// - Throws: `StoreError` (`.busy`) where programs of the older version are at work.
    func alterTables(to newer: StoreSchema) throws -> PostgresContent? {
      do {
        let setup = PostgresSetup(connection, schema: schema, profile)
        if profile == .full {
          try connection.execute("BEGIN")
          try setup.lock()
        }
        guard let stored = try Self.storedModel(connection), stored != newer.model else {
          return nil
        }
        let old = try PostgresLayout(StoreSchema(layoutOf: stored))
        let new = try PostgresLayout(newer)
        let alterations = PostgresAlterations(old, new, options)
        guard profile == .full else {
          try checkAdditions(alterations, to: stored, setup)
          return nil
        }
        let content = PostgresContent(
          connection, schema, identifier, stored, from: old, to: new, options)
        let isOlder = stored.version ?? 0 <= newer.model.version ?? 0
        // A program that is older than the store is refused, whoever is at work.
        if isOlder { try beAlone(stored) }
        guard options.isAutomatic else { return content }
        try setup.checkNames(new, besides: old)
        guard let alterations else {
          if isOlder { try PostgresForeignObjects(connection, old).requireNone(stored) }
          // What a file would keep in the same way has nothing to be migrated, but other tables.
          guard stored.storageHashes == newer.model.storageHashes else { return content }
          try content.rewrite(newer.model)
          return nil
        }
        try setup.checkReferences(alterations)
        try setup.write(alterations)
        try setup.write(new, newer.model)
        try connection.execute(options.transactionEnd)
        return nil
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    /// Refuses a store whose tables do not only get more.
    private func checkAdditions(
      _ alterations: PostgresAlterations?, to stored: ManagedObjectModel, _ setup: PostgresSetup
    ) throws {
      guard let alterations, alterations.onlyAdd else {
        throw StoreError(
          .unsupportedFeature,
          """
          the store is of another version of model '\(stored.name)', and the portable profile \
          only adds what is new: change the tables with SQL of your own first
          """)
      }
      try setup.checkReferences(alterations)
    }

    /// Waits a moment for programs that are about to end.
    private func beAlone(_ model: ManagedObjectModel) throws {
      do {
        let timeout = try connection.query("SELECT current_setting('lock_timeout')").text(0, 0)
        try connection.execute(
          """
          SET LOCAL lock_timeout TO 2000; SELECT pg_advisory_xact_lock(\(Self.lock(schema)))
          """)
        // Who reads a table is waited for as long as for any lock.
        try connection.execute(
          "SET LOCAL lock_timeout TO \(PostgresNames.literal(timeout ?? "0"))")
      } catch let failure as PostgresFailure where failure.state == "55P03" {
        throw isInUse(model)
      }
    }

    private func isInUse(_ model: ManagedObjectModel) -> StoreError {
      let version = model.version.map { "version \($0)" } ?? "another version"
      return StoreError(
        .busy,
        """
        the store is of \(version) of model '\(model.name)', and programs of that version are at \
        work with it: end them, then open it again
        """)
    }

    /// The numbers of the lock that open stores share, in SQL.
    static func lock(_ schema: String) -> String {
      "hashtext(\(PostgresNames.literal("model_store." + schema))), 1"
    }

    /// The model that the rows were written with; nil for none yet.
    static func storedModel(_ connection: PostgresConnection) throws -> ManagedObjectModel? {
      let isThere =
        try connection.query(
          """
          SELECT 1 FROM information_schema.tables \
          WHERE table_schema = current_schema() AND table_name = 'model_store'
          """
        ).count > 0
      guard isThere else { return nil }
      let text = try connection.query("SELECT model::text FROM model_store").text(0, 0)
      do {
        return try text.map {
          try JSONDecoder().decode(ManagedObjectModel.self, from: Data($0.utf8))
        }
      } catch is DecodingError {
        throw StoreError(
          .notThisLayout,
          "the table 'model_store' has a model that this version of the library cannot read")
      }
    }

    /// Returns the text that tells the stored model from others.
    static func fingerprint(_ connection: PostgresConnection) throws -> String {
      try connection.query("SELECT md5(model::text) FROM model_store").text(0, 0) ?? ""
    }
  }

  extension MigrationOptions {
    /// What ends the transaction when everything has gone well.
    var transactionEnd: String { isTrial ? "ROLLBACK" : "COMMIT" }
  }
#endif
