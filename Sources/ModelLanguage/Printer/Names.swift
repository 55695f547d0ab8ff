/// Writes names so that they are read as names.
enum PrintedName {
  /// Words that mean something else without back-ticks.
  private static let words: Set = [
    "self", "outer", "old", "true", "false", "nil", "in", "as", "asc", "desc", "find",
  ]

  /// A name, in back-ticks where it needs them.
  static func quoted(_ name: String) -> String {
    words.contains(name) || !isIdentifier(name) ? "`\(name)`" : name
  }

  /// The name of a declared type or entity, which a type of the language
  /// would hide without back-ticks.
  static func type(_ name: String) -> String {
    BuiltinType(rawValue: name) == nil ? quoted(name) : "`\(name)`"
  }

  /// The names of a path.
  static func path(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false)
      .map { quoted(String($0)) }.joined(separator: ".")
  }

  /// Returns whether a name is one token without back-ticks.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x80 || (first.isNamePart && !first.isDigit)
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII ? UInt8(ascii: $0).isNamePart : $0.properties.isXIDContinue
    }
  }
}
