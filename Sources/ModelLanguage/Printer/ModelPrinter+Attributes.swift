/// The parts of lines: types, rules and attributes.
extension ModelPrinter {
  /// Returns strings in quotes, such as `"a", "b"`.
  func texts(_ texts: [String]) -> String {
    texts.map(TextLiteral.literal).joined(separator: ", ")
  }

  /// Returns ` @info(...)`, or an empty string if there are no entries.
  func info(_ userInfo: [String: String]) -> String {
    guard !userInfo.isEmpty else { return "" }
    let pairs = userInfo.sorted { $0.key < $1.key }.map {
      "\(TextLiteral.literal($0.key)): \(TextLiteral.literal($0.value))"
    }
    return " @info(\(pairs.joined(separator: ", ")))"
  }

  /// Returns ` @deprecated(...)`, or an empty string if there is no message.
  func deprecation(_ message: String?) -> String {
    guard let message else { return "" }
    return message.isEmpty ? " @deprecated" : " @deprecated(\(TextLiteral.literal(message)))"
  }

  /// Returns ` @name("text")`, or an empty string if there is no text.
  func attribute(_ name: String, _ text: String?) -> String {
    text.map { " @\(name)(\(TextLiteral.literal($0)))" } ?? ""
  }

  /// Returns ` @renamed(from: name)`, or an empty string if there is no name.
  func renaming(_ name: String?) -> String {
    guard let name else { return "" }
    let isName = PrintedName.isIdentifier(name)
    return " @renamed(from: \(isName ? PrintedName.quoted(name) : TextLiteral.literal(name)))"
  }

  /// Returns the type as it is written in the language, with back-ticks if
  /// necessary.
  func typeText(_ type: AttributeType) -> String {
    switch type {
    case .enumeration(let name, _), .composite(let name): PrintedName.type(name)
    case .list(let element): "[\(typeText(element))]"
    default: type.text
    }
  }

  /// Returns the type of a parameter or a column.
  func typeText(_ type: ValueType) -> String {
    switch type {
    case .attribute(let attribute, let alias):
      alias.map(PrintedName.quoted) ?? typeText(attribute)
    case .object(let name): PrintedName.type(name)
    case .list(let element): "[\(typeText(element))]"
    case .optional(let wrapped): typeText(wrapped) + "?"
    }
  }

  /// Returns validation rules as attributes of the language.
  func rules(_ rules: [ValidationRule], for type: AttributeType) -> String {
    rules.map { rule in
      let message = rule.message.map { ", " + TextLiteral.literal($0) } ?? ""
      switch rule.requirement {
      case .length(let min, let max):
        let low = min.map(String.init) ?? ""
        let high = max.map(String.init) ?? ""
        return " @length(\(low)...\(high)\(message))"
      case .range(let min, let max, let excludesMax):
        let literals = ConstantPrinter(reader.value)
        let low = min.map { literals.text($0, expected: .attribute(type.scalar)) } ?? ""
        let high = max.map { literals.text($0, expected: .attribute(type.scalar)) } ?? ""
        return " @range(\(low)\(excludesMax ? "..<" : "...")\(high)\(message))"
      case .matches(let pattern): return " @matches(\(regex(pattern))\(message))"
      case .predicate(let predicate):
        let printer = self.printer(.attribute(type))
        return " @check(\(printer.text(predicate))\(message))"
      }
    }.joined()
  }

  /// Returns the form `/pattern/`, or a string literal if the pattern contains
  /// a slash or a line ending.
  private func regex(_ pattern: String) -> String {
    let isPlain =
      !pattern.isEmpty && !pattern.hasSuffix("\\") && !pattern.hasPrefix("*")
      && !pattern.contains { $0 == "/" || $0.isNewline }
    return isPlain ? "/\(pattern)/" : TextLiteral.literal(pattern)
  }
}

extension TextLiteral {
  /// Returns a line as it is written in a string in triple quotes, with the
  /// necessary escapes.
  static func multilineContent(_ line: String) -> String {
    let literal = literal(line).dropFirst().dropLast()
    // Quotes need no escape unless three of them would end the string.
    return literal.replacingEscapedQuotes
  }
}

extension Substring {
  /// The string with `\"` replaced by `"`, except before another quote and at
  /// the end.
  fileprivate var replacingEscapedQuotes: String {
    var result = ""
    var rest = self
    while let first = rest.popFirst() {
      guard first == "\\", let second = rest.popFirst() else {
        result.append(first)
        continue
      }
      let isLoneQuote = second == "\"" && rest.first != "\\" && rest.first != nil
      result += isLoneQuote ? "\"" : "\\" + String(second)
    }
    return result
  }
}
