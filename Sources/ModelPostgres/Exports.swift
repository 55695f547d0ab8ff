#if PostgreSQL
  // Clients of a store in PostgreSQL also need models, fetches and errors.
  @_exported public import ModelStorage
#endif
