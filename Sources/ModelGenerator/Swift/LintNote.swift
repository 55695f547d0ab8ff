/// The comment that prevents `swift format lint` from reporting names that come
/// from the model.
enum LintNote {
  /// Returns the comment for the given names; nil if all of them follow the
  /// linter's rules.
  ///
  /// - Parameters:
  ///   - types: The names of types.
  ///   - members: The names of all other declarations.
  static func line(types: [String] = [], members: [String] = []) -> String? {
    var rules: [String] = []
    if members.contains(where: isNotLowerCamel) { rules.append("AlwaysUseLowerCamelCase") }
    if members.contains(where: isNotASCII) { rules.append("IdentifiersMustBeASCII") }
    if types.contains(where: isNotCapitalized) { rules.append("TypeNamesShouldBeCapitalized") }
    guard !rules.isEmpty else { return nil }
    return "// swift-format-ignore: \(rules.joined(separator: ", "))"
  }

  private static func isNotLowerCamel(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return ("A"..."Z").contains(first) || name.dropFirst().contains("_")
  }

  private static func isNotASCII(_ name: String) -> Bool {
    !name.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func isNotCapitalized(_ name: String) -> Bool {
    guard let first = name.first(where: { $0 != "_" }) else { return false }
    return first.uppercased() != String(first)
  }
}
