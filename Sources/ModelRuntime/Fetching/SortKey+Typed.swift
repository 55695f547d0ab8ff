extension ValueExpression {
  /// The key that sorts by the value, with smaller values first. Nil is smaller
  /// than every other value.
  public var ascending: SortKey { SortKey(expression) }

  /// The key that sorts by the value, with greater values first. Nil comes
  /// last.
  public var descending: SortKey { SortKey(expression, isAscending: false) }

  /// Returns the key that sorts by the value, with smaller values first.
  /// Strings are compared according to the options.
  public func ascending(_ options: StringOptions...) -> SortKey {
    SortKey(expression, options: StringOptions(options))
  }

  /// Returns the key that sorts by the value, with greater values first.
  /// Strings are compared according to the options.
  public func descending(_ options: StringOptions...) -> SortKey {
    SortKey(expression, isAscending: false, options: StringOptions(options))
  }

  /// The names on the path to the value by which objects are sorted; empty if
  /// the value is computed.
  var keyPath: [String] {
    if case .keyPath(let names, .evaluatedObject) = expression { names } else { [] }
  }
}

/// The values by which a request is sorted: a value, which is sorted in
/// ascending order, a sort key, or a list of values and keys.
public protocol SortKeys {
  /// The sort keys, with the most significant key first.
  var sortKeys: [SortKey] { get }
}

extension SortKey: SortKeys {
  /// A list that contains only this key.
  public var sortKeys: [SortKey] { [self] }
}

extension Array: SortKeys where Element: SortKeys {
  /// The sort keys of all elements.
  public var sortKeys: [SortKey] { flatMap(\.sortKeys) }
}

extension Optional: SortKeys where Wrapped: SortKeys {
  /// The sort keys of the value; empty for nil.
  public var sortKeys: [SortKey] { self?.sortKeys ?? [] }
}

extension ValueExpression: SortKeys {
  /// A list that contains only the key that sorts by the value in ascending
  /// order.
  public var sortKeys: [SortKey] { [ascending] }
}
