#if PostgreSQL
  // A store in PostgreSQL takes what every store takes: models, fetches, and their errors.
  @_exported public import ModelStorage
#endif
