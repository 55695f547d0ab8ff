/// The form of large values while a policy runs. Policies receive the values
/// themselves. A value that they leave unchanged keeps its file, and a new
/// value is stored in the row.
struct ExternalMarks {
  /// A newer column whose large values are in files, and the older column that its
  /// values come from.
  private struct Pair {
    let column: ColumnMapping
    let older: String?
  }

  private let pairs: [Pair]
  private let first: Int
  private var marks: [String: (value: ConstantValue, mark: ConstantValue)] = [:]

  init(_ source: TableChange.Source) {
    // The marks come after the values of both objects in `sourceSelect`.
    first = 1 + source.old.columns.count + source.new.columns.count
    let files = Set(source.old.columns.filter(\.isExternal).map(\.name))
    pairs = source.new.columns.filter(\.isExternal).map { column in
      guard case .column(let name)? = source.values[column.name], files.contains(name) else {
        return Pair(column: column, older: nil)
      }
      return Pair(column: column, older: name)
    }
  }

  /// The columns of an old row that are read in addition to its values: for
  /// each large value, the value and the mark.
  var columns: [String] {
    pairs.compactMap(\.older).flatMap { name in
      let column = "t0.\(StoreNames.quoted(name))"
      return ["model_external_read(\(column))", column]
    }
  }

  /// Returns the SQL that reads the value of a newer column; nil if the values
  /// are not in files.
  func read(_ value: ColumnValue, _ column: ColumnMapping) -> String? {
    guard case .column(let name) = value,
      pairs.contains(where: { $0.column.name == column.name && $0.older != nil })
    else { return nil }
    return "model_external_read(t0.\(StoreNames.quoted(name)))"
  }

  /// Records the marks in a row of the older version.
  mutating func note(_ row: [ConstantValue], _ key: Int64) {
    marks = [:]
    for (index, pair) in pairs.filter({ $0.older != nil }).enumerated() {
      marks[pair.column.name] = (row[first + 2 * index], row[first + 2 * index + 1])
    }
  }

  /// Records the marks in a row of the newer version.
  mutating func note(_ key: Int64, _ table: String, _ connection: Connection) throws {
    guard !pairs.isEmpty else { return }
    marks = [:]
    let names = pairs.map(\.column.quotedName)
    let columns = names.flatMap { ["model_external_read(\($0))", $0] }.joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(columns) FROM \(table) WHERE Z_PK = ?")
    try statement.binding([.integer(key)]).forEachRow { row in
      for (index, pair) in pairs.enumerated() {
        let place = Int32(2 * index)
        marks[pair.column.name] = (
          ConstantValue(row.storedValue(place)), ConstantValue(row.storedValue(place + 1))
        )
      }
    }
  }

  /// Returns the form in which a column stores a value.
  func stored(_ value: ConstantValue, _ column: ColumnMapping) -> ConstantValue {
    // A value that comes unchanged from such a column is already in that form.
    if column.isExact, let text = value.exactText { return .string(text) }
    guard column.isExternal, case .data(let data) = value else { return value }
    // An unchanged value keeps its file.
    if let known = marks[column.name], known.value == value { return known.mark }
    return .data(Data(ExternalMark.inline(Array(data)).bytes))
  }
}
