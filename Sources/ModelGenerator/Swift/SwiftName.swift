/// Names in the form that Swift requires.
enum SwiftName {
  /// The name, in back-ticks if Swift reserves it.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// A case of an enumeration in a context that gives its type, or an optional of it. A
  /// case `none` is written with the type, since `.none` of an optional would be nil.
  static func enumerationCase(_ name: String, of type: String) -> String {
    (["none", "some"].contains(name) ? self.type(type) : "") + ".\(escaped(name))"
  }

  /// The name of a declaration, valid in Swift whatever its name in the model.
  static func declared(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "unnamed"))
  }

  /// The name of a declared type, valid in Swift whatever its name in the model.
  static func type(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "Unnamed"))
  }

  /// The name of a member in generated functions: with `self` if one of their
  /// parameters or variables has the same name.
  static func own(_ name: String) -> String {
    ["changes", "first", "key", "old", "row"].contains(name) ? "self.\(name)" : escaped(name)
  }

  /// The name as a label in a call, where Swift only reserves `inout`.
  static func argument(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// The name as a label of a parameter, of which Swift reserves only three.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// A type's name as the name of a value: `FailedBankInfo` becomes
  /// `failedBankInfo`, `URLCache` becomes `urlCache`.
  static func lowerCamel(_ name: String) -> String {
    let characters = Array(name)
    var end = 0
    while end < characters.count, characters[end].isUppercase { end += 1 }
    // A word follows the capitals, and its first letter stays a capital.
    if end > 1, end < characters.count, characters[end].isLowercase { end -= 1 }
    return String(characters[..<end]).lowercased() + String(characters[end...])
  }

  /// The article before a name.
  static func article(_ name: String) -> String {
    name.first.map { "AEIOaeio".contains($0) } == true ? "an" : "a"
  }

  /// Words that need back-ticks as names of declarations, and words that have another
  /// meaning behind a dot.
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
