// Models have predicates as conditions, so users of this module need both.
@_exported public import ModelPredicates
