extension FetchRequest {
  /// Creates a request whose condition is a Foundation `#Predicate`.
  ///
  /// The typed builder (`where`) has more features and compiles faster; this
  /// initialiser is for existing conditions. It accepts all expressions of the macro
  /// except dictionaries and slices of collections. Key paths must lead to stored
  /// properties.
  ///
  /// - Throws: `StoreError` (`.untranslatable`), which names a part that cannot be
  ///   translated.
  public init(_ predicate: Foundation.Predicate<Object>) throws {
    var walk = FoundationPredicateWalk()
    walk.bind(predicate.variable, to: .evaluatedObject)
    self.init(try walk.predicate(predicate.expression))
  }

  /// Returns a request with a sort order that is given by several Foundation
  /// sort descriptors.
  ///
  /// - Throws: `StoreError` (`.untranslatable`) if a descriptor has no key path
  ///   to a stored property.
  public func sorted(
    by first: SortDescriptor<Object>, _ others: SortDescriptor<Object>...
  ) throws -> FetchRequest {
    try sorted(by: [first] + others)
  }

  /// Returns a request with a sort order that is given by a list of Foundation
  /// sort descriptors.
  ///
  /// - Throws: `StoreError` (`.untranslatable`) if a descriptor has no key path to a
  ///   stored property.
  public func sorted(by descriptors: [SortDescriptor<Object>]) throws -> FetchRequest {
    var request = self
    request.sortKeys = try descriptors.map { descriptor in
      guard let path = descriptor.keyPath, let names = KeyPathReader.names(of: path) else {
        throw FoundationPredicateWalk.refusal(
          "a sort descriptor of '\(Object.self)' that is not of a stored property",
          "sort by attributes, also behind '?.', and by their raw values")
      }
      return SortKey(names, isAscending: descriptor.order == .forward)
    }
    return request
  }
}
