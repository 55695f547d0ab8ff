/// A key of a sort order.
public struct SortKey: Sendable, Hashable, Codable {
  /// The names that lead to the sorted value: to-one relationships, then an attribute.
  /// The list is empty if the value is computed.
  public var keyPath: [String]
  /// The expression that computes the value; nil if a key path leads to it.
  public var expression: ObjectExpression?
  /// True if smaller values come first; nil is smaller than every value.
  public var isAscending: Bool
  /// The options with which strings are compared.
  public var options: StringOptions

  /// Creates a sort key from the names that lead to an attribute.
  public init(_ keyPath: [String], isAscending: Bool = true, options: StringOptions = []) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.options = options
  }

  /// Creates a sort key from a path with dots, such as `details.closeDate`, as
  /// in format strings.
  public init(_ path: String, isAscending: Bool = true, options: StringOptions = []) {
    self.init(
      path.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
      isAscending: isAscending, options: options)
  }

  /// Creates a sort key from an expression; a key path results in the same sort
  /// key as its names.
  public init(
    _ expression: ObjectExpression, isAscending: Bool = true, options: StringOptions = []
  ) {
    if case .keyPath(let names, .evaluatedObject) = expression {
      self.init(names, isAscending: isAscending, options: options)
    } else {
      self.init([], isAscending: isAscending, options: options)
      self.expression = expression
    }
  }

  /// The expression for the sorted value, even if a key path leads to it.
  public var value: ObjectExpression {
    expression ?? .keyPath(keyPath, of: .evaluatedObject)
  }

  /// The same key in the opposite direction.
  public var reversed: SortKey {
    var key = self
    key.isAscending.toggle()
    return key
  }
}
