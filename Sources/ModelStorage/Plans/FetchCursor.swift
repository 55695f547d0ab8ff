/// A place in the order of a fetch, which follows an object regardless of insertions
/// and deletions before it.
///
/// A cursor can be stored and sent. It is valid for the order with which it was
/// created.
public struct FetchCursor: Sendable, Hashable, Codable {
  /// The values by which the object was sorted.
  package var values: [ConstantValue]
  /// The primary key of the object, which decides between objects that are equal by all
  /// sort keys.
  package var key: Int64

  package init(
    values: [ConstantValue], key: Int64
  ) {
    self.values = values
    self.key = key
  }
}
