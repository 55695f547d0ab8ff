/// Several names in one string, in the form of a CSV row: `large,"a, b"`.
enum NameList {
  /// Returns the names, separated by commas and in quotes if necessary.
  static func text(_ names: [String]) -> String {
    names.isEmpty ? "" : String(CSVReader.line(names).dropLast())
  }

  /// Returns the names in a string, without empty names, and without white
  /// space outside quotes.
  static func names(of text: String) -> [String] {
    let rows = try? CSVReader.rows(of: Array(text.utf8))
    // While someone is typing, an unclosed quote is treated like any other
    // character.
    let names = rows?.flatMap(\.texts) ?? text.split(separator: ",").map(String.init)
    return names.filter { !$0.isEmpty }
  }
}
