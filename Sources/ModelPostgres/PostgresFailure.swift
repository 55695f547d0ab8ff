#if PostgreSQL
  /// An error that the server or the connection reported.
  struct PostgresFailure: Error {
    /// The five letters of the SQL standard; none where the connection is gone.
    let state: String
    let message: String
    let detail: String?
    let constraint: String?
    let table: String?
    let isDisconnected: Bool
  }
#endif
