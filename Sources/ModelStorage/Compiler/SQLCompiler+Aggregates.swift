extension SQLCompiler {
  /// Returns the result of a collection operator that is applied to the operand
  /// after it.
  mutating func collect(
    _ name: String, _ rest: ArraySlice<String>, of operand: SQLOperand
  ) throws -> SQLOperand {
    var operand = operand
    if !rest.isEmpty {
      // A value that is not a collection has no elements: their count and their sum are
      // 0.
      guard case .collection(let collection) = try collection(operand) else {
        return name == "@count" || name == "@sum"
          ? .value(SQLValue("0", .number(.integer))) : .value(.null)
      }
      operand = try follow(rest, from: .collection(collection))
    }
    switch CollectionOperator(rawValue: name) {
    case .count: return .value(try count(operand))
    case .sum: return .value(try aggregate(.sum, operand))
    case .average: return .value(try aggregate(.average, operand))
    case .minimum: return .value(try aggregate(.minimum, operand))
    case .maximum: return .value(try aggregate(.maximum, operand))
    case .unionOfObjects, .unionOfArrays: return try collection(operand)
    case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets:
      return try distinct(operand)
    case nil: throw untranslatable("the collection operator '\(name)'")
    }
  }

  /// Returns the number of elements, including nil.
  mutating func count(_ operand: SQLOperand) throws -> SQLValue {
    switch operand {
    case .collection(let collection):
      return SQLValue(
        "(" + collection.select(SQLFragment("count(*)")) + ")", .number(.integer))
    case .list, .constants:
      return SQLValue("\(try elements(operand).count)", .number(.integer))
    default:
      let value = try scalar(operand)
      return SQLValue("(" + value.sql + " IS NOT NULL)", .number(.integer))
    }
  }

  /// Returns the value of a function of the elements of collections, or of
  /// values.
  mutating func aggregates(
    _ function: CollectionFunction, _ operands: [SQLOperand]
  ) throws -> SQLValue {
    if operands.count == 1 { return try aggregate(function, operands[0]) }
    if function == .count {
      let counts = try operands.map { try count($0).sql }
      return SQLValue("(" + counts.joined(" + ") + ")", .number(.integer))
    }
    // SQL has no aggregate function that applies to sub-selects and values
    // together.
    for case .collection in operands {
      throw untranslatable("'\(function.rawValue)' of collections and other values")
    }
    return try aggregate(function, .list(operands))
  }

  private mutating func aggregate(
    _ function: CollectionFunction, _ operand: SQLOperand
  ) throws -> SQLValue {
    if function == .count { return try count(operand) }
    guard case .collection(let collection) = try collection(operand) else {
      return function == .sum ? SQLValue("0", .number(.integer)) : .null
    }
    let value = try Self.value(of: function, try scalar(collection.element), self)
    return SQLValue("(" + collection.select(value.sql) + ")", value.type)
  }

  /// Returns the aggregate function of a column.
  static func value(
    of function: CollectionFunction, _ value: SQLValue, _ compiler: SQLCompiler
  ) throws -> SQLValue {
    if value.type == .null {
      return function == .sum ? SQLValue("0", .number(.integer)) : .null
    }
    let name = function.rawValue.dropLast()
    switch (function, value.type) {
    // Decimals are compared in the form of their column: the strings sort as
    // the numbers do, and no number has to be created from the digits of each.
    case (.minimum, .number), (.maximum, .number):
      guard let column = value.exactColumn else { break }
      return SQLValue("model_digits(\(name)(" + column + "))", .number(.digits))
    case (.sum, .number), (.average, .number), (.median, .number):
      guard let column = value.exactColumn else { return collected(function, value) }
      return SQLValue("model_\(name)_exact(" + column + ")", .number(.digits))
    case (.deviation, .number):
      return SQLValue("model_deviation(" + value.operand + ")", .number(.real))
    case (.minimum, _), (.maximum, _): break
    case (.sum, _), (.average, _), (.median, _), (.deviation, _), (.mode, _), (.count, _):
      throw compiler.untranslatable("the function '\(function.rawValue)' of these values")
    }
    switch value.type {
    case .number(.digits), .number(.tagged): return collected(function, value)
    // Objects have no order, although their keys do.
    case .object:
      throw compiler.untranslatable("the function '\(function.rawValue)' of these values")
    default: return SQLValue("\(name)(" + value.sql + ")", value.type)
    }
  }

  /// Returns the call of one of the functions that this module defines, which
  /// sum decimals by their digits.
  private static func collected(_ function: CollectionFunction, _ value: SQLValue) -> SQLValue {
    let name = "model_" + function.rawValue.dropLast()
    return switch value.type {
    case .number(.decimal), .number(.digits):
      SQLValue("\(name)_decimal(" + value.sql + ")", .number(.digits))
    case .number(.tagged):
      SQLValue("\(name)_tagged(" + value.sql + ")", .number(.tagged))
    default:
      SQLValue("\(name)(" + value.sql + ")", .number(function == .average ? .real : .mixed))
    }
  }
}
