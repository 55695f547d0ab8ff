extension PredicateCompiler {
  /// Returns the computation of a function call.
  mutating func function(
    _ name: String, _ arguments: [ObjectExpression]
  ) throws(ObjectPredicateError) -> Value {
    // The function is found first, since the code below relies on the number of
    // its arguments.
    let function = try PredicateFunction.called(name, argumentCount: arguments.count)
    // The argument of FETCH is the name of an entity, which cannot be computed as a
    // value.
    let values = function.kind == .objects ? [] : try values(arguments)
    switch function.kind {
    case .objects: return try objects(arguments[0])
    case .now: return { (scope) throws(ObjectPredicateError) in .date(scope.now) }
    case .random:
      return { (_) throws(ObjectPredicateError) in .integer(.random(in: 0...0x7FFF_FFFF)) }
    case .randomBelow:
      return { (scope) throws(ObjectPredicateError) in
        try Self.random(below: Self.number(values[0](scope), name))
      }
    case .unindexed: return values[0]
    case .distinct:
      return { (scope) throws(ObjectPredicateError) in
        .collection(DistinctValues.distinct(try values[0](scope).elements))
      }
    case .values:
      guard case .subquery(let collection, variable: let variable, let condition) = arguments[0],
        let value = arguments[0].mappedValue
      else { throw ObjectPredicateError(.unknownFunction(name)) }
      return try subquery(collection, variable, condition, value: value)
    case .element:
      return { (scope) throws(ObjectPredicateError) in
        try Self.element(values[1](scope), of: values[0](scope))
      }
    case .cast:
      guard case .constant(.string(let name)) = arguments[1], let type = CastType(name) else {
        throw ObjectPredicateError(.unknownType(arguments[1].format))
      }
      return { (scope) throws(ObjectPredicateError) in try type.cast(values[0](scope)) }
    case .length:
      return { (scope) throws(ObjectPredicateError) in try Self.length(values[0](scope)) }
    case .distance:
      return { (scope) throws(ObjectPredicateError) in
        let (one, other) = (try Coordinate(values[0](scope)), try Coordinate(values[1](scope)))
        return one.flatMap { other?.distance(to: $0) }.map(EvaluatedValue.double) ?? .null
      }
    case .calendar(let part): return try calendar(part, values, arguments)
    case .text(let function):
      return { (scope) throws(ObjectPredicateError) in
        let argument = try values[0](scope)
        return argument.isNull ? .null : .string(function.value(of: try Self.text(argument, name)))
      }
    case .number(let function):
      return { (scope) throws(ObjectPredicateError) in
        try Self.number(values[0](scope), name).flatMap { function.value(of: $0) }?.value ?? .null
      }
    case .arithmetic(let operation):
      return { (scope) throws(ObjectPredicateError) in
        try Self.combined(operation, values[0](scope), values[1](scope))
      }
    case .aggregate(let function):
      return { (scope) throws(ObjectPredicateError) in
        var elements: [EvaluatedValue] = []
        for value in values { elements.append(contentsOf: try value(scope).elements) }
        return try function.value(of: elements)
      }
    }
  }

  /// Compiles a function that returns a part of a date, such as its year.
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

  private static func combined(
    _ operation: Arithmetic, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    // Sums of dates and of strings are not numbers.
    if let result = dates(operation, left, right) ?? text(operation, left, right) { return result }
    let first = try number(left, operation.rawValue)
    let second = try number(right, operation.rawValue)
    guard let first, let second else { return .null }
    return operation.value(first, second)?.value ?? .null
  }

  /// Returns the result of dates and seconds: the seconds between two dates, or
  /// the date that is some seconds before or after another; nil if neither
  /// value is a date.
  private static func dates(
    _ operation: Arithmetic, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) -> EvaluatedValue? {
    func moved(_ date: Date, _ seconds: Double) -> EvaluatedValue {
      let time = date.timeIntervalSinceReferenceDate + seconds
      return time.isNaN ? .null : .date(Date(timeIntervalSinceReferenceDate: time))
    }
    switch (operation, left, right) {
    case (.subtract, .date(let first), .date(let second)):
      return EvaluatedNumber.real(
        first.timeIntervalSinceReferenceDate - second.timeIntervalSinceReferenceDate
      ).value
    case (.subtract, .date(let date), let other):
      return EvaluatedNumber(other).map { moved(date, -$0.double) } ?? (other.isNull ? .null : nil)
    case (.add, .date(let date), let other), (.add, let other, .date(let date)):
      return EvaluatedNumber(other).map { moved(date, $0.double) } ?? (other.isNull ? .null : nil)
    case (.subtract, .null, .date): return .null
    default: return nil
    }
  }

  /// Returns the concatenation of two strings; nil if the values are not
  /// strings.
  private static func text(
    _ operation: Arithmetic, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) -> EvaluatedValue? {
    guard operation == .add else { return nil }
    switch (left.textValue, right.textValue) {
    case (let one?, let other?): return .string(one + other)
    case (_?, nil): return right.isNull ? .null : nil
    case (nil, _?): return left.isNull ? .null : nil
    case (nil, nil): return nil
    }
  }

  /// Returns the objects of an entity, which the subject provides.
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

  /// Returns a value as a number, or nil for nil; throws an error for any other
  /// value.
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

  private static func random(below bound: EvaluatedNumber?) -> EvaluatedValue {
    guard let bound = bound?.double, !bound.isNaN else { return .null }
    guard bound >= 1 else { return .integer(0) }
    return .integer(.random(in: 0..<Int64(min(bound, 0x1p62))))
  }

  /// Returns the number of scalars of a string, bytes of data, or elements of a
  /// collection.
  private static func length(
    _ value: EvaluatedValue
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch value {
    case .null: return .null
    case .data(let data): return .integer(Int64(data.count))
    case .collection(let elements): return .integer(Int64(elements.count))
    default: return .integer(Int64(try text(value, "length:").unicodeScalars.count))
    }
  }

  private static func text(
    _ value: EvaluatedValue, _ function: String
  ) throws(ObjectPredicateError) -> String {
    guard let text = value.textValue else {
      throw ObjectPredicateError(
        .wrongType("the argument of \(function)", found: value.kindText, expected: "a text"))
    }
    return text
  }
}

extension CollectionFunction {
  fileprivate func value(
    of elements: [EvaluatedValue]
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    switch self {
    case .sum: try Aggregate.sum(elements)
    case .average: try Aggregate.average(elements)
    case .minimum: try Aggregate.least(elements, .less)
    case .maximum: try Aggregate.least(elements, .greater)
    case .median: try Aggregate.median(elements)
    case .mode: try Aggregate.mode(elements)
    case .deviation: try Aggregate.deviation(elements)
    case .count: .integer(Int64(elements.count))
    }
  }
}

extension TextFunction {
  fileprivate func value(of text: String) -> String {
    switch self {
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .canonical: TextFolding([.caseInsensitive, .diacriticInsensitive]).fold(text)
    }
  }
}

extension TimeZone {
  /// Creates the time zone that an argument names.
  ///
  /// - Throws: `ObjectPredicateError` (`.wrongType`) if the argument does not
  ///   name a time zone.
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
