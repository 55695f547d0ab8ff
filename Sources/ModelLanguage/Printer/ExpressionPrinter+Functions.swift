internal import ModelSchema

extension ExpressionPrinter {
  /// A function: a sign, a word of the language, or `function("name:", ...)`.
  func function(
    _ name: String, _ arguments: [ObjectExpression], expected: PrintedType
  ) -> PrintedPiece {
    if let piece = arithmetic(name, arguments, expected: expected)
      ?? textFunction(name, arguments) ?? rowAggregate(name, arguments) ?? find(name, arguments)
    {
      return piece
    }
    if name == "now", arguments.isEmpty { return PrintedPiece("now()", .attribute(.date)) }
    if name == "uuid", arguments.isEmpty { return PrintedPiece("uuid()", .attribute(.uuid)) }
    let wide = allowingToMany()
    let texts = [TextLiteral.literal(name)] + arguments.map(wide.plain)
    return PrintedPiece("function(\(texts.joined(separator: ", ")))", .unknown)
  }

  // MARK: Numbers

  private static let signs: [String: (sign: String, level: PrintedPiece.Level)] = [
    "add:to:": ("+", .sum), "from:subtract:": ("-", .sum), "multiply:by:": ("*", .term),
    "divide:by:": ("/", .term), "modulus:by:": ("%", .term),
  ]

  private func arithmetic(
    _ name: String, _ arguments: [ObjectExpression], expected: PrintedType
  ) -> PrintedPiece? {
    guard let (sign, level) = Self.signs[name], arguments.count == 2 else { return nil }
    if let piece = negative(name, arguments, expected: expected) { return piece }
    let hint: PrintedType = expected.isNumber ? expected : .unknown
    guard let (left, right) = pair(arguments[0], arguments[1], hint: hint),
      left.type.isNumber, right.type.isNumber
    else { return nil }
    let tighter: PrintedPiece.Level = level == .sum ? .term : .unary
    // The regular expression `(/` could be meant where a division starts a
    // text in parentheses; an operand never starts with a slash.
    let text = "\(left.text(at: level)) \(sign) \(right.text(at: tighter))"
    return PrintedPiece(text, left.type.wider(right.type), level)
  }

  /// `-x`, which is read as `0 - x`.
  private func negative(
    _ name: String, _ arguments: [ObjectExpression], expected: PrintedType
  ) -> PrintedPiece? {
    guard name == "from:subtract:", arguments[0] == .constant(.integer(0)) else { return nil }
    let operand = piece(arguments[1], expected: expected)
    guard operand.type.isNumber, !operand.needsContext else { return nil }
    return PrintedPiece("-" + operand.text(at: .unary), operand.type, .unary)
  }

  /// Both sides, the one first that tells what the other has to be; nil where
  /// no order of reading gives the same back.
  func pair(
    _ left: ObjectExpression, _ right: ObjectExpression, hint: PrintedType = .unknown
  ) -> (PrintedPiece, PrintedPiece)? {
    let second = piece(right, expected: hint)
    let first = piece(left, expected: second.type)
    if first.needsContext, !second.needsContext { return (first, second) }
    let one = piece(left, expected: hint)
    let two = piece(right, expected: one.type)
    if one.needsContext, !two.needsContext { return nil }
    return (one, two)
  }

  // MARK: Words

  private func textFunction(_ name: String, _ arguments: [ObjectExpression]) -> PrintedPiece? {
    guard arguments.count == 1 else { return nil }
    let argument = piece(arguments[0], expected: .unknown)
    switch name {
    case "canonical:", "lowercase:", "uppercase:":
      guard argument.type.isText else { return nil }
      return PrintedPiece("\(name.dropLast())(\(argument.text))", .attribute(.string))
    case "length:":
      guard argument.type.attribute == .string, !argument.needsContext else { return nil }
      return PrintedPiece(argument.text(at: .primary) + ".count", .attribute(.int64))
    default: return nil
    }
  }

  private func rowAggregate(_ name: String, _ arguments: [ObjectExpression]) -> PrintedPiece? {
    let words = [
      "count:": "count", "sum:": "sum", "average:": "avg", "min:": "min", "max:": "max",
    ]
    guard allowsAggregates, frames.count == 1, let word = words[name], arguments.count == 1
    else { return nil }
    if word == "count", arguments[0] == .evaluatedObject {
      return PrintedPiece("count()", .attribute(.int64))
    }
    let argument = piece(arguments[0], expected: .unknown)
    guard argument.type.isNumber || !["sum", "avg"].contains(word) else { return nil }
    let type: PrintedType =
      word == "count" ? .attribute(.int64) : word == "avg" ? .attribute(.double) : argument.type
    return PrintedPiece("\(word)(\(argument.text))", type)
  }

  private func find(_ name: String, _ arguments: [ObjectExpression]) -> PrintedPiece? {
    guard isMigration, name == "find:", arguments.count % 2 == 1,
      case .constant(.string(let entity)) = arguments[0]
    else { return nil }
    var pairs: [String] = []
    for position in stride(from: 1, to: arguments.count, by: 2) {
      guard case .constant(.string(let key)) = arguments[position] else { return nil }
      let type = index.type(of: [key], from: .object(entity))
      let value = text(arguments[position + 1], expected: type)
      pairs.append("\(PrintedName.quoted(key)): \(value)")
    }
    return PrintedPiece(
      "find \(PrintedName.quoted(entity))(\(pairs.joined(separator: ", ")))", .object(entity))
  }
}
