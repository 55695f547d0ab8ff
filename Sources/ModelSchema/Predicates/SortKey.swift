/// One key of a sort order.
public struct SortKey: Sendable, Hashable, Codable {
  /// The names that lead to the sorted value: to-one relationships, then an
  /// attribute.
  public var keyPath: [String]
  /// A Boolean value that says whether smaller values come first; nil is
  /// smaller than every value.
  public var isAscending: Bool
  /// The options with which texts are compared.
  public var options: StringOptions

  /// Makes a sort key.
  public init(_ keyPath: [String], isAscending: Bool = true, options: StringOptions = []) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.options = options
  }

  /// Makes a sort key of a path with dots, `details.closeDate`, as format
  /// strings spell it.
  public init(_ path: String, isAscending: Bool = true, options: StringOptions = []) {
    self.init(
      path.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
      isAscending: isAscending, options: options)
  }

  /// The same key the other way round.
  public var reversed: SortKey {
    SortKey(keyPath, isAscending: !isAscending, options: options)
  }
}
