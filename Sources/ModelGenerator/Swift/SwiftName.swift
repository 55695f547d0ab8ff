/// Names in the form that Swift requires.
enum SwiftName {
  /// Returns the name, in backticks if Swift reserves it.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// Returns an enumeration case for a context that determines its type or the optional
  /// of its type. A case named `none` is written with the type, because `.none` of an
  /// optional would be nil.
  static func enumerationCase(_ name: String, of type: String) -> String {
    (["none", "some"].contains(name) ? self.type(type) : "") + ".\(escaped(name))"
  }

  /// Returns the name of a declaration, which is valid in Swift whatever its name in
  /// the model.
  static func declared(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "unnamed"))
  }

  /// Returns the name of a declared type, which is valid in Swift whatever its name in
  /// the model.
  static func type(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "Unnamed"))
  }

  /// Returns the name of a member for generated functions: with `self` if one of their
  /// parameters or variables has the same name.
  static func own(_ name: String) -> String {
    ["changes", "first", "key", "old", "row"].contains(name) ? "self.\(name)" : escaped(name)
  }

  /// Returns the name as a label in a call, where Swift reserves only `inout`.
  static func argument(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// Returns the name as a parameter label, for which Swift reserves only three words.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// Returns a type's name as the name of a value: `FailedBankInfo` becomes
  /// `failedBankInfo`, `URLCache` becomes `urlCache`.
  static func lowerCamel(_ name: String) -> String {
    let characters = Array(name)
    var end = 0
    while end < characters.count, characters[end].isUppercase { end += 1 }
    // A word follows the capitals, and its first letter stays a capital.
    if end > 1, end < characters.count, characters[end].isLowercase { end -= 1 }
    return String(characters[..<end]).lowercased() + String(characters[end...])
  }

  /// Returns the indefinite article for a name.
  static func article(_ name: String) -> String {
    name.first.map { "AEIOaeio".contains($0) } == true ? "an" : "a"
  }

  /// Words that need backticks as names of declarations, and words that have another
  /// meaning after a dot.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break",
    "case",
    "catch", "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}
