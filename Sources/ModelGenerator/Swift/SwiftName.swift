/// The names of a model in the form that Swift requires.
enum SwiftName {
  /// Returns the name, in backticks if Swift reserves it.
  static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// Returns the expression for an enumeration case, in a context where its
  /// type or the optional of this type is expected. The cases `none` and `some`
  /// are written with the type, because `.none` of an optional would be nil.
  static func enumerationCase(_ name: String, of type: String) -> String {
    (["none", "some"].contains(name) ? self.type(type) : "") + ".\(escaped(name))"
  }

  /// Returns the name of a declaration in a form that is valid in Swift.
  static func declared(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "unnamed"))
  }

  /// Returns the name of a type in a form that is valid in Swift.
  static func type(_ name: String) -> String {
    escaped(SwiftNames.identifier(name, otherwise: "Unnamed"))
  }

  /// Returns the expression for a member within generated functions. It begins
  /// with `self` if a parameter or variable of these functions has the same
  /// name.
  static func own(_ name: String) -> String {
    ["changes", "first", "key", "old", "row"].contains(name) ? "self.\(name)" : escaped(name)
  }

  /// Returns the name in the form of a label in a call, in which Swift reserves
  /// only `inout`.
  static func argument(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// Returns the name in the form of a parameter label, for which Swift
  /// reserves only three words.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// Returns the name of a type in the form of a value's name, such as
  /// `failedBankInfo` for `FailedBankInfo` and `urlCache` for `URLCache`.
  static func lowerCamel(_ name: String) -> String {
    let characters = Array(name)
    var end = 0
    while end < characters.count, characters[end].isUppercase { end += 1 }
    // A word follows the capitals, and its first letter stays a capital.
    if end > 1, end < characters.count, characters[end].isLowercase { end -= 1 }
    return String(characters[..<end]).lowercased() + String(characters[end...])
  }

  /// Returns the indefinite article for a name, `a` or `an`.
  static func article(_ name: String) -> String {
    name.first.map { "AEIOaeio".contains($0) } == true ? "an" : "a"
  }

  /// The words that need backticks as names of declarations, or that have
  /// another meaning after a dot.
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
