/// The row that counts the keys of a hierarchy.
package struct KeyCounter: Sendable {
  /// `Z_PRIMARYKEY`, with the name of its store's schema where there are several.
  let table: String
  /// The number of the row's entity.
  let number: Int64
  /// The table of the rows; nil where keys are counted over several tables.
  var rows: String?

  /// The last key: what is counted, or what a row has that was never counted, as
  /// stores have into which a program of Apple's copied rows. What is no number, or
  /// less than none, counts nothing.
  var lastKey: String {
    let counted = "CASE typeof(Z_MAX) WHEN 'integer' THEN Z_MAX ELSE 0 END"
    guard let rows else { return "max(\(counted), 0)" }
    return "max(\(counted), (SELECT ifnull(max(Z_PK), 0) FROM \(rows)), 0)"
  }
}
