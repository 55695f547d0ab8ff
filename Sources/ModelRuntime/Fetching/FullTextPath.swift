/// The path to a full-text index of a class, for conditions and sort orders.
///
/// ```swift
/// let found = try context.fetch(
///   Bank.where { $0.search.matches("geor* -bank") }.sorted { [$0.search.rank] }.limit(20))
/// // … WHERE w MATCH ? ORDER BY w.rank LIMIT 20
/// ```
public struct FullTextPath: Sendable {
  private let path: ValueExpression<String>

  /// Creates the path of the full-text index with the given name.
  public init<Object: ManagedObject>(_ paths: Paths<Object>, _ name: String) {
    path = paths[name]
  }

  /// Returns a condition that is true if a search for words finds the object.
  ///
  /// A query consists of words, `"phrases"`, prefixes followed by `*`, `-` before a
  /// term that must be absent, `OR`, and the name of a property followed by a colon
  /// before the words to find in that property. A fetch throws `ObjectPredicateError`
  /// (`.invalidWords`) if the query is not valid.
  public func matches(_ words: String) -> Condition { path.matches(words) }

  /// The order by rank: the objects that best match the words of the condition come
  /// first.
  public var rank: SortKey {
    SortKey(path.keyPath + [FullTextIndexDescription.rank], isAscending: true)
  }
}

extension Paths {
  /// Returns a condition that is true if a search for words finds the object in
  /// the full-text index of its class: the index named `words` or, if there is
  /// none, the first index; the class's own indexes precede inherited indexes.
  public func matches(words: String) -> Condition {
    FullTextPath(self, Object.fullTextIndexName ?? "words").matches(words)
  }
}

extension ManagedObject {
  fileprivate static var fullTextIndexName: String? {
    let indexes = entityDescription.fullTextIndexes
    if let index = indexes.first(where: { $0.name == "words" }) ?? indexes.first {
      return index.name
    }
    return (_getSuperclass(self) as? ManagedObject.Type)?.fullTextIndexName
  }
}

extension ManagedObject {
  /// Returns the text of a property in which the matches of a search are enclosed in
  /// marks; nil if the search does not find the object.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property, which must belong to the index.
  ///   - query: The words, as in `FullTextPath.matches(_:)`.
  ///   - index: The name of the full-text index; nil for the first one.
  ///   - marks: The strings before and after each match.
  /// - Throws: `ObjectPredicateError` if the query is not valid, or a name does not
  ///   exist in the model.
  public func highlighted(
    _ keyPath: String, matching query: String, in index: String? = nil,
    marks: (String, String) = ("[", "]")
  ) throws(ObjectPredicateError) -> String? {
    let found = try texts(keyPath, query, index)
    return try found.memory.found(
      found.texts, found.query, select: "highlight(w, \(found.place), ?, ?)", [marks.0, marks.1])
  }

  /// Returns the part of a property's text around the matches of a search, which are
  /// enclosed in marks; nil if the search does not find the object.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property, which must belong to the index.
  ///   - query: The words, as in `FullTextPath.matches(_:)`.
  ///   - index: The name of the full-text index; nil for the first one.
  ///   - marks: The strings before and after each match.
  ///   - ellipsis: The string that replaces omitted text.
  ///   - words: The number of words in the result, from 1 to 64.
  /// - Throws: The errors of `highlighted(_:matching:in:marks:)`.
  public func snippet(
    _ keyPath: String, matching query: String, in index: String? = nil,
    marks: (String, String) = ("[", "]"), ellipsis: String = "…", words: Int = 12
  ) throws(ObjectPredicateError) -> String? {
    let found = try texts(keyPath, query, index)
    let count = min(max(words, 1), 64)
    return try found.memory.found(
      found.texts, found.query, select: "snippet(w, \(found.place), ?, ?, ?, \(count))",
      [marks.0, marks.1, ellipsis])
  }

  /// Returns the strings that a highlight needs: the indexed strings of the
  /// object, the position of the property's string among them, and the query.
  ///
  /// - Throws: `ObjectPredicateError` if the query is not valid, or a name does
  ///   not exist in the model.
  private func texts(
    _ keyPath: String, _ query: String, _ index: String?
  ) throws(ObjectPredicateError) -> (
    memory: FullTextMemory, texts: [String?], place: Int, query: WordQuery
  ) {
    guard let description = _batch.entity.fullTextIndex(named: index) else {
      throw ObjectPredicateError(.unknownKey(index ?? "words", of: entityName))
    }
    guard let place = description.keyPaths.firstIndex(of: keyPath) else {
      throw ObjectPredicateError(
        .unknownKey(keyPath, of: description.name),
        suggestion: "it has \(description.keyPaths.joined(separator: ", "))")
    }
    return (
      try FullTextMemory.of(description), try FullTextSubject(description, of: self).texts, place,
      try WordQuery(query, columns: description.keyPaths)
    )
  }
}
