/// The SQL functions that searches for words need on a connection. A query that
/// cannot be parsed is an error of the statement.
struct WordFunctions {
  let connection: Connection

  func register() throws(SQLiteError) {
    // The arguments are the query, the names of properties, and those of columns; the
    // result is the query in FTS5's syntax.
    try connection.register("model_words", argumentCount: 3) { arguments in
      guard let words = arguments.text(0), let names = arguments.text(1),
        let columns = arguments.text(2)
      else { return .null }
      do {
        let query = try WordQuery(words, columns: Self.list(names))
        return .text(query.matchExpression(columns: Self.list(columns)))
      } catch {
        return .failure(error)
      }
    }
    // The arguments are the query, the names, the options of the index, and the
    // text; the result is whether the query finds it.
    try connection.register("model_finds_words", argumentCount: -1) { arguments in
      guard let words = arguments.text(0), let names = arguments.text(1),
        let options = arguments.text(2)
      else { return .null }
      do {
        let query = try WordQuery(words, columns: Self.list(names))
        let texts = (3..<Int(arguments.count)).map { arguments.text($0) }
        let memory = try FullTextMemory.of(options, columnCount: texts.count)
        return .integer(try memory.found(texts, query, select: "1") == nil ? 0 : 1)
      } catch {
        return .failure(error)
      }
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: FullTextIndex.separator, omittingEmptySubsequences: false)
      .map(String.init)
  }
}
