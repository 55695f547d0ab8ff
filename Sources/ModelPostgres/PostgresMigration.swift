#if PostgreSQL
  // The tables of an older version are altered if no value must be computed
  // (`PostgresAlterations`). Otherwise, the store is migrated in the same way as a file
  // (`PostgresContent`).
  //
  // The portable profile only makes additions when the store is opened, because it
  // cannot roll back statements.

  /// The migration of a store whose model differs from that of the program.
  struct PostgresMigration {
    let connection: PostgresConnection
    let schema: String
    let profile: PostgresProfile
    let identifier: UUID
    let options: MigrationOptions

    /// Alters the tables of an older model if no value must be computed, in a
    /// transaction during which no other program has the store open.
    ///
    /// - Returns: The content that must be migrated instead, in the same transaction;
    ///   nil if the migration is complete.
    /// - Throws: `StoreError` (`.busy`) if programs of the older version have the store
    ///   open.
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
        // A program that is older than the store cannot migrate it, so it does not need
        // to wait.
        if isOlder { try beAlone(stored) }
        guard options.isAutomatic else { return content }
        try setup.checkNames(new, besides: old)
        guard let alterations else {
          if isOlder { try PostgresForeignObjects(connection, old).requireNone(stored) }
          // If the storage hashes are equal, the values stay the same, and only the
          // tables must be rewritten.
          guard stored.storageHashes == newer.model.storageHashes else { return content }
          try content.rewrite(newer.model)
          return nil
        }
        try setup.checkReferences(alterations)
        try setup.write(alterations)
        try setup.write(new, newer.model)
        if try setup.hasHistory {
          try PostgresOrigins(old, new, options).moveHistory(connection)
        }
        try connection.execute(options.transactionEnd)
        return nil
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    /// Checks that the tables only need additions.
    ///
    /// - Throws: `StoreError` (`.unsupportedFeature`) if they must be changed
    ///   in another way.
    private func checkAdditions(
      _ alterations: PostgresAlterations?, to stored: ManagedObjectModel, _ setup: PostgresSetup
    ) throws {
      guard let alterations, alterations.onlyAdd else {
        throw StoreError(
          .unsupportedFeature,
          """
          the store has another version of the model '\(stored.name)', and the portable profile \
          can only add to the tables; change them with SQL first
          """)
      }
      try setup.checkReferences(alterations)
    }

    /// Waits until all other programs have closed the store, and locks it.
    ///
    /// - Throws: `StoreError` (`.busy`) if programs keep the store open.
    private func beAlone(_ model: ManagedObjectModel) throws {
      do {
        let timeout = try connection.query("SELECT current_setting('lock_timeout')").text(0, 0)
        try connection.execute(
          """
          SET LOCAL lock_timeout TO 2000; SELECT pg_advisory_xact_lock(\(Self.lock(schema)))
          """)
        // The usual timeout applies to locks on tables that other programs read.
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

    /// Returns the SQL of the arguments of the advisory lock that all programs
    /// hold while they have the store open.
    static func lock(_ schema: String) -> String {
      "hashtext(\(PostgresNames.literal("model_store." + schema))), 1"
    }

    /// Returns the model with which the rows were written; nil if there is no store
    /// yet.
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

    /// Returns a string that identifies the model with which the rows were
    /// written.
    static func fingerprint(_ connection: PostgresConnection) throws -> String {
      try connection.query("SELECT md5(model::text) FROM model_store").text(0, 0) ?? ""
    }
  }

  extension MigrationOptions {
    /// The statement that ends the transaction if it was successful: ROLLBACK
    /// for a trial, and otherwise COMMIT.
    var transactionEnd: String { isTrial ? "ROLLBACK" : "COMMIT" }
  }
#endif
