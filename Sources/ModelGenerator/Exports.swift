// The generated code is for models, whose conditions are predicates.
@_exported public import ModelPredicates
