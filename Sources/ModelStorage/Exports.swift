// A store is made of a model and answers predicates; it is linked with all of Foundation, and code
// that is inlined into clients reaches down to SQLite.
@_exported public import Foundation
@_exported public import ModelPredicates
@_exported public import ModelSQLite
