extension ValueExpression {
  /// Sorts by the value, smaller values first; nil is smaller than every value.
  public var ascending: SortKey { SortKey(expression) }

  /// Sorts by the value, greater values first.
  public var descending: SortKey { SortKey(expression, isAscending: false) }

  /// Sorts by the value, smaller values first; strings are compared with the given
  /// options.
  public func ascending(_ options: StringOptions) -> SortKey {
    SortKey(expression, options: options)
  }

  /// Sorts by the value, greater values first; strings are compared with the given
  /// options.
  public func descending(_ options: StringOptions) -> SortKey {
    SortKey(expression, isAscending: false, options: options)
  }

  /// The names on the path to the value; empty if the value is computed.
  var keyPath: [String] {
    if case .keyPath(let names, .evaluatedObject) = expression { names } else { [] }
  }
}

/// The values by which a request is sorted: a value in ascending order, a key, or
/// several of them.
public protocol SortKeys {
  /// The keys, with the most significant one first.
  var sortKeys: [SortKey] { get }
}

extension SortKey: SortKeys {
  /// The key itself.
  public var sortKeys: [SortKey] { [self] }
}

extension Array: SortKeys where Element: SortKeys {
  /// The keys of the elements.
  public var sortKeys: [SortKey] { flatMap(\.sortKeys) }
}

extension Optional: SortKeys where Wrapped: SortKeys {
  /// The keys; empty for nil.
  public var sortKeys: [SortKey] { self?.sortKeys ?? [] }
}

extension ValueExpression: SortKeys {
  /// The value in ascending order.
  public var sortKeys: [SortKey] { [ascending] }
}
