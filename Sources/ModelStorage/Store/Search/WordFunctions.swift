/// The functions of a connection that searches for words need: a query that
/// cannot be read is an error of the statement, whoever gave it.
struct WordFunctions {
  let connection: Connection

  /// Gives the connection the functions.
  func register() throws(SQLiteError) {
    // The query, the names of properties, those of columns: the query as FTS5 takes it.
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
    // The query, the names, the options of the index, texts: whether it finds them.
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
