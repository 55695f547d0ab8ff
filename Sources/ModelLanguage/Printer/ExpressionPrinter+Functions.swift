/// The possible forms of functions. Not every form reads back as the same
/// function.
extension ExpressionPrinter {
  /// Returns the ways to print a function of the language: with an operator, or
  /// as a call.
  func functionForms(
    _ name: String, _ arguments: [ObjectExpression], expected: ExpressionType
  ) -> [PrintedPiece] {
    switch arguments.count {
    case 0: [PrintedPiece("\(name)()")]
    case 1: wordForms(name, arguments[0])
    case 2: signForms(name, arguments[0], arguments[1], expected: expected)
    default: find(name, arguments).map { [PrintedPiece($0)] } ?? []
    }
  }

  private func signForms(
    _ name: String, _ left: ObjectExpression, _ right: ObjectExpression,
    expected: ExpressionType
  ) -> [PrintedPiece] {
    guard let operation = Arithmetic(rawValue: name), operation.isElementary else { return [] }
    let level: Expression.Precedence =
      operation == .add || operation == .subtract ? .sum : .term
    var forms: [PrintedPiece] = []
    if left == .constant(.integer(0)) {
      // `-x` is read as `0 - x`.
      let operand = piece(right, expected: expected)
      forms.append(PrintedPiece("-" + operand.text(at: .unary), .unary))
    }
    let tighter: Expression.Precedence = level == .sum ? .term : .unary
    return forms
      + pairs(left, right, hint: expected.isNumber ? expected : .unknown).map { left, right in
        PrintedPiece("\(left.text(at: level)) \(operation.sign) \(right.text(at: tighter))", level)
      }
  }

  /// Returns forms such as `canonical(name)`, `name.count` and `sum(size)`.
  private func wordForms(_ name: String, _ argument: ObjectExpression) -> [PrintedPiece] {
    let piece = piece(argument, expected: .unknown)
    let word = name == "average:" ? "avg" : String(name.dropLast())
    let all = argument == .evaluatedObject ? [PrintedPiece("\(word)()")] : []
    let entity = find(name, [argument]).map { [PrintedPiece($0)] } ?? []
    return all + entity
      + [PrintedPiece("\(word)(\(piece.text))"), PrintedPiece(piece.text(at: .primary) + ".count")]
  }

  /// Returns the form `find Category(name: old.category)`, or nil for any other
  /// function.
  private func find(_ name: String, _ arguments: [ObjectExpression]) -> String? {
    guard name == "find:", arguments.count % 2 == 1,
      case .constant(.string(let entity)) = arguments[0]
    else { return nil }
    var pairs: [String] = []
    for position in stride(from: 1, to: arguments.count, by: 2) {
      guard case .constant(.string(let key)) = arguments[position] else { return nil }
      let name = PrintedName.quoted(key)
      let type = reader.value(name, in: Scope(.object(entity)))?.type ?? .unknown
      pairs.append("\(name): \(text(arguments[position + 1], expected: type))")
    }
    return "find \(PrintedName.quoted(entity))(\(pairs.joined(separator: ", ")))"
  }
}
