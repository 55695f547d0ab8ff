// A client imports ModelRuntime alone; generated code names types of both modules below.
@_exported public import ModelSQLite
@_exported public import ModelSchema
