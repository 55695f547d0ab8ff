internal import Foundation
internal import ModelPredicates
internal import ModelSchema

extension SQLCompiler {
  /// The call of a function.
  mutating func function(
    _ name: String, _ arguments: [ObjectExpression]
  ) throws -> SQLOperand {
    // These want their arguments as they are written, not as operands.
    if name == "objectFrom:withIndex:", arguments.count == 2 {
      return try element(.expression(arguments[1]), of: arguments[0])
    }
    if name == PredicateFunction.fetch, arguments.count == 1 { return try objects(arguments[0]) }
    if name == "castObject:toType:", arguments.count == 2 { return try castCall(arguments) }
    var operands: [SQLOperand] = []
    for argument in arguments { operands.append(try operand(argument)) }
    if name == PredicateFunction.distance, operands.count == 2 {
      return .value(try distance(operands[0], operands[1]))
    }
    // Of the rows of a group before the elements of a value: the names are the same.
    if let value = try rowAggregate(name, operands) { return .value(value) }
    if name == "noindex:", operands.count == 1 { return try unindexed(operands[0]) }
    if name == "distinct:", operands.count == 1 { return try distinct(operands[0]) }
    if PredicateFunction.aggregates.contains(name), !operands.isEmpty {
      return .value(try aggregates(name, operands))
    }
    if name == "length:", case .collection? = operands.first {
      return .value(try count(operands[0]))
    }
    var values: [SQLValue] = []
    for operand in operands { values.append(try scalar(operand)) }
    return .value(try scalarFunction(name, values))
  }

  private func unindexed(_ operand: SQLOperand) throws -> SQLOperand {
    guard case .value(let value) = operand else { return operand }
    // SQLite uses no index for what has a plus sign before it.
    return .value(SQLValue("+" + value.sql, value.type))
  }

  private mutating func castCall(_ arguments: [ObjectExpression]) throws -> SQLOperand {
    guard case .variable(let name) = arguments[1], let number = Parameterization.number(name),
      case .string(let type) = constants[number]
    else { throw untranslatable("a cast to a type that is no constant") }
    return .value(try cast(try value(arguments[0]), type))
  }

  private func scalarFunction(_ name: String, _ values: [SQLValue]) throws -> SQLValue {
    if name == "now", values.isEmpty {
      return SQLValue(.parameter(SQLParameter(source: .now)), .date, source: .now)
    }
    if name == "random", values.isEmpty {
      // The lower 31 bits, which are never negative.
      return SQLValue("(random() & 2147483647)", .number(.integer))
    }
    // A function of nil is nil, as in memory; only `now` and `random` have no argument.
    if values.contains(where: { $0.type == .null }) { return .null }
    if let part = CalendarPart(rawValue: name) { return try calendar(part, values) }
    if EvaluatedNumber.unaryFunctions[name] != nil, values.count == 1 {
      return try unary(name, values[0])
    }
    if EvaluatedNumber.binaryFunctions[name] != nil, values.count == 2 {
      return try binary(name, values[0], values[1])
    }
    return try textFunction(name, values)
  }

  private func unary(_ name: String, _ value: SQLValue) throws -> SQLValue {
    // A decimal keeps its digits.
    if name == "abs:", value.isDecimal {
      return arithmetic(name, value, nil)
    }
    guard let operand = numeric(value) else { return try mistyped(name, value) }
    let sql = "model_unary('\(name)', " + operand + ")"
    switch name {
    case "sqrt:", "exp:", "ln:", "log:": return SQLValue(sql, .number(.real))
    case "onesComplement:": return SQLValue(sql, .number(.integer))
    default: return SQLValue(sql, .number(.mixed))
    }
  }

  /// A part of a date, by the calendar of a time zone.
  private func calendar(_ part: CalendarPart, _ values: [SQLValue]) throws -> SQLValue {
    if values[0].type == .notANumber { return .null }
    guard values[0].type == .date else {
      throw untranslatable("the function '\(part.rawValue)' of what is no date")
    }
    var zone = SQLFragment("NULL")
    if values.count == 2 {
      guard case .constant(let number)? = values[1].source else {
        throw untranslatable("a time zone that is no constant")
      }
      // A zone that is none is refused here; a function of SQL could only give NULL.
      _ = try TimeZone(constants[number])
      zone = values[1].sql
    }
    return SQLValue(
      "model_calendar('\(part.rawValue)', " + zone + ", " + values[0].sql + ")", .number(.integer))
  }

  /// Dates and seconds combined; nil where no date is among the two.
  private func dates(_ name: String, _ left: SQLValue, _ right: SQLValue) -> SQLValue? {
    let symbol = name == "add:to:" ? "+" : "-"
    switch (name, left.type, right.type) {
    case ("from:subtract:", .date, .date):
      // Whole seconds are kept as integers, and SQL would divide what is left as such.
      return SQLValue("(CAST(" + left.sql + " AS REAL) - " + right.sql + ")", .number(.real))
    case ("from:subtract:", .date, .number), ("add:to:", .date, .number):
      return SQLValue("(" + left.sql + " \(symbol) " + right.seconds + ")", .date)
    case ("add:to:", .number, .date):
      return SQLValue("(" + left.seconds + " + " + right.sql + ")", .date)
    default: return nil
    }
  }

  private func binary(_ name: String, _ left: SQLValue, _ right: SQLValue) throws -> SQLValue {
    if let date = dates(name, left, right) { return date }
    // SQL's own sign would make numbers of the texts.
    if name == "add:to:", left.type == .text, right.type == .text {
      return SQLValue("(" + left.sql + " || " + right.sql + ")", .text)
    }
    guard let first = numeric(left), let second = numeric(right) else {
      return try mistyped(name, numeric(left) == nil ? left : right)
    }
    let symbols = [
      "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    ]
    let type = SQLType.number(.mixed)
    // By their digits: SQL's own signs would make Doubles of them.
    if symbols[name] != nil, let value = decimals(name, left, right) { return value }
    if let symbol = symbols[name] {
      return SQLValue("(" + first + " \(symbol) " + second + ")", type)
    }
    return SQLValue("model_binary('\(name)', " + first + ", " + second + ")", type)
  }

  /// An operation in which a decimal is, or may be, and no Double for certain.
  private func decimals(_ name: String, _ left: SQLValue, _ right: SQLValue) -> SQLValue? {
    let types = [left.type, right.type]
    guard left.isDecimal || right.isDecimal, !types.contains(.number(.real)),
      types.allSatisfy(\.isNumber)
    else { return nil }
    return arithmetic(name, left, right)
  }

  /// A function of decimals, which gives one, unless a number may be none.
  private func arithmetic(_ name: String, _ left: SQLValue, _ right: SQLValue?) -> SQLValue {
    let operands = right.map { [left, $0] } ?? [left]
    let isExact = operands.allSatisfy {
      [.number(.decimal), .number(.digits), .number(.integer)].contains($0.type)
    }
    let second = right.map { "\($0.kind), " + $0.sql } ?? SQLFragment("NULL, NULL")
    return SQLValue(
      "model_arithmetic_\(isExact ? "decimal" : "tagged")('\(name)', \(left.kind), " + left.sql
        + ", " + second + ")", .number(isExact ? .digits : .tagged))
  }

  /// A number as arithmetic takes it; nil for what is none.
  private func numeric(_ value: SQLValue) -> SQLFragment? {
    switch value.type {
    case .number: value.operand
    case .notANumber: SQLFragment("NULL")
    default: nil
    }
  }

  private func mistyped(_ name: String, _ value: SQLValue) throws -> SQLValue {
    throw untranslatable("the function '\(name)' of what is no number")
  }

  private func textFunction(_ name: String, _ values: [SQLValue]) throws -> SQLValue {
    guard let value = values.first, values.count == 1 else {
      throw untranslatable("the function '\(name)' of \(values.count) argument(s)")
    }
    switch (name, value.type) {
    case ("lowercase:", .text): return SQLValue("model_case(" + value.sql + ", 0)", .text)
    case ("uppercase:", .text): return SQLValue("model_case(" + value.sql + ", 1)", .text)
    case ("canonical:", .text): return SQLValue("model_fold(" + value.sql + ", 3)", .text)
    case ("length:", .text):
      return SQLValue("model_length(" + value.sql + ")", .number(.integer))
    case ("length:", .data): return SQLValue("length(" + value.sql + ")", .number(.integer))
    case ("random:", .number), ("randomn:", .number):
      return SQLValue("model_random(" + value.operand + ", random())", .number(.integer))
    default: throw untranslatable("the function '\(name)' of such a value")
    }
  }

  /// A value as another type.
  func cast(_ value: SQLValue, _ typeName: String) throws -> SQLValue {
    guard let type = CastType(typeName) else {
      throw untranslatable("a value as the unknown type '\(typeName)'")
    }
    if value.type == .null { return .null }
    switch (type, value.type) {
    case (.number, .number), (.string, .text), (.date, .date), (.data, .data), (.uuid, .uuid),
      (.objectID, .object), (.decimal, .number(.decimal)), (.decimal, .number(.digits)),
      (.url, .text):
      // Not every text is a URL.
      if type == .url { return try called(type, value, .text) }
      return value
    case (.number, .date): return SQLValue("CAST(" + value.sql + " AS REAL)", .number(.real))
    case (.date, .number): return SQLValue(value.operand, .date)
    case (.date, .text): return .null
    case (.number, .text): return try called(type, value, .number(.mixed))
    case (.decimal, .number), (.decimal, .text), (.decimal, .date):
      return try called(type, value, .number(.digits))
    case (.string, .number), (.string, .uuid), (.string, .data):
      return try called(type, value, .text)
    case (.data, .text): return try called(type, value, .data)
    case (.uuid, .text): return try called(type, value, .uuid)
    default: throw untranslatable("such a value as '\(typeName)'")
    }
  }

  private func called(
    _ type: CastType, _ value: SQLValue, _ result: SQLType
  ) throws -> SQLValue {
    let source =
      switch value.type {
      case .text: "text"
      case .date: "date"
      case .uuid: "uuid"
      case .data: "data"
      case .number(.decimal), .number(.digits): "decimal"
      case .number(.tagged): "tagged"
      default: "number"
      }
    return SQLValue("model_cast('\(type.rawValue)', '\(source)', " + value.sql + ")", result)
  }
}
