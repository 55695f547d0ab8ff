/// Writes names in such a way that they are read as the same names.
enum PrintedName {
  /// Words that have a different meaning without back-ticks.
  private static let words: Set = [
    "self", "outer", "old", "true", "false", "nil", "in", "as", "asc", "desc", "find",
  ]

  /// Returns a name, in back-ticks if necessary.
  static func quoted(_ name: String) -> String {
    words.contains(name) || !isIdentifier(name) ? "`\(name)`" : name
  }

  /// Returns the name of a declared type or entity, in back-ticks if a type of the
  /// language would hide it.
  static func type(_ name: String) -> String {
    BuiltinType(rawValue: name) == nil ? quoted(name) : "`\(name)`"
  }

  /// Returns a path with the necessary back-ticks.
  static func path(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false)
      .map { quoted(String($0)) }.joined(separator: ".")
  }

  /// Returns whether a name is a single token without back-ticks.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x80 || (first.isNamePart && !first.isDigit)
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII ? UInt8(ascii: $0).isNamePart : $0.properties.isXIDContinue
    }
  }
}
