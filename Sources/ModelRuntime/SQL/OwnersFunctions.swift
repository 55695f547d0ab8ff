internal import ModelSQLite

/// The functions that triggers of Apple's stores call (`Z_DA_...`, for derived
/// attributes).
///
/// They tell Core Data which rows a trigger changed, so that objects in memory
/// are brought up to date. Here every fetch compares versions, so there is
/// nothing to do but to be there: without them no row of such a table could be
/// written.
struct OwnersFunctions {
  let connection: Connection

  /// Gives the connection the functions.
  func register() throws(SQLiteError) {
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] {
      try connection.register(name, argumentCount: -1) { _ in .null }
    }
  }
}
