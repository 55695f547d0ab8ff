package import ModelPredicates
package import ModelSchema

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension PredicateCompiler {
  /// The call of a function.
  mutating func function(
    _ name: String, _ arguments: [ObjectExpression]
  ) throws(ObjectPredicateError) -> Value {
    // First: what follows takes the number of arguments for granted.
    try PredicateFunction.check(name, argumentCount: arguments.count)
    // It takes the name of an entity, which is no value.
    if name == PredicateFunction.fetch { return try objects(arguments[0]) }
    let values = try values(arguments)
    if name == PredicateFunction.distance {
      return { (scope) throws(ObjectPredicateError) in
        let (one, other) = (try Coordinate(values[0](scope)), try Coordinate(values[1](scope)))
        return one.flatMap { other?.distance(to: $0) }.map(EvaluatedValue.double) ?? .null
      }
    }
    if let part = CalendarPart(rawValue: name) { return try calendar(part, values, arguments) }
    if let unary = EvaluatedNumber.unaryFunctions[name] {
      return { (scope) throws(ObjectPredicateError) in
        try Self.number(values[0](scope), name).flatMap(unary)?.value ?? .null
      }
    }
    if let binary = EvaluatedNumber.binaryFunctions[name] {
      return { (scope) throws(ObjectPredicateError) in
        let (left, right) = (try values[0](scope), try values[1](scope))
        // Sums of dates and of texts are no numbers.
        if let result = Self.dates(name, left, right) { return result }
        if let result = Self.text(name, left, right) { return result }
        let numbers = (try Self.number(left, name), try Self.number(right, name))
        guard let first = numbers.0, let second = numbers.1 else { return .null }
        return binary(first, second)?.value ?? .null
      }
    }
    if PredicateFunction.aggregates.contains(name) { return aggregate(name, values) }
    return try other(name, values, arguments)
  }

  /// A part of a date.
  private func calendar(
    _ part: CalendarPart, _ values: [Value], _ arguments: [ObjectExpression]
  ) throws(ObjectPredicateError) -> Value {
    let zone = try arguments.count == 2 ? TimeZone(arguments[1], variables) : nil
    return { (scope) throws(ObjectPredicateError) in
      switch try values[0](scope) {
      case .null: return .null
      case .date(let date):
        return part.value(of: date, in: zone).map(EvaluatedValue.integer) ?? .null
      case let other:
        throw ObjectPredicateError(
          .wrongType(
            "the argument of \(part.rawValue)", found: other.kindText, expected: "a date"))
      }
    }
  }

  /// Dates and seconds combined: the seconds between two dates, or the date
  /// some seconds before or after; nil where no date is among the two.
  private static func dates(
    _ function: String, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) -> EvaluatedValue? {
    func moved(_ date: Date, _ seconds: Double) -> EvaluatedValue {
      let time = date.timeIntervalSinceReferenceDate + seconds
      return time.isNaN ? .null : .date(Date(timeIntervalSinceReferenceDate: time))
    }
    switch (function, left, right) {
    case ("from:subtract:", .date(let first), .date(let second)):
      return EvaluatedNumber.real(
        first.timeIntervalSinceReferenceDate - second.timeIntervalSinceReferenceDate
      ).value
    case ("from:subtract:", .date(let date), let other):
      return EvaluatedNumber(other).map { moved(date, -$0.double) } ?? (other.isNull ? .null : nil)
    case ("add:to:", .date(let date), let other), ("add:to:", let other, .date(let date)):
      return EvaluatedNumber(other).map { moved(date, $0.double) } ?? (other.isNull ? .null : nil)
    case ("from:subtract:", .null, .date): return .null
    default: return nil
    }
  }

  /// Two texts, one behind the other, nil where one of them is; nil where they are
  /// no texts.
  private static func text(
    _ function: String, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) -> EvaluatedValue? {
    guard function == "add:to:" else { return nil }
    switch (left.textValue, right.textValue) {
    case (let one?, let other?): return .string(one + other)
    case (_?, nil): return right.isNull ? .null : nil
    case (nil, _?): return left.isNull ? .null : nil
    case (nil, nil): return nil
    }
  }

  /// Every object of an entity, as who is asked knows them.
  private func objects(_ name: ObjectExpression) throws(ObjectPredicateError) -> Value {
    guard case .constant(.string(let name)) = name else {
      throw ObjectPredicateError(.unknownEntity(name.format))
    }
    return { (scope) throws(ObjectPredicateError) in
      guard case .object(let subject) = scope.subject else {
        throw ObjectPredicateError(.unsupported("'FETCH' without a managed object"))
      }
      return .collection(try subject.predicateObjects(ofEntity: name))
    }
  }

  /// The number that a value is, nil for nil.
  private static func number(
    _ value: EvaluatedValue, _ function: String
  ) throws(ObjectPredicateError) -> EvaluatedNumber? {
    if value.isNull { return nil }
    guard let number = EvaluatedNumber(value) else {
      throw ObjectPredicateError(
        .wrongType("an argument of \(function)", found: value.kindText, expected: "a number"))
    }
    return number
  }

  /// A function of a collection, or of the numbers themselves.
  private func aggregate(_ name: String, _ values: [Value]) -> Value {
    { (scope) throws(ObjectPredicateError) in
      var elements: [EvaluatedValue] = []
      for value in values { elements.append(contentsOf: try value(scope).elements) }
      switch name {
      case "sum:": return try Aggregate.sum(elements)
      case "average:": return try Aggregate.average(elements)
      case "min:": return try Aggregate.least(elements, .less)
      case "max:": return try Aggregate.least(elements, .greater)
      case "median:": return try Aggregate.median(elements)
      case "mode:": return try Aggregate.mode(elements)
      case "stddev:": return try Aggregate.deviation(elements)
      default: return .integer(Int64(elements.count))
      }
    }
  }

  private func other(
    _ name: String, _ values: [Value], _ arguments: [ObjectExpression]
  ) throws(ObjectPredicateError) -> Value {
    switch name {
    case "now":
      return { (scope) throws(ObjectPredicateError) in .date(scope.now) }
    case "random":
      return { (_) throws(ObjectPredicateError) in .integer(.random(in: 0...0x7FFF_FFFF)) }
    case "random:", "randomn:":
      return { (scope) throws(ObjectPredicateError) in
        try Self.random(below: Self.number(values[0](scope), name))
      }
    case "noindex:":
      return values[0]
    case "distinct:":
      return { (scope) throws(ObjectPredicateError) in
        .collection(DistinctValues.distinct(try values[0](scope).elements))
      }
    case "objectFrom:withIndex:":
      return { (scope) throws(ObjectPredicateError) in
        try Self.element(values[1](scope), of: values[0](scope))
      }
    case "castObject:toType:":
      return try castCall(values[0], arguments[1])
    default:
      return text(name, values[0])
    }
  }

  private func castCall(
    _ value: @escaping Value, _ typeName: ObjectExpression
  ) throws(ObjectPredicateError) -> Value {
    guard case .constant(.string(let name)) = typeName, let type = CastType(name) else {
      throw ObjectPredicateError(.unknownType(typeName.format))
    }
    return { (scope) throws(ObjectPredicateError) in try type.cast(value(scope)) }
  }

  private static func random(below bound: EvaluatedNumber?) -> EvaluatedValue {
    guard let bound = bound?.double, !bound.isNaN else { return .null }
    guard bound >= 1 else { return .integer(0) }
    return .integer(.random(in: 0..<Int64(min(bound, 0x1p62))))
  }

  /// A function of a text.
  private func text(_ name: String, _ value: @escaping Value) -> Value {
    { (scope) throws(ObjectPredicateError) in
      let argument = try value(scope)
      if argument.isNull { return .null }
      // Data and collections have a length too, and are no texts.
      if name == "length:" { return try Self.length(argument) }
      guard let text = argument.textValue else {
        throw ObjectPredicateError(
          .wrongType("the argument of \(name)", found: argument.kindText, expected: "a text"))
      }
      switch name {
      case "uppercase:": return .string(text.uppercased())
      case "lowercase:": return .string(text.lowercased())
      default: return .string(TextFolding([.caseInsensitive, .diacriticInsensitive]).fold(text))
      }
    }
  }

  /// Scalars of a text, bytes of data, elements of a collection.
  private static func length(
    _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch value {
    case .data(let data): return .integer(Int64(data.count))
    case .collection(let elements): return .integer(Int64(elements.count))
    default: break
    }
    guard let text = value.textValue else {
      throw ObjectPredicateError(
        .wrongType("the argument of length:", found: value.kindText, expected: "a text"))
    }
    return .integer(Int64(text.unicodeScalars.count))
  }
}

extension TimeZone {
  /// The time zone that an argument names.
  ///
  /// - Throws: `unknownTimeZone`.
  package init(_ name: ConstantValue) throws(ObjectPredicateError) {
    guard case .string(let name) = name, let zone = TimeZone(identifier: name) else {
      throw ObjectPredicateError(
        .wrongType(
          ObjectExpression.constant(name).format.abbreviated, found: "no time zone",
          expected: "the name of a time zone in quotes, such as 'Europe/Berlin'"))
    }
    self = zone
  }

  fileprivate init(
    _ argument: ObjectExpression, _ variables: [String: EvaluatedValue]
  ) throws(ObjectPredicateError) {
    switch argument {
    case .constant(let name): try self.init(name)
    case .variable(let name):
      if case .string(let text)? = variables[name] {
        try self.init(.string(text))
      } else {
        try self.init(.null)
      }
    case .evaluatedObject, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      try self.init(.null)
    }
  }
}
