/// A query for a full-text search, as users type it.
///
/// ```
/// savings loan            both words, anywhere in the text
/// geor*                   any word that begins with "geor"
/// "first national"        the words next to each other, in this order
/// savings -bank           texts with the first word and without the second
/// savings OR trust        at least one of the two words
/// name:georgia            the word in this column only
/// (savings OR trust) -bank
/// ```
///
/// `OR` is an operator only in capitals. Punctuation within a word divides it
/// in the same way as in the searched text: `state-wide` means `"state wide"`.
/// Parts without a letter or digit are ignored. A query without words finds
/// nothing.
package struct WordQuery: Sendable, Hashable {
  /// A part of a query.
  indirect enum Node: Sendable, Hashable {
    /// A sequence of words, the last of which can be a prefix.
    case words(String, isPrefix: Bool)
    /// A part of the query that applies only to the column with the given
    /// index.
    case column(Int, Node)
    case all([Node])
    case any([Node])
    /// A text that matches the first part, but none of the other parts.
    case except(Node, [Node])
  }

  /// The root of the query; nil if the query contains no word.
  let root: Node?

  /// The maximum number of words and phrases in a query.
  package static let termLimit = 256
  /// The maximum depth of nested parentheses.
  package static let depthLimit = 16

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - columns: The names that can be written before a colon.
  /// - Throws: `ObjectPredicateError` (`invalidWords`) with the location, if the query
  ///   is not valid.
  package init(_ text: String, columns: [String]) throws(ObjectPredicateError) {
    var parser = WordQueryParser(text, columns: columns)
    root = try parser.query()
  }

  /// Returns the query in the syntax of FTS5. Every word is quoted, so that no part of
  /// it is interpreted as syntax.
  ///
  /// - Parameter columns: The names of the columns in SQL.
  package func matchExpression(columns: [String]) -> String {
    // A query without words matches no row.
    root.map { Self.text($0, columns) } ?? "\"\""
  }

  private static func text(_ node: Node, _ columns: [String]) -> String {
    switch node {
    case .words(let words, let isPrefix): quoted(words) + (isPrefix ? " *" : "")
    case .column(let place, let node): quoted(columns[place]) + " : (" + text(node, columns) + ")"
    case .all(let nodes): "(" + nodes.map { text($0, columns) }.joined(separator: " AND ") + ")"
    case .any(let nodes): "(" + nodes.map { text($0, columns) }.joined(separator: " OR ") + ")"
    case .except(let node, let others):
      "(" + text(node, columns) + " NOT " + text(.any(others), columns) + ")"
    }
  }

  /// Returns the text in quotes for FTS5. NUL characters, which would end the
  /// query, are replaced by spaces.
  private static func quoted(_ text: String) -> String {
    text.escaped { $0 == "\0" ? " " : nil }.quoted(by: "\"")
  }
}
