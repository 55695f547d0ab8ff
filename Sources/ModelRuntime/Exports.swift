// A client imports ModelRuntime alone; generated code names types of all modules below.
@_exported public import ModelPredicates
@_exported public import ModelSQLite
@_exported public import ModelSchema
@_exported public import ModelStorage
