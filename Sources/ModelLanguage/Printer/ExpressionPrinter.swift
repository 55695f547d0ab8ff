internal import ModelSchema

/// Writes predicates and expressions.
///
/// It follows the checker step by step, so that it knows what type the checker
/// will find for every piece; where a plain form would be refused or read as
/// something else, it takes one of the functions of `Checker.escape`.
struct ExpressionPrinter {
  /// What bare names and a variable stand for.
  struct Frame: Hashable {
    var variable: String?
    var type: PrintedType
  }

  let index: ModelIndex
  var frames: [Frame]
  let parameters: [String: PrintedType]
  let isMigration: Bool
  var allowsAggregates = false
  var allowsToManyPaths = false
  private var cache = PieceCache()

  init(
    _ index: ModelIndex, entity: String, parameters: [FetchTemplate.Parameter] = [],
    source: String? = nil, isMigration: Bool = false
  ) {
    self.index = index
    frames = [Frame(variable: nil, type: .object(entity))]
    var types = Dictionary(
      parameters.map { ($0.name, PrintedType($0.type)) }, uniquingKeysWith: { first, _ in first })
    if let source { types["source"] = .object(source) }
    self.parameters = types
    self.isMigration = isMigration
    hasSource = source != nil
  }

  /// Whether `$source` is the object of a fetched property: it is no parameter
  /// that a variable could clash with.
  let hasSource: Bool

  init(_ index: ModelIndex, value: PrintedType) {
    self.index = index
    frames = [Frame(variable: nil, type: value)]
    parameters = [:]
    isMigration = false
    hasSource = false
  }

  /// The same printer where `count()` and its like may stand.
  func allowingAggregates() -> ExpressionPrinter {
    var printer = self
    printer.allowsAggregates = true
    printer.cache = PieceCache()
    return printer
  }

  /// The text of a condition.
  func text(_ predicate: ObjectPredicate) -> String { piece(predicate).text }

  /// The text of a value.
  func text(_ expression: ObjectExpression, expected: PrintedType) -> String {
    piece(expression, expected: expected).text
  }

  // MARK: Conditions

  func piece(_ predicate: ObjectPredicate) -> PrintedPiece {
    switch predicate {
    case .constant(let value): PrintedPiece("\(value)", .attribute(.boolean))
    case .and(let operands): joined(operands, by: "&&", "and", .and)
    case .or(let operands): joined(operands, by: "||", "or", .or)
    case .not(let operand): condition("!" + piece(operand).text(at: .unary), .unary)
    case .comparison(let comparison): piece(comparison)
    }
  }

  func condition(_ text: String, _ level: PrintedPiece.Level = .primary) -> PrintedPiece {
    PrintedPiece(text, .attribute(.boolean), level)
  }

  private func joined(
    _ operands: [ObjectPredicate], by sign: String, _ function: String,
    _ level: PrintedPiece.Level
  ) -> PrintedPiece {
    let pieces = operands.map(piece)
    guard pieces.count > 1, pieces.count <= Parser.chainLimit else {
      return condition("\(function)(\(pieces.map(\.text).joined(separator: ", ")))")
    }
    // Operands of the same sign keep their parentheses: they are groups.
    let tighter: PrintedPiece.Level = level == .or ? .and : .comparison
    let text = pieces.map { $0.text(at: tighter) }.joined(separator: " \(sign) ")
    return condition(text, level)
  }

  // MARK: Values

  /// The piece of an expression.
  ///
  /// Which form is the plainest is found by trying, so that a piece may be
  /// wanted several times: composed ones are kept, or deep expressions would
  /// take time without end.
  func piece(_ expression: ObjectExpression, expected: PrintedType) -> PrintedPiece {
    guard expression.isComposed else { return newPiece(expression, expected: expected) }
    let key = PieceCache.Key(
      expression: expression, expected: expected, frames: frames,
      allowsToManyPaths: allowsToManyPaths)
    if let piece = cache.pieces[key] { return piece }
    let piece = newPiece(expression, expected: expected)
    cache.pieces[key] = piece
    return piece
  }

  private func newPiece(
    _ expression: ObjectExpression, expected: PrintedType
  ) -> PrintedPiece {
    switch expression {
    case .constant(let constant):
      return ConstantPrinter(index).piece(constant, expected: expected)
    case .evaluatedObject: return object(of: 0)
    case .variable(let name): return variable(name)
    case .keyPath(let names, let base): return path(names, of: base)
    case .element(let position, let list): return element(position, of: list)
    case .function(let name, let arguments):
      return function(name, arguments, expected: expected)
    case .aggregate(let elements): return aggregate(elements, expected: expected)
    case .set(let sign, let left, let right):
      let wide = allowingToMany()
      return PrintedPiece(
        "set(.\(sign.rawValue), \(wide.plain(left)), \(wide.plain(right)))", .unknown)
    case .subquery(let collection, let variable, let predicate):
      return subquery(collection, variable, predicate)
    case .conditional(let predicate, let first, let second):
      return conditional(predicate, first, second, expected: expected)
    case .cast(let value, let type):
      return PrintedPiece("cast(\(plain(value)), \(TextLiteral.literal(type)))", .unknown)
    }
  }

  /// The text of a value of which nothing is expected.
  func plain(_ expression: ObjectExpression) -> String {
    piece(expression, expected: .unknown).text
  }

  func allowingToMany() -> ExpressionPrinter {
    var printer = self
    printer.allowsToManyPaths = true
    return printer
  }

  private func element(
    _ position: ObjectExpression.Index, of list: ObjectExpression
  ) -> PrintedPiece {
    let index: String
    switch position {
    case .first: index = ".first"
    case .last: index = ".last"
    case .size: index = ".size"
    case .expression(let expression): index = plain(expression)
    }
    return PrintedPiece("element(\(allowingToMany().plain(list)), \(index))", .unknown)
  }

  private func aggregate(
    _ elements: [ObjectExpression], expected: PrintedType
  ) -> PrintedPiece {
    let element = expected.element ?? .unknown
    let pieces = elements.map { piece($0, expected: element) }
    let type = pieces.first { !$0.type.isNull }?.type ?? element
    if pieces.allSatisfy({ $0.type.isComparable(with: type, in: index) }) {
      let text = "[" + pieces.map(\.text).joined(separator: ", ") + "]"
      return PrintedPiece(text, .list(type), needsContext: true)
    }
    let texts = elements.map(plain)
    return PrintedPiece("list(\(texts.joined(separator: ", ")))", .list(.unknown))
  }

  private func subquery(
    _ collection: ObjectExpression, _ variable: String, _ predicate: ObjectPredicate
  ) -> PrintedPiece {
    let piece = allowingToMany().piece(collection, expected: .unknown)
    let inner = nested(piece.type.element ?? .unknown, variable: variable)
    let name = TextLiteral.literal(variable)
    return PrintedPiece(
      "subquery(\(piece.text), \(name), \(inner.text(predicate)))", piece.type)
  }

  private func conditional(
    _ predicate: ObjectPredicate, _ first: ObjectExpression, _ second: ObjectExpression,
    expected: PrintedType
  ) -> PrintedPiece {
    let one = piece(first, expected: expected)
    let two = piece(second, expected: expected.orOther(one.type))
    guard one.type.isComparable(with: two.type, in: index) else {
      return PrintedPiece(
        "conditional(\(text(predicate)), \(plain(first)), \(plain(second)))", .unknown)
    }
    let type = one.type.orOther(two.type)
    if predicate == .comparison(.init(first, .notEqual, .constant(.null))) {
      return PrintedPiece(
        "\(one.text(at: .range)) ?? \(two.text(at: .coalesce))", type, .coalesce)
    }
    let condition = piece(predicate).text(at: .or)
    return PrintedPiece("\(condition) ? \(one.text) : \(two.text)", type, .ternary)
  }
}

/// The composed pieces that one printer has written.
private final class PieceCache {
  /// What the text of a piece depends on.
  struct Key: Hashable {
    var expression: ObjectExpression
    var expected: PrintedType
    var frames: [ExpressionPrinter.Frame]
    var allowsToManyPaths: Bool
  }

  var pieces: [Key: PrintedPiece] = [:]
}

extension ObjectExpression {
  /// Whether other expressions stand in it.
  fileprivate var isComposed: Bool {
    switch self {
    case .constant, .evaluatedObject, .variable: false
    case .keyPath(_, let base): base.isComposed
    case .element, .function, .aggregate, .set, .subquery, .conditional, .cast: true
    }
  }
}
