enum SQLToken: Hashable {
  /// A word without quotes: a keyword or a name.
  case word(String)
  /// A name in quotes, brackets or backticks.
  case name(String)
  case text(String)
  case number(String)
  /// An operator or a punctuation mark.
  case mark(String)

  /// Returns whether the token is the given keyword, which must be in capital
  /// letters.
  func isWord(_ keyword: String) -> Bool {
    if case .word(let word) = self { word.uppercased() == keyword } else { false }
  }
}

/// SQL as tokens, without comments and white space.
struct SQLTokens {
  private(set) var tokens: [SQLToken] = []
  /// The ranges of the tokens in `characters`.
  private(set) var ranges: [Range<Int>] = []
  private let characters: [Unicode.Scalar]

  init(_ sql: String) {
    characters = Array(sql.unicodeScalars)
    var place = 0
    while place < characters.count {
      let start = place
      if let token = next(&place) {
        tokens.append(token)
        ranges.append(start..<place)
      }
    }
  }

  /// Returns the text from one token to another, on one line.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let part = characters[ranges[first].lowerBound..<ranges[last].upperBound]
    return String(String.UnicodeScalarView(part)).split { $0.isWhitespace }.joined(separator: " ")
  }

  private func next(_ place: inout Int) -> SQLToken? {
    let first = characters[place]
    if first.properties.isWhitespace {
      place += 1
      return nil
    }
    if has("--", place) {
      place = end(of: "\n", from: place + 2)
      return nil
    }
    if has("/*", place) {
      place = end(of: "*/", from: place + 2)
      return nil
    }
    switch first {
    case "'": return .text(quoted("'", &place))
    case "\"": return .name(quoted("\"", &place))
    case "`": return .name(quoted("`", &place))
    case "[": return .name(quoted("]", &place))
    default: break
    }
    if Self.isDigit(first) || first == ".", let number = number(&place) { return .number(number) }
    if Self.isWord(first) { return .word(taken(&place, while: Self.isWord)) }
    let count =
      ["<=", ">=", "<>", "!=", "==", "||", "<<", ">>"].contains { has($0, place) } ? 2 : 1
    defer { place += count }
    return .mark(string(place..<place + count))
  }

  private func number(_ place: inout Int) -> String? {
    let start = place
    var seen = false
    while place < characters.count {
      let character = characters[place]
      if Self.isDigit(character) {
        seen = true
      } else if character == "e" || character == "E" {
        let sign =
          place + 1 < characters.count && "+-".unicodeScalars.contains(characters[place + 1])
        if sign { place += 1 }
      } else if character != "." {
        break
      }
      place += 1
    }
    guard seen else {
      place = start
      return nil
    }
    return string(start..<place)
  }

  /// Reads text in quotes; a doubled quote represents a single quote.
  private func quoted(_ quote: Unicode.Scalar, _ place: inout Int) -> String {
    var text = String.UnicodeScalarView()
    place += 1
    while place < characters.count {
      if characters[place] == quote {
        place += 1
        guard quote != "]", place < characters.count, characters[place] == quote else { break }
      }
      text.append(characters[place])
      place += 1
    }
    return String(text)
  }

  private func taken(_ place: inout Int, while fits: (Unicode.Scalar) -> Bool) -> String {
    let start = place
    while place < characters.count, fits(characters[place]) { place += 1 }
    return string(start..<place)
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(characters[range]))
  }

  private func has(_ text: String, _ place: Int) -> Bool {
    characters[place...].starts(with: text.unicodeScalars)
  }

  /// Returns the position after the next occurrence of the given string; the
  /// end of the SQL if there is none.
  private func end(of text: String, from start: Int) -> Int {
    var place = start
    while place < characters.count, !has(text, place) { place += 1 }
    return min(place + text.unicodeScalars.count, characters.count)
  }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(character)
  }

  private static func isWord(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: character.value > 0x7F
    }
  }
}
