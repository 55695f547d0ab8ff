/// The row of `Z_PRIMARYKEY` that counts the keys of a hierarchy.
package struct KeyCounter: Sendable {
  /// The name `Z_PRIMARYKEY`, with the schema of its store if there are several.
  let table: String
  /// The entity number of the row.
  let number: Int64
  /// The table of the objects; nil if keys are counted across several tables.
  var rows: String?

  /// The last key as SQL: the counter, or the greatest key of a row if that is
  /// greater, since Apple's programs may copy rows into a store without
  /// updating the counter. A counter that is negative or not a number is
  /// treated as 0.
  var lastKey: String {
    let counted = "CASE typeof(Z_MAX) WHEN 'integer' THEN Z_MAX ELSE 0 END"
    guard let rows else { return "max(\(counted), 0)" }
    return "max(\(counted), (SELECT ifnull(max(Z_PK), 0) FROM \(rows)), 0)"
  }
}
