internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes constants so that they are read as the same constants.
struct ConstantPrinter {
  let index: ModelIndex

  init(_ index: ModelIndex) {
    self.index = index
  }

  /// The text of a constant where only a constant can stand.
  func text(_ constant: ConstantValue, expected: PrintedType) -> String {
    if case .list(let values) = constant, let element = expected.element {
      return "[" + values.map { text($0, expected: element) }.joined(separator: ", ") + "]"
    }
    return piece(constant, expected: expected).text
  }

  /// The text of a constant in an expression, with the type that the checker
  /// will give it.
  func piece(_ constant: ConstantValue, expected: PrintedType) -> PrintedPiece {
    switch constant {
    case .null: return PrintedPiece("nil", .null, needsContext: true)
    case .boolean(let value):
      guard expected.isBoolean || expected.isNull else { return raw("\(value)") }
      return PrintedPiece("\(value)", .attribute(.boolean), needsContext: true)
    case .list(let values): return raw(rawList(values))
    case .objectID(let id): return PrintedPiece("object(\"\(id)\")", .unknown)
    default: break
    }
    if case .attribute(.enumeration(let name, _)) = expected {
      return caseName(of: constant, in: name, expected) ?? raw(rawText(constant))
    }
    return scalar(constant, expected: expected)
  }

  private func caseName(
    of constant: ConstantValue, in enumeration: String, _ expected: PrintedType
  ) -> PrintedPiece? {
    let cases = index.enumerations[enumeration]?.cases ?? []
    return cases.first { $0.rawValue == constant }.map {
      PrintedPiece("." + PrintedName.quoted($0.name), expected, needsContext: true)
    }
  }

  private func scalar(_ constant: ConstantValue, expected: PrintedType) -> PrintedPiece {
    let literal = literal(constant)
    if let whole = wholeNumber(constant), let type = expected.attribute,
      isRead(.integer(whole), as: constant, of: type)
    {
      return PrintedPiece(whole, expected, needsContext: true)
    }
    if let type = expected.attribute, let literal, isRead(literal.kind, as: constant, of: type) {
      return PrintedPiece(literal.text, expected, needsContext: true)
    }
    switch constant {
    case .integer, .double, .string:
      if let literal, expected.isUnknown || expected.isNull { return plain(constant, literal) }
      return raw(rawText(constant))
    default:
      let type = type(of: constant)
      let accepts = expected.attribute.map { TextConstant(type: $0).accepts(constant) } ?? true
      guard accepts, expected.attribute != nil || expected.isUnknown || expected.isNull else {
        return raw(rawText(constant))
      }
      return PrintedPiece(rawText(constant), type)
    }
  }

  /// The digits of a number without fraction, which needs no point where its
  /// type is known.
  private func wholeNumber(_ constant: ConstantValue) -> String? {
    guard case .double(let number) = constant, abs(number) < 1e15 else { return nil }
    return Int64(exactly: number).map { "\($0)" }
  }

  private func plain(
    _ constant: ConstantValue, _ literal: (text: String, kind: Expression.Kind)
  ) -> PrintedPiece {
    PrintedPiece(literal.text, type(of: constant), needsContext: true)
  }

  private func type(of constant: ConstantValue) -> PrintedType {
    switch constant {
    case .integer: .attribute(.int64)
    case .double: .attribute(.double)
    case .decimal: .attribute(.decimal)
    case .string: .attribute(.string)
    case .date: .attribute(.date)
    case .data: .attribute(.data)
    case .uuid: .attribute(.uuid)
    case .url: .attribute(.url)
    default: .unknown
    }
  }

  private func isRead(
    _ kind: Expression.Kind, as constant: ConstantValue, of type: AttributeType
  ) -> Bool {
    let nowhere = Span(file: 0, start: 0, end: 0)
    let checker = Checker([], reports: Reports())
    let result = ConstantReading(type: type).value(of: Expression(kind, nowhere), in: checker)
    if case .value(let value) = result { return value == constant }
    return false
  }

  private func literal(_ constant: ConstantValue) -> (text: String, kind: Expression.Kind)? {
    switch constant {
    case .integer(let number): return ("\(number)", .integer("\(number)"))
    case .double(let number) where number.isFinite: return ("\(number)", .float("\(number)"))
    case .decimal(let number):
      let digits = "\(number)"
      guard !number.isNaN else { return nil }
      return (digits, digits.contains(".") ? .float(digits) : .integer(digits))
    case .string(let text): return quoted(text)
    case .date(let date): return Self.dateText(date).flatMap(quoted)
    case .uuid(let uuid): return quoted(uuid.uuidString)
    case .url(let url): return quoted(url.absoluteString)
    case .data(let data): return quoted(data.base64EncodedString())
    default: return nil
    }
  }

  private func quoted(_ text: String) -> (text: String, kind: Expression.Kind)? {
    (TextLiteral.literal(text), .text(text))
  }

  // MARK: Constants that say their own type

  private func raw(_ text: String) -> PrintedPiece {
    PrintedPiece("raw(\(text))", .unknown)
  }

  private func rawList(_ values: [ConstantValue]) -> String {
    "[" + values.map(rawText).joined(separator: ", ") + "]"
  }

  private func rawText(_ constant: ConstantValue) -> String {
    switch constant {
    case .null: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : "double(\"\(number)\")"
    case .string(let text): TextLiteral.literal(text)
    case .decimal(let number): "decimal(\"\(number)\")"
    case .date(let date):
      Self.dateText(date).map { "date(\"\($0)\")" }
        ?? "date(\(date.timeIntervalSinceReferenceDate))"
    case .data(let data): "data(\"\(data.base64EncodedString())\")"
    case .uuid(let uuid): "uuid(\"\(uuid.uuidString)\")"
    case .url(let url): "url(\(TextLiteral.literal(url.absoluteString)))"
    case .objectID(let id): "object(\"\(id)\")"
    case .list(let values): rawList(values)
    }
  }

  /// A time as ISO 8601 has it; nil where that would lose something.
  private static func dateText(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.rounded() == seconds, abs(seconds) < 60_000_000_000 else { return nil }
    let text = date.formatted(.iso8601)
    return TextConstant.date(text) == date ? text : nil
  }
}

/// A written expression: its text, how tightly it binds, and the type that
/// the checker will give it.
struct PrintedPiece {
  /// How tightly expressions bind.
  enum Level: Int, Comparable {
    case ternary
    case or
    case and
    case comparison
    case coalesce
    case range
    case sum
    case term
    case unary
    case primary

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  var text: String
  var type: PrintedType
  var level: Level
  /// Whether the checker reads it by what stands on the other side.
  var needsContext: Bool

  init(
    _ text: String, _ type: PrintedType, _ level: Level = .primary, needsContext: Bool = false
  ) {
    self.text = text
    self.type = type
    self.level = level == .primary && text.hasPrefix("-") ? .unary : level
    self.needsContext = needsContext
  }

  /// The text, in parentheses unless it binds at least as tightly.
  func text(at level: Level) -> String {
    self.level < level ? "(\(text))" : text
  }
}
