public import ModelSchema

extension ValueExpression {
  /// Sorts by it, smaller values first; nil is smaller than every value.
  public var ascending: SortKey { SortKey(keyPath) }

  /// Sorts by it, greater values first.
  public var descending: SortKey { SortKey(keyPath, isAscending: false) }

  /// Sorts by it, smaller values first, as the options compare texts.
  public func ascending(_ options: StringOptions) -> SortKey {
    SortKey(keyPath, options: options)
  }

  /// Sorts by it, greater values first, as the options compare texts.
  public func descending(_ options: StringOptions) -> SortKey {
    SortKey(keyPath, isAscending: false, options: options)
  }

  /// The names that lead to the value.
  var keyPath: [String] {
    if case .keyPath(let names, .evaluatedObject) = expression { names } else { [] }
  }
}
