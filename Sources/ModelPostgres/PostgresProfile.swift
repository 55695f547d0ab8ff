#if PostgreSQL
  // The portable profile replaces features that it cannot use:
  //
  //   constraints checked at the commit   references and unique values are cleared first and
  //                                       written last (`PostgresWriter`)
  //   DDL in transactions                 statements that can be repeated
  //   LISTEN and NOTIFY                   a table with the number of each connection's saves
  //   pg_xact_status, xmin                the same table
  //   advisory locks                      no replacement: migrations only make additions
  //   COLLATE "C"                         strings are sorted in memory

  /// The set of server features that a store uses.
  ///
  /// A store is opened with the profile with which its tables were created.
  public enum PostgresProfile: String, Sendable {
    /// All features of PostgreSQL.
    case full
    /// The features that are common to databases with PostgreSQL's protocol,
    /// without deferred constraints, DDL in transactions, `NOTIFY`, session
    /// locks, and collations of columns. Sequences may have gaps, and any
    /// statement may have to be repeated.
    case portable
  }
#endif
