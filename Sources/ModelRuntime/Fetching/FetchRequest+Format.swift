extension FetchRequest {
  /// A request whose condition is a format string, as `NSPredicate(format:)` takes it;
  /// the condition is checked against the entity when it is fetched.
  ///
  /// - Throws: `ObjectPredicateError`, with the place in the text, for a format that is
  ///   not in the grammar, does not fit its arguments or uses a name that the entity
  ///   does not have.
  public init(
    format: String, arguments: [(any PredicateArgument)?] = []
  ) throws(ObjectPredicateError) {
    try self.init(ObjectPredicate(format: format, arguments: arguments))
  }
}
