// What is made here is made of a model, whose conditions are predicates.
@_exported public import ModelPredicates
