/// The rows whose derived attributes triggers of a store have written
/// (`Z_DA_...`, as Core Data makes them).
///
/// The triggers tell by calling functions, which Core Data has for the same
/// reason: so that objects in memory, and what is derived from such attributes,
/// are brought up to date. Without the functions no row of such a table could be
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

  /// Gives a connection the functions.
  func register(in connection: Connection) throws(SQLiteError) {
    for name in Self.functions {
      try connection.register(name, argumentCount: -1) { [weak self] arguments in
        self?.note(arguments)
        return .null
      }
    }
  }

  /// The rows since the last time.
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
