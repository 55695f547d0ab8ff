// A store consists of a model and evaluates predicates, so those modules are
// exported. The module is linked with all of Foundation, and code that is
// inlined into clients uses SQLite directly.
@_exported public import Foundation
@_exported public import ModelPredicates
@_exported public import ModelSQLite
