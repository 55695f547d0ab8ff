// The API of predicates uses the value types of models.
@_exported public import ModelSchema
