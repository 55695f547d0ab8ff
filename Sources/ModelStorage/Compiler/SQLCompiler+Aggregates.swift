internal import ModelPredicates
internal import ModelSchema

extension SQLCompiler {
  /// A collection operator with its operand behind it.
  mutating func collect(
    _ name: String, _ rest: ArraySlice<String>, of operand: SQLOperand
  ) throws -> SQLOperand {
    var operand = operand
    if !rest.isEmpty {
      // What is no collection has no elements: their count and their sum are 0.
      guard case .collection(let collection) = try collection(operand) else {
        return name == "@count" || name == "@sum"
          ? .value(SQLValue("0", .number(.integer))) : .value(.null)
      }
      operand = try follow(rest, from: .collection(collection))
    }
    switch CollectionOperator(rawValue: name) {
    case .count: return .value(try count(operand))
    case .sum: return .value(try aggregate("sum:", operand))
    case .average: return .value(try aggregate("average:", operand))
    case .minimum: return .value(try aggregate("min:", operand))
    case .maximum: return .value(try aggregate("max:", operand))
    case .unionOfObjects, .unionOfArrays: return try collection(operand)
    case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets:
      return try distinct(operand)
    case nil: throw untranslatable("the collection operator '\(name)'")
    }
  }

  /// The number of elements, nil ones included.
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

  /// A function of the elements of collections, or of values.
  mutating func aggregates(_ name: String, _ operands: [SQLOperand]) throws -> SQLValue {
    if operands.count == 1 { return try aggregate(name, operands[0]) }
    if name == "count:" {
      var counts: [SQLFragment] = []
      for operand in operands { counts.append(try count(operand).sql) }
      return SQLValue("(" + counts.joined(" + ") + ")", .number(.integer))
    }
    // SQL has no aggregate function of sub-selects and values together.
    for case .collection in operands {
      throw untranslatable("'\(name)' of collections and other values")
    }
    return try aggregate(name, .list(operands))
  }

  private mutating func aggregate(_ name: String, _ operand: SQLOperand) throws -> SQLValue {
    if name == "count:" { return try count(operand) }
    guard case .collection(let collection) = try collection(operand) else {
      return name == "sum:" ? SQLValue("0", .number(.integer)) : .null
    }
    let value = try scalar(collection.element)
    let function = try Self.function(name, of: value, self)
    let sql = "(" + collection.select(function.sql) + ")"
    return SQLValue(sql, function.type)
  }

  /// The aggregate function of a column.
  static func function(
    _ name: String, of value: SQLValue, _ compiler: SQLCompiler
  ) throws -> SQLValue {
    if value.type == .null {
      return name == "sum:" ? SQLValue("0", .number(.integer)) : .null
    }
    if let column = value.exactColumn, let function = exact(name, column) {
      return SQLValue(function, .number(.digits))
    }
    switch (name, value.type) {
    case ("min:", .number(.digits)), ("max:", .number(.digits)), ("min:", .number(.tagged)),
      ("max:", .number(.tagged)):
      return collected(name, value)
    // Objects have no order, though their keys have one.
    case ("min:", .object), ("max:", .object): break
    case ("min:", let type): return SQLValue("min(" + value.sql + ")", type)
    case ("max:", let type): return SQLValue("max(" + value.sql + ")", type)
    case ("sum:", .number), ("average:", .number), ("median:", .number):
      return collected(name, value)
    case ("stddev:", .number):
      return SQLValue("model_deviation(" + value.operand + ")", .number(.real))
    default: break
    }
    throw compiler.untranslatable("the function '\(name)' of these values")
  }

  /// A function of decimals as their column has them: the texts sort as the numbers do, and
  /// their digits are read without making a number of each.
  private static func exact(_ name: String, _ column: SQLFragment) -> SQLFragment? {
    switch name {
    case "min:", "max:": "model_digits(\(name.dropLast())(" + column + "))"
    case "sum:", "average:", "median:": "model_\(name.dropLast())_exact(" + column + ")"
    default: nil
    }
  }

  /// A function of our own, which sums decimals by their digits.
  private static func collected(_ name: String, _ value: SQLValue) -> SQLValue {
    let function = "model_" + name.dropLast()
    return switch value.type {
    case .number(.decimal), .number(.digits):
      SQLValue("\(function)_decimal(" + value.sql + ")", .number(.digits))
    case .number(.tagged):
      SQLValue("\(function)_tagged(" + value.sql + ")", .number(.tagged))
    default:
      SQLValue(
        "\(function)(" + value.sql + ")", .number(name == "average:" ? .real : .mixed))
    }
  }
}
