/// A full-text index of objects of a class, in conditions and orders.
///
/// ```swift
/// let found = try context.fetch(
///   Bank.where { $0.search.matches("geor* -bank") }.sorted { [$0.search.rank] }.limit(20))
/// // … WHERE w MATCH ? ORDER BY w.rank LIMIT 20
/// ```
public struct FullTextPath: Sendable {
  private let path: ValueExpression<String>

  /// Creates the path of the full-text index with a name.
  public init<Object: ManagedObject>(_ paths: Paths<Object>, _ name: String) {
    path = paths[name]
  }

  /// True if a search for words finds the object.
  ///
  /// A query consists of words, `"phrases"`, beginnings with `*`, `-` before a term
  /// that must be absent, `OR`, and a property's name with a colon before the words to
  /// find in it. A fetch throws `ObjectPredicateError` (`.invalidWords`) for a query
  /// that cannot be read.
  public func matches(_ words: String) -> Condition { path.matches(words) }

  /// The order by rank: objects that match the words of the condition best come first.
  public var rank: SortKey {
    SortKey(path.keyPath + [FullTextIndexDescription.rank], isAscending: true)
  }
}

extension Paths {
  /// True if a search for words finds the object in the full-text index of its class:
  /// the index named `words`, or else the first, the class's own before inherited ones.
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
  /// The text of a property with the matches of a search between marks; nil if the
  /// search does not find the object.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property, which has to belong to the index.
  ///   - query: The words, as in `FullTextPath.matches(_:)`.
  ///   - index: The name of the full-text index; nil for the first.
  ///   - marks: The texts before and after each match.
  /// - Throws: `ObjectPredicateError` for a query that cannot be read, and for names
  ///   that the model does not have.
  public func highlighted(
    _ keyPath: String, matching query: String, in index: String? = nil,
    marks: (String, String) = ("[", "]")
  ) throws(ObjectPredicateError) -> String? {
    let found = try texts(keyPath, query, index)
    return try found.memory.found(
      found.texts, found.query, select: "highlight(w, \(found.place), ?, ?)", [marks.0, marks.1])
  }

  /// The part of a property's text around the matches of a search, between marks; nil
  /// if the search does not find the object.
  ///
  /// - Parameters:
  ///   - keyPath: The path of the property, which has to belong to the index.
  ///   - query: The words, as in `FullTextPath.matches(_:)`.
  ///   - index: The name of the full-text index; nil for the first.
  ///   - marks: The texts before and after each match.
  ///   - ellipsis: The text in place of omitted text.
  ///   - words: The number of words of the part, 1 to 64.
  /// - Throws: As `highlighted(_:matching:in:marks:)`.
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

  /// Returns the parts of a highlight: the texts, the place of one of them, and the
  /// query.
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
