#if PostgreSQL
  /// An error that the server or the connection reported.
  ///
  /// The server's details are left out, since they have values of rows.
  struct PostgresFailure: Error {
    /// The five letters of the SQL standard; none where the connection is gone.
    let state: String
    let message: String
    /// A Boolean value that says whether the connection is lost, or about to be.
    let isDisconnected: Bool
    /// A Boolean value that says whether a transaction may have been committed all the same.
    var isOutcomeUnknown = false

    /// A Boolean value that says whether the same transaction may succeed when it is tried again,
    /// since it ran into another one.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// A Boolean value that says whether what was to be made is there already: also as a row of
    /// the server's own tables, where two made it at the same moment.
    var isAlreadyThere: Bool {
      ["23505", "42P07", "42P06", "42701", "42710"].contains(state)
    }

    /// A Boolean value that says whether a statement was made for tables that have changed since.
    var isStale: Bool { state == "0A000" || state == "26000" }
  }

  extension StoreError {
    /// Makes an error of what the server said, in the runtime's words.
    init(_ failure: PostgresFailure) {
      let reason: StoreError.Reason =
        switch failure.state {
        // Unique values, references, and values that no two rows may have.
        case "23505", "23503", "23P01": .conflict
        case "40001", "40P01", "55P03", "57014", "53300": .busy
        case "53100": .diskFull
        case "25006", "42501": .readOnly
        // A table, a column, a function or a type that somebody else took away or changed.
        case "42P01", "42703", "42883", "42704", "42804", "3F000": .modelMismatch
        case _ where failure.isDisconnected || failure.state.hasPrefix("58"): .ioFailure
        default: .database
        }
      let needs = """
        ; a role that saves needs GRANT SELECT, INSERT, UPDATE, DELETE on the store's tables, USAGE \
        on its schema and sequences; one that migrates owns them
        """
      self.init(
        reason, "PostgreSQL: \(failure.message)" + (failure.state == "42501" ? needs : ""))
      isUndone = !failure.isOutcomeUnknown
    }
  }
#endif
