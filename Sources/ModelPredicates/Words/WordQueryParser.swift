/// A parser of the text of a `WordQuery`.
///
/// ```
/// query  = all { "OR" all } .
/// all    = { [ "-" ] term } .
/// term   = [ column ":" ] ( word [ "*" ] | phrase [ "*" ] | "(" query ")" ) .
/// ```
struct WordQueryParser {
  private typealias Node = WordQuery.Node

  private let text: String
  private let bytes: [UInt8]
  private let columns: [String]
  private var index = 0
  private var terms = 0
  private var depth = 0

  init(_ text: String, columns: [String]) {
    self.text = text
    bytes = Array(text.utf8)
    self.columns = columns
  }

  /// Reads the whole query; returns nil if it contains no word.
  mutating func query() throws(ObjectPredicateError) -> WordQuery.Node? {
    let node = try alternatives()
    // Only a closing parenthesis can end the alternatives before the end of the text.
    if index < bytes.count { throw error("this parenthesis has no beginning", index..<index + 1) }
    return node
  }

  private mutating func alternatives() throws(ObjectPredicateError) -> Node? {
    var nodes: [Node] = []
    repeat {
      if let node = try conjunction() { nodes.append(node) }
    } while acceptOr()
    return nodes.count > 1 ? .any(nodes) : nodes.first
  }

  private mutating func conjunction() throws(ObjectPredicateError) -> Node? {
    var wanted: [Node] = []
    var unwanted: [Node] = []
    var place = 0..<0
    while !isAtEnd, !isAtOr {
      let start = index
      let isUnwanted = peek == UInt8(ascii: "-")
      if isUnwanted { index += 1 }
      guard let node = try term() else { continue }
      if isUnwanted {
        unwanted.append(node)
        place = start..<index
      } else {
        wanted.append(node)
      }
    }
    guard !unwanted.isEmpty else { return wanted.count > 1 ? .all(wanted) : wanted.first }
    guard let first = wanted.first else {
      throw error("it leaves words out and looks for none", place)
    }
    return .except(wanted.count > 1 ? .all(wanted) : first, unwanted)
  }

  /// Reads a word, a phrase or a group; returns nil for symbols without a
  /// letter or digit.
  private mutating func term(
    takesColumn: Bool = true
  ) throws(ObjectPredicateError) -> Node? {
    switch peek {
    case UInt8(ascii: "(")?: return try group()
    case UInt8(ascii: "\"")?: return try phrase()
    default: break
    }
    let start = index
    while let byte = peek, !byte.endsWord { index += 1 }
    var word = bytes[start..<index]
    if takesColumn, let colon = word.firstIndex(of: UInt8(ascii: ":")),
      let column = columns.firstIndex(of: String(decoding: word[..<colon], as: UTF8.self))
    {
      index = colon + 1
      guard let byte = peek, !byte.isSpace, byte != UInt8(ascii: ")") else { return nil }
      return try term(takesColumn: false).map { Node.column(column, $0) }
    }
    let isPrefix = word.last == UInt8(ascii: "*")
    while word.last == UInt8(ascii: "*") { word.removeLast() }
    return try words(String(decoding: word, as: UTF8.self), isPrefix: isPrefix, start..<index)
  }

  private mutating func phrase() throws(ObjectPredicateError) -> Node? {
    let start = index
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
      throw error("these quotes have no end", start..<bytes.count)
    }
    index = end + 1
    let isPrefix = peek == UInt8(ascii: "*")
    while peek == UInt8(ascii: "*") { index += 1 }
    return try words(
      String(decoding: bytes[start + 1..<end], as: UTF8.self), isPrefix: isPrefix, start..<index)
  }

  private mutating func group() throws(ObjectPredicateError) -> Node? {
    let start = index
    index += 1
    depth += 1
    guard depth <= WordQuery.depthLimit else {
      throw error(
        "it has more than \(WordQuery.depthLimit) parentheses one inside the other",
        start..<start + 1)
    }
    let node = try alternatives()
    guard peek == UInt8(ascii: ")") else {
      throw error("this parenthesis has no end", start..<start + 1)
    }
    index += 1
    depth -= 1
    return node
  }

  private mutating func words(
    _ text: String, isPrefix: Bool, _ place: Range<Int>
  ) throws(ObjectPredicateError) -> Node? {
    guard text.unicodeScalars.contains(where: \.isPartOfWords) else { return nil }
    terms += 1
    guard terms <= WordQuery.termLimit else {
      throw error("it has more than \(WordQuery.termLimit) words", place)
    }
    return .words(text, isPrefix: isPrefix)
  }

  // MARK: Characters

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// True if only spaces follow before the end of the query or of a group.
  ///
  /// Reading this property skips the spaces.
  private var isAtEnd: Bool {
    mutating get {
      while let byte = peek, byte.isSpace { index += 1 }
      return index == bytes.count || bytes[index] == UInt8(ascii: ")")
    }
  }

  private var isAtOr: Bool {
    guard bytes[index...].starts(with: "OR".utf8) else { return false }
    return index + 2 == bytes.count || bytes[index + 2].endsWord
  }

  private mutating func acceptOr() -> Bool {
    guard !isAtEnd, isAtOr else { return false }
    index += 2
    return true
  }

  private func error(_ reason: String, _ place: Range<Int>) -> ObjectPredicateError {
    ObjectPredicateError(
      .invalidWords(text, reason: reason),
      location: .init(of: place.clamped(to: 0..<max(bytes.count, 1)), in: bytes))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// True if the byte ends a word.
  fileprivate var endsWord: Bool {
    isSpace || self == UInt8(ascii: "(") || self == UInt8(ascii: ")") || self == UInt8(ascii: "\"")
  }
}

extension Unicode.Scalar {
  /// True if the character can be part of a word. Punctuation, symbols and
  /// spaces separate words.
  fileprivate var isPartOfWords: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator,
      .control, .format, .surrogate:
      false
    default: true
    }
  }
}
