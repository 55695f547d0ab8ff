/// Finds in a regular expression what the engine of stores, ICU, could not read.
///
/// It knows brackets, quantifiers and escapes, not every rule: what it refuses, ICU refuses too.
struct PatternCheck {
  var rest: Substring.UnicodeScalarView
  /// The number of groups that are open.
  var groups = 0
  /// The number of groups that capture what they match, and the names of those
  /// that have one.
  var captures = 0
  var names: Set<String> = []
  /// The greatest first digit of a reference such as `\2`.
  private var reference = 0
  /// The part that a quantifier would repeat, or follow.
  var last = Part.nothing

  enum Part {
    /// The start of an alternative: there is nothing to repeat.
    case nothing
    /// Something that can be repeated.
    case atom
    /// A quantifier, behind which a `?` or `+` says how greedy it is.
    case quantifier
    /// A quantifier with that: no more can follow.
    case closed
  }

  /// The fault of a pattern, in words; nil where none is seen.
  static func fault(in pattern: String) -> String? {
    // Comments and quotes may hold any sign: a bracket in them opens nothing.
    guard !hasComments(pattern), !pattern.contains("\\Q") else { return nil }
    var check = PatternCheck(rest: pattern[...].unicodeScalars)
    return check.fault()
  }

  /// A Boolean value that says whether a flag `x` lets comments in, where any sign may stand.
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
    // A reference may stand before its group, so they are counted at the end.
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

  /// A backslash and what belongs to it.
  private mutating func escape() -> String? {
    last = .atom
    guard let scalar = rest.popFirst() else { return "a '\\' stands at the end" }
    // `\cX` is one sign, and X may be a bracket.
    if scalar == "c" { rest = rest.dropFirst() }
    // By the first digit: whether `\12` is the twelfth group, or the first one and a 2, depends on
    // the number of groups.
    if let digit = Int(String(scalar)), digit > 0 { reference = max(reference, digit) }
    if scalar == "k" { return namedReference() }
    return braces(behind: scalar)
  }

  /// `{...}` behind `\p`, `\N` or `\x`.
  private mutating func braces(behind scalar: Unicode.Scalar) -> String? {
    guard "pPNx".unicodeScalars.contains(scalar), rest.first == "{" else { return nil }
    guard let end = rest.firstIndex(of: "}") else { return "'\\\(scalar){' has no '}'" }
    let name = String(rest[..<end].dropFirst())
    rest = rest[end...].dropFirst()
    guard "pP".unicodeScalars.contains(scalar) else { return nil }
    return CharacterProperty.fault(in: name, written: "\\\(scalar){\(name)}")
  }

  /// A set of characters, with the sets in it.
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

  /// Ends the check: a ']' that begins a set is a sign of the set, or its end.
  private mutating func giveUp() -> String? {
    rest = rest[rest.endIndex...]
    groups = 0
    return nil
  }

  /// The fault of a class such as `[:alpha:]`, behind its first bracket, if it is one.
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
    // `?` and `+` say how greedy it is; `*` would repeat what repeats.
    case .quantifier where sign != "*": last = .closed
    case .nothing, .quantifier, .closed: return "'\(sign)' has nothing to repeat"
    }
    return nil
  }

  /// `{2}`, `{2,}` or `{2,5}` behind what is repeated.
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

  /// A number; one of too many digits is the largest that there is.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}

extension Unicode.Scalar {
  /// A Boolean value that says whether it means itself in a set.
  fileprivate var isPlain: Bool {
    ("0"..."9").contains(self) || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }
}
