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
