/// A position in the order of a fetch. It stays with an object, regardless of
/// insertions and deletions before that object.
///
/// A cursor can be stored and sent. It is valid for the order with which it was
/// created.
public struct FetchCursor: Sendable, Hashable, Codable {
  /// The values that the object was sorted by.
  package var values: [ConstantValue]
  /// The primary key of the object, which determines its position among objects
  /// that are equal by all sort keys.
  package var key: Int64

  package init(
    values: [ConstantValue], key: Int64
  ) {
    self.values = values
    self.key = key
  }
}
