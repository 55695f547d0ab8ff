/// A place in the order of a fetch: behind an object, whatever is inserted or
/// deleted before it.
///
/// It can be kept and sent; it is good for the order that it was made with.
public struct FetchCursor: Sendable, Hashable, Codable {
  /// The values that the object was sorted by.
  package var values: [ConstantValue]
  /// The primary key, which decides between objects that are equal by all keys.
  package var key: Int64

  package init(
    values: [ConstantValue], key: Int64
  ) {
    self.values = values
    self.key = key
  }
}
