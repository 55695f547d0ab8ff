// What is read and written here is a model, whose conditions are predicates.
@_exported public import ModelPredicates
