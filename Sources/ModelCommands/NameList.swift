/// Several names in one text, as a row of CSV has its fields: `large,"a, b"`.
enum NameList {
  /// The names separated by commas, in quotes if necessary.
  static func text(_ names: [String]) -> String {
    names.isEmpty ? "" : String(CSVReader.line(names).dropLast())
  }

  /// The names of a text, without empty ones, and without blanks outside of quotes.
  static func names(of text: String) -> [String] {
    let rows = try? CSVReader.rows(of: Array(text.utf8))
    // While someone is typing, an unclosed quote is a character like others.
    let names = rows?.flatMap(\.texts) ?? text.split(separator: ",").map(String.init)
    return names.filter { !$0.isEmpty }
  }
}
