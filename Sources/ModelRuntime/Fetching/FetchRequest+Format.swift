internal import ModelPredicates

extension FetchRequest {
  /// A request whose condition is a format string, as `NSPredicate(format:)`
  /// takes it; it is checked against the entity when it is fetched.
  ///
  /// - Throws: `ObjectPredicateError` with the place in the text where it is not in
  ///   the grammar, does not fit its arguments or names what the entity has not.
  public init(
    format: String, arguments: [(any PredicateArgument)?] = []
  ) throws(ObjectPredicateError) {
    try self.init(ObjectPredicate(format: format, arguments: arguments))
  }
}

extension ManagedObjectContext {
  /// The objects of a class that satisfy a format string.
  ///
  /// ```swift
  /// try context.fetch(FailedBankInfo.self, matching: "name CONTAINS[cd] %@", text)
  /// ```
  ///
  /// - Throws: `ObjectPredicateError` for a format string that is wrong or does not
  ///   fit the entity, else as `fetch(_:)`.
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, matching format: String, _ arguments: (any PredicateArgument)?...
  ) throws -> [Object] {
    try fetch(FetchRequest<Object>(format: format, arguments: arguments))
  }

  /// The number of objects of a class that satisfy a format string.
  ///
  /// - Throws: As `fetch(_:matching:_:)`.
  public func count<Object: ManagedObject>(
    _ type: Object.Type, matching format: String, _ arguments: (any PredicateArgument)?...
  ) throws -> Int {
    try count(FetchRequest<Object>(format: format, arguments: arguments))
  }
}
