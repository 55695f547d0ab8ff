extension FetchRequest {
  /// Creates a request whose condition is a format string in the syntax of
  /// `NSPredicate(format:)`; the condition is checked against the entity when the
  /// request is fetched.
  ///
  /// - Throws: `ObjectPredicateError`, with the location in the text, if the format
  ///   does not follow the grammar, does not fit its arguments, or contains a name that
  ///   the entity does not have.
  public init(
    format: String, arguments: [(any PredicateArgument)?] = []
  ) throws(ObjectPredicateError) {
    try self.init(ObjectPredicate(format: format, arguments: arguments))
  }
}
