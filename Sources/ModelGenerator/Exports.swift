// Code is generated from models, whose conditions are predicates.
@_exported public import ModelPredicates
