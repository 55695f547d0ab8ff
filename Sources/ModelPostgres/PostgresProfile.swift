#if PostgreSQL
  // What the portable profile does without, and with what instead:
  //
  //   constraints checked at the commit   references and unique values are taken away first and
  //                                       written last (`PostgresWriter`)
  //   DDL in transactions                 statements that do nothing the second time
  //   LISTEN and NOTIFY                   a table of how often each connection has saved
  //   pg_xact_status, xmin                the same table
  //   advisory locks                      nothing: migrations only add
  //   COLLATE "C"                         texts are ordered in memory

  /// The abilities that a store takes for granted of a server.
  ///
  /// A store is opened with the profile that its tables were made with.
  public enum PostgresProfile: String, Sendable {
    /// Whatever PostgreSQL has.
    case full
    /// The abilities that databases that speak PostgreSQL's protocol have in
    /// common, too: no constraints that are checked at the commit, no DDL in
    /// transactions, no `NOTIFY`, no session locks, no collations of columns;
    /// sequences may have gaps, and any statement may have to be repeated.
    case portable
  }
#endif
