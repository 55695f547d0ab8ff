/// The row that counts the keys of a hierarchy.
struct KeyCounter: Sendable {
  /// `Z_PRIMARYKEY`, with the name of its store's schema where there are several.
  let table: String
  /// The number of the row's entity.
  let number: Int64
}
