// The conditions in models are predicates, so users of this module need both
// modules.
@_exported public import ModelPredicates
