/// Finds errors in a regular expression that would prevent stores from reading
/// it with their engine, ICU.
///
/// The check covers brackets, quantifiers and escapes, but not every rule. ICU rejects
/// every pattern that the check rejects.
struct PatternCheck {
  var rest: Substring.UnicodeScalarView
  /// The number of groups that have not been closed yet.
  var groups = 0
  /// The number of capturing groups.
  var captures = 0
  var names: Set<String> = []
  /// The greatest first digit in a reference such as `\2`.
  private var reference = 0
  /// The part before the current position, which a quantifier would repeat or follow.
  var last = Part.nothing

  enum Part {
    /// The start of an alternative, which cannot be repeated.
    case nothing
    /// A part that a quantifier can repeat, such as a character or a group.
    case atom
    /// A quantifier, which a `?` or `+` can follow.
    case quantifier
    /// A quantifier with its `?` or `+`, which no other quantifier can follow.
    case closed
  }

  /// Returns a description of the error in a pattern, or nil if none is found.
  static func fault(in pattern: String) -> String? {
    // Comments and quotes can contain any character, so their brackets do not open groups.
    guard !hasComments(pattern), !pattern.contains("\\Q") else { return nil }
    var check = PatternCheck(rest: pattern[...].unicodeScalars)
    return check.fault()
  }

  /// Returns whether a flag `x` allows comments, which can contain any character.
  private static func hasComments(_ pattern: String) -> Bool {
    pattern.ranges(of: "(?").contains { start in
      pattern[start.upperBound...].prefix { $0.isLetter }.contains("x")
    }
  }

  private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  private mutating func fault() -> String? {
    while let scalar = rest.popFirst() {
      let fault: String? =
        switch scalar {
        case "\\": escape()
        case "[": set()
        case "(": group()
        case ")": close()
        case "|": alternative()
        case "*", "+", "?": quantifier(scalar)
        case "{": count()
        default: atom()
        }
      if let fault { return fault }
    }
    if groups > 0 { return "'(' has no ')'" }
    // A reference may precede its group, so references are checked at the end.
    return reference > captures ? "there is no group for '\\\(reference)'" : nil
  }

  private mutating func atom() -> String? {
    last = .atom
    return nil
  }

  private mutating func alternative() -> String? {
    last = .nothing
    return nil
  }

  /// Reads a backslash and the escape after it, and returns a description of
  /// the error in the escape, or nil if none is found.
  private mutating func escape() -> String? {
    last = .atom
    guard let scalar = rest.popFirst() else { return "a '\\' stands at the end" }
    // `\cX` is a single character, and X may be a bracket.
    if scalar == "c" { rest = rest.dropFirst() }
    // Only the first digit is considered: whether `\12` is group 12, or group 1 and the digit 2,
    // depends on the number of groups.
    if let digit = Int(String(scalar)), digit > 0 { reference = max(reference, digit) }
    if scalar == "k" { return namedReference() }
    return braces(behind: scalar)
  }

  /// Reads `{...}` after `\p`, `\N` or `\x`, and returns a description of the
  /// error in it, or nil if none is found.
  private mutating func braces(behind scalar: Unicode.Scalar) -> String? {
    guard "pPNx".unicodeScalars.contains(scalar), rest.first == "{" else { return nil }
    guard let end = rest.firstIndex(of: "}") else { return "'\\\(scalar){' has no '}'" }
    let name = String(rest[..<end].dropFirst())
    rest = rest[end...].dropFirst()
    guard "pP".unicodeScalars.contains(scalar) else { return nil }
    return CharacterProperty.fault(in: name, written: "\\\(scalar){\(name)}")
  }

  /// Reads a set of characters and the sets nested in it, and returns a
  /// description of the error in them, or nil if none is found.
  private mutating func set() -> String? {
    last = .atom
    var depth = 1
    if rest.first == ":", let fault = classFault() { return fault }
    if rest.first == "^" { rest.removeFirst() }
    if rest.first == "]" { return giveUp() }
    var low: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let escaped = rest.popFirst() else { return "a '\\' stands at the end" }
        if let fault = braces(behind: escaped) { return fault }
        low = nil
      case "[":
        if rest.first == ":", let fault = classFault() { return fault }
        depth += 1
        low = nil
        if rest.first == "^" { rest.removeFirst() }
        if rest.first == "]" { return giveUp() }
      case "]":
        depth -= 1
        low = nil
        if depth == 0 { return nil }
      case "-":
        let high = rest.first
        if let low, let high, high.isPlain, low.isPlain, low > high {
          return "the range '\(low)-\(high)' is backwards"
        }
        low = nil
      default: low = scalar
      }
    }
    return "'[' has no ']'"
  }

  /// Ends the check and returns nil, without an error, because a `]` at the
  /// start of a set can be a member of the set or its end.
  private mutating func giveUp() -> String? {
    rest = rest[rest.endIndex...]
    groups = 0
    return nil
  }

  /// Returns the error in a class such as `[:alpha:]`, after its first bracket; nil if the set is
  /// not a class.
  private func classFault() -> String? {
    let text = String(rest.dropFirst())
    guard let end = text.firstRange(of: ":]") else { return nil }
    let name = text[..<end.lowerBound]
    guard name.allSatisfy({ $0.isLetter }) else { return nil }
    return CharacterProperty.fault(in: String(name), written: "[:\(name):]")
  }

  private mutating func close() -> String? {
    guard groups > 0 else { return "')' has no '('" }
    groups -= 1
    last = .atom
    return nil
  }

  private mutating func quantifier(_ sign: Unicode.Scalar) -> String? {
    switch last {
    case .atom: last = .quantifier
    // `?` and `+` determine how greedy the quantifier is; `*` would repeat the quantifier.
    case .quantifier where sign != "*": last = .closed
    case .nothing, .quantifier, .closed: return "'\(sign)' has nothing to repeat"
    }
    return nil
  }

  /// Reads `{2}`, `{2,}` or `{2,5}` after a repeated part, and returns a
  /// description of the error in it, or nil if none is found.
  private mutating func count() -> String? {
    guard last == .atom else { return "'{' has nothing to repeat; the sign itself is '\\{'" }
    guard let end = rest.firstIndex(of: "}") else { return "'{' has no '}'" }
    let numbers = String(rest[..<end]).split(separator: ",", omittingEmptySubsequences: false)
    rest = rest[end...].dropFirst()
    last = .quantifier
    guard numbers.count <= 2, let least = Self.number(numbers[0]),
      numbers.count == 1 || numbers[1].isEmpty || Self.number(numbers[1]) != nil
    else { return "'{' needs numbers, such as '{2}' or '{2,5}'; the sign itself is '\\{'" }
    let most = numbers.count < 2 ? least : Self.number(numbers[1]) ?? least
    guard max(least, most) < Int32.max else { return "'{\(max(least, most))}' is too large" }
    guard least <= most else {
      return "'{\(numbers[0]),\(numbers[1])}' has its numbers the wrong way round"
    }
    return nil
  }

  /// Returns the number that digits represent, or nil if the text does not
  /// consist of digits. If there are too many digits, the result is the
  /// greatest `Int`.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}

extension Unicode.Scalar {
  /// True if the character has no special meaning in a set of characters.
  fileprivate var isPlain: Bool {
    ("0"..."9").contains(self) || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }
}
