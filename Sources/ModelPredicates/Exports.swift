// The predicate API uses the value types of models.
@_exported public import ModelSchema
