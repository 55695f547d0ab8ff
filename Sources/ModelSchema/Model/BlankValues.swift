// The values of required properties of a blank object, for the two types whose
// own blank values are too slow to be created for every object.

extension UUID {
  /// The UUID whose bytes are all zero.
  public static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension URL {
  /// A URL that leads nowhere.
  public static let blank = URL(filePath: "/")
}
