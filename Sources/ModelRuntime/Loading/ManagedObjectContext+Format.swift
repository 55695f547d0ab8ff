extension ManagedObjectContext {
  /// Fetches the objects of a class that satisfy a format string.
  ///
  /// ```swift
  /// try context.fetch(FailedBankInfo.self, matching: "name CONTAINS[cd] %@", text)
  /// ```
  ///
  /// - Throws: `ObjectPredicateError` if the format string is wrong or does not fit the
  ///   entity, and the errors of `fetch(_:)`.
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, matching format: String, _ arguments: (any PredicateArgument)?...
  ) throws -> [Object] {
    try fetch(FetchRequest<Object>(format: format, arguments: arguments))
  }

  /// Counts the objects of a class that satisfy a format string.
  ///
  /// - Throws: The errors of `fetch(_:matching:_:)`.
  public func count<Object: ManagedObject>(
    _ type: Object.Type, matching format: String, _ arguments: (any PredicateArgument)?...
  ) throws -> Int {
    try count(FetchRequest<Object>(format: format, arguments: arguments))
  }
}
