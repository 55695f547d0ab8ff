/// Writes predicates and expressions in the simplest form that reads back as
/// the same value.
///
/// If no simple form does, such as for comparisons in imported models that the
/// language would reject, the text uses the functions of `Lowering.escape`,
/// which are read literally.
struct ExpressionPrinter {
  let reader: ExpressionReader
  let scope: Scope
  private let cache = PieceCache()

  init(_ reader: ExpressionReader, _ scope: Scope) {
    self.reader = reader
    self.scope = scope
  }

  /// Returns the text of a condition.
  func text(_ predicate: ObjectPredicate) -> String { piece(predicate).text }

  /// Returns the text of a value.
  func text(_ expression: ObjectExpression, expected: ExpressionType) -> String {
    piece(expression, expected: expected).text
  }

  /// Returns the text of a value for which no type is expected.
  func plain(_ expression: ObjectExpression) -> String {
    piece(expression, expected: .unknown).text
  }

  /// Returns the printer for expressions in which paths can lead through to-many
  /// relationships.
  func allowingToMany() -> ExpressionPrinter {
    if let printer = cache.wide { return printer }
    let printer = ExpressionPrinter(reader, scope.allowingToManyPaths())
    cache.wide = printer
    return printer
  }

  /// Returns the printer for conditions within `any(...)` and similar words.
  func nested(_ element: ExpressionType, variable: String) -> ExpressionPrinter {
    let key = PieceCache.Frame(variable: variable, type: element)
    if let printer = cache.nested[key] { return printer }
    let printer = ExpressionPrinter(reader, scope.nested(element, variable: variable))
    cache.nested[key] = printer
    return printer
  }

  // MARK: Conditions

  /// Returns the printed form of a condition.
  func piece(_ predicate: ObjectPredicate) -> PrintedPiece {
    switch predicate {
    case .constant(let value): PrintedPiece("\(value)")
    case .and(let operands): joined(operands, by: "&&", "and", .and)
    case .or(let operands): joined(operands, by: "||", "or", .or)
    case .not(let operand): PrintedPiece("!" + piece(operand).text(at: .unary), .unary)
    case .comparison(let comparison): piece(comparison)
    }
  }

  private func joined(
    _ operands: [ObjectPredicate], by sign: String, _ function: String,
    _ level: Expression.Precedence
  ) -> PrintedPiece {
    let pieces = operands.map(piece)
    // A single operand would be read back without its `and`.
    guard pieces.count > 1, pieces.count <= Parser.chainLimit else {
      return PrintedPiece("\(function)(\(pieces.map(\.text).joined(separator: ", ")))")
    }
    // Operands with the same operator are groups, so they keep their parentheses.
    let tighter: Expression.Precedence = level == .or ? .and : .comparison
    let text = pieces.map { $0.text(at: tighter) }.joined(separator: " \(sign) ")
    return PrintedPiece(text, level)
  }

  private func piece(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece {
    if let piece = cache.comparisons[comparison] { return piece }
    let piece = plainForm(comparison) ?? compareForm(comparison)
    cache.comparisons[comparison] = piece
    return piece
  }

  private func plainForm(_ comparison: ObjectPredicate.Comparison) -> PrintedPiece? {
    for forms in [quantifiedForms, bareForms, textForms, membershipForms, signForms] {
      for form in forms(comparison)
      where reader.predicate(form.text, in: scope) == .comparison(comparison) {
        return form
      }
    }
    return nil
  }

  // MARK: Values

  /// Returns the printed form of an expression, with the type that it is read
  /// as.
  ///
  /// Several forms need the same piece. Pieces are cached, because deep
  /// expressions would otherwise take exponential time.
  func piece(_ expression: ObjectExpression, expected: ExpressionType) -> PrintedPiece {
    let key = PieceCache.Key(expression: expression, expected: expected)
    if let piece = cache.pieces[key] { return piece }
    let piece = plainForm(expression, expected: expected) ?? typed(escapeForm(expression))
    cache.pieces[key] = piece
    return piece
  }

  private func plainForm(
    _ expression: ObjectExpression, expected: ExpressionType
  ) -> PrintedPiece? {
    for form in forms(expression, expected: expected) {
      guard let value = reader.value(form.text, in: scope, expected: expected),
        value.expression == expression
      else { continue }
      // A constant whose type is not the expected one is written as `raw(...)`
      // instead.
      let isExpected = expected.isOpen || value.type.isOpen || value.type == expected
      if case .constant = expression, !isExpected { continue }
      return PrintedPiece(form.text, form.level, value.type)
    }
    return nil
  }

  private func typed(_ form: PrintedPiece) -> PrintedPiece {
    let type = reader.value(form.text, in: scope)?.type ?? .unknown
    return PrintedPiece(form.text, form.level, type)
  }

  /// Returns the forms of an expression, the simplest first.
  private func forms(
    _ expression: ObjectExpression, expected: ExpressionType
  ) -> [PrintedPiece] {
    switch expression {
    case .constant(let constant): ConstantPrinter(reader).forms(constant, expected: expected)
    case .element, .set, .subquery, .cast: []
    case .evaluatedObject: objectForms { $0 == .evaluatedObject }
    case .variable(let name):
      objectForms { $0 == .variable(name) } + [PrintedPiece(name), PrintedPiece("$" + name)]
    case .keyPath(let names, let base): pathForms(names, of: base)
    case .function(let name, let arguments):
      functionForms(name, arguments, expected: expected)
    case .aggregate(let elements): [list(elements, expected.element ?? .unknown)]
    case .conditional(let predicate, let first, let second):
      conditionalForms(predicate, first, second, expected: expected)
    }
  }

  /// Returns the form that is read literally, for use if no other form reads
  /// back as the same expression.
  private func escapeForm(_ expression: ObjectExpression) -> PrintedPiece {
    let wide = allowingToMany()
    return switch expression {
    case .constant(let constant): ConstantPrinter.raw(constant)
    case .evaluatedObject: PrintedPiece("self")
    case .variable(let name): PrintedPiece("$" + name)
    case .keyPath(let names, let base):
      call(
        "path",
        [TextLiteral.literal(names.joined(separator: "."))]
          + (scope.base == base ? [] : [plain(base)]))
    case .element(let position, let list):
      call("element", [wide.plain(list), text(position)])
    case .function(let name, let arguments):
      call("function", [TextLiteral.literal(name)] + arguments.map(wide.plain))
    case .aggregate(let elements): call("list", elements.map(plain))
    case .set(let sign, let left, let right):
      call("set", [".\(sign.rawValue)", wide.plain(left), wide.plain(right)])
    case .subquery(let collection, let variable, let predicate):
      subquery(collection, variable, predicate)
    case .conditional(let predicate, let first, let second):
      call("conditional", [text(predicate), plain(first), plain(second)])
    case .cast(let value, let type): call("cast", [plain(value), TextLiteral.literal(type)])
    }
  }

  private func call(_ name: String, _ arguments: [String]) -> PrintedPiece {
    PrintedPiece("\(name)(\(arguments.joined(separator: ", ")))")
  }

  private func text(_ position: ObjectExpression.Index) -> String {
    switch position {
    case .first: ".first"
    case .last: ".last"
    case .size: ".size"
    case .expression(let expression): plain(expression)
    }
  }

  private func list(_ elements: [ObjectExpression], _ type: ExpressionType) -> PrintedPiece {
    let texts = elements.map { text($0, expected: type) }
    return PrintedPiece("[\(texts.joined(separator: ", "))]")
  }

  private func subquery(
    _ collection: ObjectExpression, _ variable: String, _ predicate: ObjectPredicate
  ) -> PrintedPiece {
    let piece = allowingToMany().piece(collection, expected: .unknown)
    let inner = nested(piece.type.element ?? .unknown, variable: variable)
    return call("subquery", [piece.text, TextLiteral.literal(variable), inner.text(predicate)])
  }

  private func conditionalForms(
    _ predicate: ObjectPredicate, _ first: ObjectExpression, _ second: ObjectExpression,
    expected: ExpressionType
  ) -> [PrintedPiece] {
    let one = piece(first, expected: expected)
    let two = piece(second, expected: expected.orOther(one.type))
    let coalescence = PrintedPiece(
      "\(one.text(at: .range)) ?? \(two.text(at: .coalesce))", .coalesce)
    let condition = piece(predicate).text(at: .or)
    return [coalescence, PrintedPiece("\(condition) ? \(one.text) : \(two.text)", .ternary)]
  }
}

/// The cached pieces of a printer.
private final class PieceCache {
  /// The key of a piece, which contains all values that its text depends on.
  struct Key: Hashable {
    var expression: ObjectExpression
    var expected: ExpressionType
  }

  /// The meaning of a variable and of names without a base.
  struct Frame: Hashable {
    var variable: String
    var type: ExpressionType
  }

  var pieces: [Key: PrintedPiece] = [:]
  var comparisons: [ObjectPredicate.Comparison: PrintedPiece] = [:]
  var nested: [Frame: ExpressionPrinter] = [:]
  var wide: ExpressionPrinter?
}

/// A printed expression with its text, its precedence, and the type that it is
/// read as.
struct PrintedPiece {
  var text: String
  var level: Expression.Precedence
  var type: ExpressionType

  init(_ text: String, _ level: Expression.Precedence = .primary, _ type: ExpressionType = .unknown)
  {
    self.text = text
    // A negative number has the precedence of its minus sign.
    self.level = level == .primary && text.hasPrefix("-") ? .unary : level
    self.type = type
  }

  /// Returns the text, in parentheses if it binds less tightly than a precedence.
  func text(at level: Expression.Precedence) -> String {
    self.level < level ? "(\(text))" : text
  }
}
