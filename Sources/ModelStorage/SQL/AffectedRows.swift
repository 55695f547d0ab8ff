/// The rows whose derived attributes were written by triggers of a store (`Z_DA_...`,
/// as Core Data creates them).
///
/// The triggers report rows by calling functions, which exist in Core Data for
/// the same reason: objects in memory, and values derived from such attributes,
/// must be updated. Without the functions, no row of such a table could be
/// written.
package final class AffectedRows {
  /// A derived attribute of a row.
  package struct Row: Hashable {
    package let table: String
    package let entityNumber: Int64
    package let key: Int64
    package let attribute: String
  }

  /// The functions that the triggers call.
  static let functions = [
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ]

  @exclusivity(unchecked) private var rows: Set<Row> = []

  func register(in connection: Connection) throws(SQLiteError) {
    for name in Self.functions {
      try connection.register(name, argumentCount: -1) { [weak self] arguments in
        self?.note(arguments)
        return .null
      }
    }
  }

  /// Returns the rows written since the last call.
  package func take() -> Set<Row> {
    defer { rows = [] }
    return rows
  }

  private func note(_ arguments: FunctionArguments) {
    guard arguments.count > 3, let table = arguments.utf8(0), let attribute = arguments.utf8(3)
    else { return }
    rows.insert(
      Row(
        table: String(decoding: table, as: UTF8.self), entityNumber: arguments.integer(1),
        key: arguments.integer(2), attribute: String(decoding: attribute, as: UTF8.self)))
  }
}
