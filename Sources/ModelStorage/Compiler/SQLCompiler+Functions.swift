extension SQLCompiler {
  /// Returns the operand that a function call stands for.
  mutating func function(
    _ name: String, _ arguments: [ObjectExpression]
  ) throws -> SQLOperand {
    guard let function = PredicateFunction.named(name),
      function.argumentCounts.contains(arguments.count)
    else { throw untranslatable("the function '\(name)' of \(arguments.count) argument(s)") }
    switch function.kind {
    // These functions take their arguments as expressions, not as operands.
    case .element: return try element(.expression(arguments[1]), of: arguments[0])
    case .objects: return try objects(arguments[0])
    case .cast: return try castCall(arguments)
    case .distance:
      let (one, other) = (try operand(arguments[0]), try operand(arguments[1]))
      return .value(try distance(one, other))
    case .unindexed: return try unindexed(try operand(arguments[0]))
    case .distinct: return try distinct(try operand(arguments[0]))
    case .length:
      let operand = try operand(arguments[0])
      if case .collection = operand { return .value(try count(operand)) }
      return .value(try length(scalar(operand)))
    case .aggregate(let function):
      // Functions of the rows of a group come before those of the elements of a value,
      // since they have the same names.
      if let value = try rowAggregate(function, arguments) { return .value(value) }
      return .value(try aggregates(function, arguments.map { try operand($0) }))
    case .values:
      guard case .subquery(let collection, let variable, let condition) = arguments[0],
        let value = arguments[0].mappedValue
      else { throw untranslatable("the function 'values:' of what is no SUBQUERY") }
      return try subquery(collection, variable, condition, value: value)
    case .now:
      return .value(SQLValue(.parameter(SQLParameter(source: .now)), .date, source: .now))
    case .random:
      // Only the lower 31 bits are used, which are never negative.
      return .value(SQLValue("(random() & 2147483647)", .number(.integer)))
    case .randomBelow, .text, .number, .arithmetic, .calendar:
      let values = try arguments.map { try scalar(operand($0)) }
      // A function of nil is nil, as it is in memory.
      if values.contains(where: { $0.type == .null }) { return .value(.null) }
      return .value(try scalarFunction(function.kind, name, values))
    }
  }

  private func unindexed(_ operand: SQLOperand) throws -> SQLOperand {
    guard case .value(let value) = operand else { return operand }
    // SQLite uses no index for an operand preceded by a plus sign.
    return .value(SQLValue("+" + value.sql, value.type))
  }

  private mutating func castCall(_ arguments: [ObjectExpression]) throws -> SQLOperand {
    guard case .variable(let name) = arguments[1], let number = Parameterization.number(name),
      case .string(let type) = constants[number]
    else { throw untranslatable("a cast to a type that is no constant") }
    return .value(try cast(try value(arguments[0]), type))
  }

  /// Returns a function of values that are not nil.
  private func scalarFunction(
    _ kind: PredicateFunction.Kind, _ name: String, _ values: [SQLValue]
  ) throws -> SQLValue {
    let value = values[0]
    switch kind {
    case .number(let function): return try unary(function, value)
    case .arithmetic(let operation): return try binary(operation, value, values[1])
    case .calendar(let part): return try calendar(part, values)
    case .text(let function) where value.type == .text: return text(function, value)
    case .randomBelow where value.type.isNumber:
      return SQLValue("model_random(" + value.operand + ", random())", .number(.integer))
    case .text, .randomBelow, .now, .random, .unindexed, .distinct, .element, .cast, .length,
      .objects, .distance, .aggregate, .values:
      throw untranslatable("the function '\(name)' of such a value")
    }
  }

  private func text(_ function: TextFunction, _ value: SQLValue) -> SQLValue {
    switch function {
    case .lowercase: SQLValue("model_case(" + value.sql + ", 0)", .text)
    case .uppercase: SQLValue("model_case(" + value.sql + ", 1)", .text)
    case .canonical: SQLValue("model_fold(" + value.sql + ", 3)", .text)
    }
  }

  private func length(_ value: SQLValue) throws -> SQLValue {
    switch value.type {
    case .null: return .null
    case .text: return SQLValue("model_length(" + value.sql + ")", .number(.integer))
    case .data: return SQLValue("length(" + value.sql + ")", .number(.integer))
    default: throw untranslatable("the function 'length:' of such a value")
    }
  }

  private func unary(_ function: NumberFunction, _ value: SQLValue) throws -> SQLValue {
    let name = function.rawValue
    // The magnitude of a decimal keeps all digits.
    if function == .magnitude, value.isDecimal { return arithmetic(name, value, nil) }
    guard let operand = numeric(value) else { throw mistyped(name) }
    let type: SQLType.Number =
      switch function {
      case .squareRoot, .exponential, .naturalLogarithm, .logarithm: .real
      case .onesComplement: .integer
      case .magnitude, .ceiling, .floor, .round, .roundToEven, .truncation: .mixed
      }
    return SQLValue("model_unary('\(name)', " + operand + ")", .number(type))
  }

  /// Returns a part of a date, by the calendar of a time zone.
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
      // An unknown time zone throws an error here, since an SQL function could
      // only return NULL.
      _ = try TimeZone(constants[number])
      zone = values[1].sql
    }
    return SQLValue(
      "model_calendar('\(part.rawValue)', " + zone + ", " + values[0].sql + ")", .number(.integer))
  }

  /// Returns the sum or difference of dates and seconds; nil if neither value
  /// is a date.
  private func dates(
    _ operation: Arithmetic, _ left: SQLValue, _ right: SQLValue
  ) -> SQLValue? {
    switch (operation, left.type, right.type) {
    case (.subtract, .date, .date):
      // Whole seconds are stored as integers, and a division of the difference
      // would be an integer division.
      return SQLValue("(CAST(" + left.sql + " AS REAL) - " + right.sql + ")", .number(.real))
    case (.subtract, .date, .number), (.add, .date, .number):
      return SQLValue("(" + left.sql + " \(operation.sign) " + right.seconds + ")", .date)
    case (.add, .number, .date):
      return SQLValue("(" + left.seconds + " + " + right.sql + ")", .date)
    default: return nil
    }
  }

  private func binary(
    _ operation: Arithmetic, _ left: SQLValue, _ right: SQLValue
  ) throws -> SQLValue {
    if let date = dates(operation, left, right) { return date }
    // SQL's `+` would convert the strings to numbers.
    if operation == .add, left.type == .text, right.type == .text {
      return SQLValue("(" + left.sql + " || " + right.sql + ")", .text)
    }
    let name = operation.rawValue
    guard let first = numeric(left), let second = numeric(right) else {
      throw mistyped(name)
    }
    switch operation {
    case .add, .subtract, .multiply, .divide:
      // Decimals are calculated digit by digit, because SQL's operators would
      // convert them to Doubles.
      return decimals(name, left, right)
        ?? SQLValue("(" + first + " \(operation.sign) " + second + ")", .number(.mixed))
    case .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      return SQLValue(
        "model_binary('\(name)', " + first + ", " + second + ")", .number(.mixed))
    }
  }

  /// Returns the operation if at least one operand may be a decimal and none is
  /// certainly a Double; otherwise nil.
  private func decimals(_ name: String, _ left: SQLValue, _ right: SQLValue) -> SQLValue? {
    let types = [left.type, right.type]
    guard left.isDecimal || right.isDecimal, !types.contains(.number(.real)),
      types.allSatisfy(\.isNumber)
    else { return nil }
    return arithmetic(name, left, right)
  }

  /// Returns the call of a decimal function. Its result is a decimal unless an
  /// operand may be another kind of number.
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

  /// Returns a value as an operand of arithmetic; nil for values that are not
  /// numbers.
  private func numeric(_ value: SQLValue) -> SQLFragment? {
    switch value.type {
    case .number: value.operand
    case .notANumber: SQLFragment("NULL")
    default: nil
    }
  }

  private func mistyped(_ name: String) -> StoreError {
    untranslatable("the function '\(name)' of what is no number")
  }

  /// Returns a value converted to another type.
  func cast(_ value: SQLValue, _ typeName: String) throws -> SQLValue {
    guard let type = CastType(typeName) else {
      throw untranslatable("a value as the unknown type '\(typeName)'")
    }
    if value.type == .null { return .null }
    switch (type, value.type) {
    case (.number, .number), (.string, .text), (.date, .date), (.data, .data), (.uuid, .uuid),
      (.objectID, .object), (.decimal, .number(.decimal)), (.decimal, .number(.digits)),
      (.url, .text):
      // The text may not be a valid URL.
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
