extension FetchRequest {
  /// Creates a request whose condition is Foundation's `#Predicate`.
  ///
  /// The typed builder (`where`) can do more and compiles faster; this initialiser is
  /// for conditions that exist already. It accepts all expressions of the macro except
  /// dictionaries and parts of collections; a key path that is not a stored property is
  /// refused.
  ///
  /// - Throws: `StoreError` (`.untranslatable`), which names the part that cannot be
  ///   fetched.
  public init(_ predicate: Foundation.Predicate<Object>) throws {
    var walk = FoundationPredicateWalk()
    walk.bind(predicate.variable, to: .evaluatedObject)
    self.init(try walk.predicate(predicate.expression))
  }

  /// The request in the order of several of Foundation's sort descriptors.
  ///
  /// - Throws: As `sorted(by:)` with a list.
  public func sorted(
    by first: SortDescriptor<Object>, _ others: SortDescriptor<Object>...
  ) throws -> FetchRequest {
    try sorted(by: [first] + others)
  }

  /// The request in the order of Foundation's sort descriptors.
  ///
  /// - Throws: `StoreError` (`.untranslatable`) for a descriptor without a key
  ///   path to a stored property.
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
