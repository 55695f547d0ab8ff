/// The indexed text of one object, as the subject of a condition on a full-text
/// index that is evaluated in memory.
struct FullTextSubject: WordsSubject {
  let predicateObjectID: ObjectID? = nil
  var predicateTypeName: String { description.name }
  let description: FullTextIndexDescription
  let texts: [String?]

  /// Reads the text of an object.
  init(
    _ description: FullTextIndexDescription, of object: ManagedObject
  ) throws(ObjectPredicateError) {
    self.description = description
    var texts: [String?] = []
    for keyPath in description.keyPaths {
      let names = keyPath.split(separator: ".").map(String.init)
      let value = try ObjectExpression.keyPath(names, of: .evaluatedObject)
        .value(with: .object(object))
      texts.append(value.textValue)
    }
    self.texts = texts
  }

  /// Returns null for the rank, which only the store knows, so that all objects
  /// have the same rank in memory; nil for any other key.
  func predicateValue(forKey key: String) throws(ObjectPredicateError) -> EvaluatedValue? {
    key == FullTextIndexDescription.rank ? .null : nil
  }

  func matches(_ query: String) throws(ObjectPredicateError) -> Bool {
    let words = try WordQuery(query, columns: description.keyPaths)
    return try FullTextMemory.of(description).found(texts, words, select: "1") != nil
  }
}
