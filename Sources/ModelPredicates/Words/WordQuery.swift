/// A search for words, as people type it:
///
/// ```
/// savings loan            both words, wherever they stand
/// geor*                   words that begin so
/// "first national"        words that follow one another
/// -bank                   not this word, beside others that are looked for
/// savings OR trust        one of them, or both
/// name:georgia            in one column only
/// (savings OR trust) -bank
/// ```
///
/// `OR` is in capitals; every other word is looked for as it is. Signs inside of a
/// word part it as they part words of texts: `state-wide` is `"state wide"`. What
/// has no letter or digit is passed over. A query without a word finds nothing.
package struct WordQuery: Sendable, Hashable {
  /// A part of a query.
  indirect enum Node: Sendable, Hashable {
    /// Words that follow one another, the last of them as a beginning.
    case words(String, isPrefix: Bool)
    /// A part that is looked for in one column, by its place.
    case column(Int, Node)
    case all([Node])
    case any([Node])
    /// The texts in which a part is found and none of the others.
    case except(Node, [Node])
  }

  /// The parts; nil where there is no word to look for.
  let root: Node?

  /// The greatest number of words and phrases of a query.
  package static let termLimit = 256
  /// The greatest number of parentheses one inside the other.
  package static let depthLimit = 16

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - columns: The names that may stand before a colon.
  /// - Throws: `ObjectPredicateError` (`invalidWords`) with the place.
  package init(_ text: String, columns: [String]) throws(ObjectPredicateError) {
    var parser = WordQueryParser(text, columns: columns)
    root = try parser.query()
  }

  /// The query as FTS5 takes it: every word is a quoted text of its own, so that
  /// nothing in it can be syntax.
  ///
  /// - Parameter columns: The columns' names in SQL.
  package func matchExpression(columns: [String]) -> String {
    // A text without words matches no row.
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

  /// FTS5's quotes; it ends a query at a NUL.
  private static func quoted(_ text: String) -> String {
    text.escaped { $0 == "\0" ? " " : nil }.quoted(by: "\"")
  }
}
