extension FormatParser {
  /// Reads a specifier, and returns its argument as a node.
  mutating func argument() throws(ObjectPredicateError) -> FormatNode {
    guard case .specifier(let specifier) = token.kind else { throw unexpected("a specifier") }
    let start = token.range.lowerBound
    if specifier == "K" {
      let names = try keyPathArgument()
      return made(.value(.keyPath(names, of: .evaluatedObject)), start: start, height: 2)
    }
    let conversion = try conversion(of: specifier)
    let value = try nextArgument(specifier)
    guard let converted = conversion.convert(value) else {
      throw unsuitable(specifier, value, hint: "'%@' takes any value")
    }
    try advance()
    return made(.value(converted), start: start, height: value.height)
  }

  private func conversion(of specifier: String) throws(ObjectPredicateError) -> FormatConversion {
    guard let conversion = FormatConversion(specifier) else {
      let isPercent = specifier == "%"
      throw lexer.error(
        .unknownSpecifier("%" + specifier), at: token.range,
        suggestion: isPercent
          ? "there is no operator '%'; use 'modulus:by:(a, b)'" : FormatConversion.inventory)
    }
    return conversion
  }

  private mutating func nextArgument(
    _ specifier: String
  ) throws(ObjectPredicateError) -> ObjectExpression {
    guard usedArguments < arguments.count else {
      throw lexer.error(
        .missingArgument(specifier: "%" + specifier, position: usedArguments + 1),
        at: token.range)
    }
    defer { usedArguments += 1 }
    let value = arguments[usedArguments]?.predicateExpression ?? .constant(.null)
    guard value.height <= Self.heightLimit else { throw nestedTooDeeply(at: token.range) }
    return value
  }

  private func unsuitable(
    _ specifier: String, _ value: ObjectExpression, hint: String
  ) -> ObjectPredicateError {
    lexer.error(
      .unsuitableArgument(specifier: "%" + specifier, given: value.kindText), at: token.range,
      suggestion: hint)
  }

  /// Reads `%K`, and returns the names in its argument.
  mutating func keyPathArgument() throws(ObjectPredicateError) -> [String] {
    let value = try nextArgument("K")
    if case .keyPath(let names, of: .evaluatedObject) = value {
      try advance()
      return names
    }
    guard case .constant(.string(let text)) = value else {
      throw unsuitable("K", value, hint: "it takes the text of a key path")
    }
    guard let names = KeyPathText.names(text) else {
      throw lexer.error(.invalidKeyPath(text.abbreviated), at: token.range)
    }
    try advance()
    return names
  }
}

/// The text of a key path that is an argument for `%K`. It consists of names
/// separated by dots; reserved words and keys that begin with `$` do not need a
/// `#`.
enum KeyPathText {
  /// Returns the names in a key path; nil if one of them is not a valid name.
  static func names(_ text: String) -> [String]? {
    var names: [String] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let isOperator = part.utf8.first == UInt8(ascii: "@")
      let isEscaped = part.utf8.first == UInt8(ascii: "#")
      let name = String(isOperator || isEscaped ? part.dropFirst() : part)
      guard FormatLexer.isIdentifier(isOperator ? name : name.withoutSign) else { return nil }
      names.append(isOperator ? "@" + name : name)
    }
    return names
  }
}

extension String {
  /// The name of a key without its leading `$`, if it has one.
  fileprivate var withoutSign: String {
    utf8.first == UInt8(ascii: "$") ? String(dropFirst()) : self
  }
}

/// The conversion that a specifier applies to its argument.
enum FormatConversion {
  case any, integer, double

  /// The list of supported specifiers, for error messages.
  static let inventory =
    "there are '%@' for any value, '%K' for a key, '%d' and its kin for whole numbers, '%f' for others"

  /// Creates the conversion for a specifier without its percent sign, with
  /// flags and lengths as in C. The initialiser returns nil if the specifier is
  /// not supported.
  init?(_ specifier: String) {
    guard let letter = specifier.utf8.last else { return nil }
    let flags = specifier.utf8.dropLast()
    switch letter {
    case UInt8(ascii: "@") where flags.isEmpty: self = .any
    case _ where "diuxXocDUO".utf8.contains(letter): self = .integer
    case _ where "feEgGaAF".utf8.contains(letter): self = .double
    default: return nil
    }
  }

  func convert(_ value: ObjectExpression) -> ObjectExpression? {
    if case .any = self { return value }
    guard case .constant(let constant) = value else { return nil }
    return switch (self, constant) {
    case (.integer, .integer), (.double, .double), (_, .decimal): value
    case (.integer, .boolean(let flag)): .constant(.integer(flag ? 1 : 0))
    case (.double, .integer(let integer)): .constant(.double(Double(integer)))
    default: nil
    }
  }
}

extension String {
  /// The text, shortened if it is too long for an error message.
  package var abbreviated: String {
    utf8.count > 60 ? "\(String(unicodeScalars.prefix(40)))..." : self
  }
}
