/// The texts of a full-text index, of one object: what `MATCHES` asks for words
/// instead of a regular expression.
package protocol WordsSubject: PredicateSubject {
  /// A Boolean value that says whether a search for words finds the object.
  ///
  /// - Throws: `ObjectPredicateError` (`invalidWords`) for a query that cannot be
  ///   read.
  func matches(_ query: String) throws(ObjectPredicateError) -> Bool
}
