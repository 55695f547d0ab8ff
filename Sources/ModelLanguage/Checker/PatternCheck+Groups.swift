/// Parses groups in parentheses and references to groups.
extension PatternCheck {
  /// Reads a group after its opening parenthesis, and returns a description of
  /// the error in it, or nil if none is found.
  mutating func group() -> String? {
    guard rest.first == "?" else { return open(captures: true) }
    rest.removeFirst()
    switch rest.first {
    case "#": return comment()
    case "<": return lookBehindOrName()
    case ":", "=", "!", ">":
      rest.removeFirst()
      return open(captures: false)
    default: return flags()
    }
  }

  private mutating func open(captures isCapturing: Bool) -> String? {
    groups += 1
    captures += isCapturing ? 1 : 0
    last = .nothing
    return nil
  }

  private mutating func comment() -> String? {
    guard let end = rest.firstIndex(of: ")") else { return "'(' has no ')'" }
    rest = rest[end...].dropFirst()
    return nil
  }

  /// Reads `(?<=`, `(?<!`, or the name of a group, `(?<year>`, and returns a
  /// description of the error in it, or nil if none is found.
  private mutating func lookBehindOrName() -> String? {
    rest.removeFirst()
    if rest.first == "=" || rest.first == "!" {
      rest.removeFirst()
      return open(captures: false)
    }
    guard let name = takeName() else { return "'(?<' needs a name, such as '(?<year>...)'" }
    guard names.insert(name).inserted else { return "two groups are called '\(name)'" }
    return open(captures: true)
  }

  /// Reads `\k<year>`, which requires an earlier group with the same name, and
  /// returns a description of the error in it, or nil if none is found.
  mutating func namedReference() -> String? {
    guard rest.first == "<" else { return "'\\k' needs a name, such as '\\k<year>'" }
    rest.removeFirst()
    guard let name = takeName() else { return "'\\k' needs a name, such as '\\k<year>'" }
    return names.contains(name) ? nil : "there is no group '\(name)' before '\\k<\(name)>'"
  }

  /// Reads a name and its closing `>`, and returns the name, or nil if there is
  /// none. A name consists of ASCII letters and digits, and starts with a
  /// letter.
  private mutating func takeName() -> String? {
    guard let end = rest.firstIndex(of: ">") else { return nil }
    let name = rest[..<end]
    guard name.first?.properties.isAlphabetic == true,
      name.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      })
    else { return nil }
    rest = rest[end...].dropFirst()
    return String(name)
  }

  /// Reads flags such as `(?i)` and `(?i-s:...)`, and returns a description of
  /// the error in them, or nil if none is found.
  private mutating func flags() -> String? {
    let flags = rest.prefix { $0 == "-" || $0.properties.isAlphabetic }
    let wrong = flags.first { !"-dimsuwx".unicodeScalars.contains($0) }
    let end = rest[flags.endIndex...].first
    if wrong == "P", end == "<" || end == "=" {
      return "'(?P' is Python's: a group with a name is '(?<name>...)', a reference '\\k<name>'"
    }
    if let wrong { return "there is no flag '\(wrong)': flags are i, m, s, w and x" }
    guard end == ":" || end == ")" else {
      return "'(?' needs a flag, a name or a sign, such as '(?i)', '(?<year>...)' or '(?:...)'"
    }
    rest = rest[flags.endIndex...].dropFirst()
    if end == ":" { return open(captures: false) }
    last = .nothing
    return nil
  }
}

/// The names of sets of characters, as in `\p{Greek}` and `[:alpha:]`.
enum CharacterProperty {
  /// Returns an error message for a name that is certainly not a property, or
  /// nil for any other name.
  static func fault(in name: String, written: String) -> String? {
    let key = name.lowercased().filter(\.isLetter)
    // Blocks, values of other properties, and names that exist only in ICU
    // cannot be looked up.
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }),
      !key.hasPrefix("in"), !key.hasPrefix("is"), !ofICU.contains(key),
      (try? Regex("\\p{\(name)}")) == nil
    else { return nil }
    return "there is no set of characters '\(written)'"
  }

  private static let ofICU: Set = [
    "casesensitive", "extendedpictographic", "extpict", "nfcinert", "nfdinert", "nfkcinert",
    "nfkdinert", "segmentstarter",
  ]
}
