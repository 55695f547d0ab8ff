// Predicates speak of models' values.
@_exported public import ModelSchema
