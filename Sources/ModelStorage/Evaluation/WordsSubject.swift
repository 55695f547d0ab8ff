/// The full-text index of one object, in which `MATCHES` searches for words
/// instead of matching a regular expression.
package protocol WordsSubject: PredicateSubject {
  /// Returns whether a search for words finds the object.
  ///
  /// - Throws: `ObjectPredicateError` (`invalidWords`) if the query is invalid.
  func matches(_ query: String) throws(ObjectPredicateError) -> Bool
}
