#if PostgreSQL
  /// An error that the server or the connection has reported.
  ///
  /// The server's details are left out, because they contain values of rows.
  struct PostgresFailure: Error {
    /// The SQLSTATE code, which has five characters; empty if the connection is lost.
    let state: String
    let message: String
    /// The role of the connection.
    let role: String
    /// True if the connection is lost or about to close.
    let isDisconnected: Bool
    /// True if the transaction may have been committed despite the error.
    var isOutcomeUnknown = false

    /// True if the transaction failed because of a conflict with another
    /// transaction, and may therefore succeed when it is repeated.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// True if an object of the database that was to be created already exists.
    /// If two programs create it at the same time, the error can also be about
    /// a duplicate row in the server's system tables.
    var isAlreadyThere: Bool {
      ["23505", "42P07", "42P06", "42701", "42710"].contains(state)
    }

    /// True if a prepared statement is outdated because its tables have changed.
    var isStale: Bool { state == "0A000" || state == "26000" }

    /// The statement that gives the role the right whose absence the server has reported.
    fileprivate var neededRight: String {
      let rights = [
        "schema": "USAGE", "sequence": "USAGE", "database": "CREATE",
        "table": "SELECT, INSERT, UPDATE, DELETE",
      ]
      // The name of a table can contain spaces.
      let words = message.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        .map(String.init)
      guard words.count == 5, words[..<3] == ["permission", "denied", "for"],
        let right = rights[words[3]]
      else { return "; a role that changes tables has to own them" }
      return "; its owner can allow this with: GRANT \(right) ON \(words[3].uppercased()) "
        + "\(PostgresNames.quoted(words[4])) TO \(PostgresNames.quoted(role))"
    }
  }

  extension StoreError {
    /// Creates the store error for a failure that the server has reported.
    init(_ failure: PostgresFailure) {
      let reason: StoreError.Reason =
        switch failure.state {
        // These codes are for violations of unique constraints, references and
        // exclusions.
        case "23505", "23503", "23P01": .conflict
        case "40001", "40P01", "55P03", "57014", "53300": .busy
        case "53100": .diskFull
        case "25006", "42501": .readOnly
        // Another program has dropped or changed a table, a column, a function or a
        // type.
        case "42P01", "42703", "42883", "42704", "42804", "3F000": .modelMismatch
        case _ where failure.isDisconnected || failure.state.hasPrefix("58"): .ioFailure
        default: .database
        }
      self.init(
        reason,
        "PostgreSQL: \(failure.message)" + (failure.state == "42501" ? failure.neededRight : ""))
      isUndone = !failure.isOutcomeUnknown
    }
  }
#endif
