#if PostgreSQL
  // Clients of a PostgreSQL store also need models, fetches and errors.
  @_exported public import ModelStorage
#endif
