/// Finds in a regular expression what the engine of stores, ICU, could not read.
///
/// It knows brackets, quantifiers and escapes, not every rule: what it refuses, ICU refuses too.
struct PatternCheck {
  private var rest: Substring.UnicodeScalarView
  private var groups = 0
  /// What a quantifier would repeat, or follow.
  private var last = Part.nothing

  private enum Part {
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
    return groups > 0 ? "'(' has no ')'" : nil
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
    if scalar == "c" { rest = rest.dropFirst() }
    guard "pPNx".unicodeScalars.contains(scalar), rest.first == "{" else { return nil }
    guard let end = rest.firstIndex(of: "}") else { return "'\\\(scalar){' has no '}'" }
    rest = rest[end...].dropFirst()
    return nil
  }

  /// A set of characters, with the sets in it.
  private mutating func set() -> String? {
    last = .atom
    var depth = 1
    if rest.first == "^" { rest.removeFirst() }
    if rest.first == "]" { return giveUp() }
    var low: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard rest.popFirst() != nil else { return "a '\\' stands at the end" }
        low = nil
      case "[":
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

  private mutating func group() -> String? {
    guard rest.first == "?" else {
      groups += 1
      last = .nothing
      return nil
    }
    rest.removeFirst()
    guard rest.first == "#" else {
      groups += 1
      last = .nothing
      // What stands behind '(?' says what the group is for.
      rest = rest.drop { $0 == ":" || $0 == "=" || $0 == "!" || $0 == ">" || $0 == "<" }
      return nil
    }
    guard let end = rest.firstIndex(of: ")") else { return "'(' has no ')'" }
    rest = rest[end...].dropFirst()
    return nil
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
    guard numbers.count <= 2, let least = Int(numbers[0]),
      numbers.count == 1 || numbers[1].isEmpty || Int(numbers[1]) != nil
    else { return "'{' needs numbers, such as '{2}' or '{2,5}'; the sign itself is '\\{'" }
    guard numbers.count < 2 || numbers[1].isEmpty || least <= Int(numbers[1]) ?? 0 else {
      return "'{\(numbers[0]),\(numbers[1])}' has its numbers the wrong way round"
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// A Boolean value that says whether it means itself in a set.
  fileprivate var isPlain: Bool {
    ("0"..."9").contains(self) || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }
}
