// The values of required properties of a blank object, for the two types whose
// own blank values are too slow to be created for every object.

extension UUID {
  /// The UUID whose sixteen bytes are all zero, which is used in blank objects.
  public static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension URL {
  /// The URL `about:blank`, which is used in blank objects.
  public static let blank = URL(string: "about:blank") ?? URL(filePath: "/")
}
