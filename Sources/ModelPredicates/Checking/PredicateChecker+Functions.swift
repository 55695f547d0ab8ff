extension PredicateChecker {
  /// Checks the arguments of a function, and returns the type of its result.
  mutating func result(
    of name: String, _ arguments: [ObjectExpression], at visit: Int
  ) -> ExpressionType {
    var places: [Int] = []
    var types: [ExpressionType] = []
    for argument in arguments {
      places.append(visits)
      types.append(type(of: argument))
    }
    do {
      let function = try PredicateFunction.called(name, argumentCount: arguments.count)
      let call = FunctionCall(
        function: function, arguments: arguments, types: types, places: places)
      return result(of: call, at: visit)
    } catch {
      report(error.reason, at: visit...visit, suggestion: error.suggestion)
      return .unknown
    }
  }

  private mutating func result(of call: FunctionCall, at visit: Int) -> ExpressionType {
    switch call.function.kind {
    case .objects: return objects(call, at: visit)
    case .distance:
      for index in call.types.indices { expectPlace(call, index) }
      return .number
    case .now: return .date
    case .random: return .number
    case .unindexed: return call.types[0]
    case .distinct: return .toMany(call.types[0].element ?? call.types[0])
    case .values: return values(of: call)
    case .element: return call.types[0].element ?? .unknown
    case .cast:
      guard case .constant(.string(let typeName)) = call.arguments[1] else { return .unknown }
      return castResult(typeName, of: call.arguments[0], call.types[0], at: visit)
    case .text:
      expect(call, "a text") { $0.isOpen || $0 == .text }
      return .text
    case .length:
      expect(call, "a text") { $0.isOpen || $0 == .text || $0 == .data || $0.element != nil }
      return .number
    case .number, .randomBelow: return number(of: call)
    case .arithmetic(let operation):
      switch operation {
      case .add, .subtract: return sum(of: call, operation)
      case .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
        .shiftLeft, .shiftRight:
        return number(of: call)
      }
    case .aggregate(let function):
      switch function {
      case .minimum, .maximum: return greatest(of: call, at: visit)
      case .count: return .number
      case .mode: return .list(numberOfElements(of: call))
      case .sum, .average, .median, .deviation: return numberOfElements(of: call)
      }
    case .calendar: return calendar(call)
    }
  }

  private mutating func values(of call: FunctionCall) -> ExpressionType {
    // The value has been checked in the condition; only its type is asked for here.
    var checker = self
    if case .subquery(_, variable: let name, .comparison(let test)) = call.arguments[0],
      test.right == .constant(.null), let value = call.arguments[0].mappedValue
    {
      checker.variables[name] = call.types[0].element ?? .unknown
      let type = checker.type(of: value)
      if type.element == nil { return .toMany(type) }
    }
    reportArgument(0, of: call, expected: "'SUBQUERY(items, $x, value != nil)'")
    return .unknown
  }

  /// Returns the type of the greatest or least of several ordered values, or of
  /// a collection's elements.
  private mutating func greatest(of call: FunctionCall, at visit: Int) -> ExpressionType {
    expect(call, "values, not lists") { ($0.element ?? $0).element == nil }
    return common(
      call.types.map { $0.element ?? $0 }, in: .function(call.function.name, call.arguments),
      at: visit)
  }

  /// Returns the type of a sum or a difference, which can be one of numbers, of
  /// a date and seconds, or, for sums, of two strings. The difference of two
  /// dates is a number of seconds.
  private mutating func sum(
    of call: FunctionCall, _ operation: Arithmetic
  ) -> ExpressionType {
    switch (call.types[0], call.types[1]) {
    case (.date, .date) where operation == .subtract: return .number
    case (.date, let seconds) where seconds.isOpen || seconds == .number: return .date
    case (let seconds, .date)
    where operation == .add && (seconds.isOpen || seconds == .number):
      return .date
    case (.text, let other) where operation == .add && (other.isOpen || other == .text):
      return .text
    case (let other, .text) where operation == .add && other.isOpen: return .text
    case (.null, .date) where operation == .subtract: return .number
    case (.unknown, .date) where operation == .subtract: return .number
    // A value of unknown type can be a date.
    case (.unknown, .unknown), (.unknown, .number): return .unknown
    case (.number, .unknown) where operation == .add: return .unknown
    default: return number(of: call)
    }
  }

  private mutating func calendar(_ call: FunctionCall) -> ExpressionType {
    if !call.types[0].isOpen, call.types[0] != .date {
      reportArgument(0, of: call, expected: "a date")
    }
    if call.arguments.count == 2 { expectTimeZone(call) }
    return .number
  }

  /// Checks that the second argument of a function is the name of a time zone.
  /// On platforms without a table of names, every string is accepted.
  private mutating func expectTimeZone(_ call: FunctionCall) {
    switch call.arguments[1] {
    case .variable: return
    case .constant(.string(let name)):
      if TimeZone(identifier: name) != nil || TimeZone(identifier: "Asia/Tokyo") == nil { return }
    case .constant, .evaluatedObject, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      break
    }
    reportArgument(
      1, of: call, found: "no time zone",
      expected: "the name of a time zone in quotes, such as 'Europe/Berlin'")
  }

  private mutating func objects(_ call: FunctionCall, at visit: Int) -> ExpressionType {
    guard case .constant(.string(let name)) = call.arguments[0] else {
      reportArgument(0, of: call, expected: "the name of an entity in quotes")
      return .unknown
    }
    guard model.entity(named: name) != nil else {
      report(
        .unknownEntity(name), at: visit...visit,
        suggestion: nearestSuggestion(for: name, in: model.entities.map(\.name)))
      return .unknown
    }
    note(.entity, name)
    return .toMany(.object(name))
  }

  /// Checks that an argument of a function is a geographical point, which is a
  /// composite of latitude and longitude, or a list of the two.
  private mutating func expectPlace(_ call: FunctionCall, _ index: Int) {
    let isPlace =
      switch call.types[index] {
      case .list(.number): call.arguments[index].listCount == 2
      // A list of nil and a number has an open type; a list with any other element is
      // not a point.
      case .unknown, .null, .list(.unknown), .list(.null):
        call.arguments[index].isListOfNumbers
      case .attribute(.composite(let name)):
        Set(["latitude", "longitude"]).isSubset(
          of: model.composite(named: name)?.elements.map(\.name) ?? [])
      default: false
      }
    guard !isPlace else { return }
    reportArgument(
      index, of: call, expected: "a place: '{latitude, longitude}', or a composite that has both")
  }

  private mutating func number(of call: FunctionCall) -> ExpressionType {
    expect(call, "a number") { $0.isOpen || $0 == .number }
    return .number
  }

  private mutating func numberOfElements(of call: FunctionCall) -> ExpressionType {
    expect(call, "a number") { ($0.element ?? $0).isOpen || ($0.element ?? $0) == .number }
    return .number
  }

  private mutating func expect(
    _ call: FunctionCall, _ expected: String, _ accepts: (ExpressionType) -> Bool
  ) {
    for (index, type) in call.types.enumerated() where !accepts(type) {
      guard case .toMany = type else {
        reportArgument(index, of: call, expected: expected)
        continue
      }
      report(
        .toManyWithoutQuantifier(call.arguments[index].format.abbreviated),
        at: call.places[index]...call.places[index],
        suggestion: "combine its values with '@sum', '@max' or the like")
    }
  }

  private mutating func reportArgument(
    _ index: Int, of call: FunctionCall, found: String? = nil, expected: String
  ) {
    report(
      .wrongType(
        call.arguments[index].format.abbreviated, found: found ?? call.types[index].kindText,
        expected: expected), at: call.places[index]...call.places[index])
  }
}

/// A call of a function, with the types and the visit numbers of its arguments.
private struct FunctionCall {
  let function: PredicateFunction
  let arguments: [ObjectExpression]
  let types: [ExpressionType]
  let places: [Int]
}

extension ObjectExpression {
  /// True if the expression is a list of two numbers in braces, or is not a
  /// list in braces.
  fileprivate var isListOfNumbers: Bool {
    switch self {
    case .constant(.list(let values)):
      values.count == 2
        && values.allSatisfy { $0 == .null || ExpressionType($0) == .number }
    case .aggregate(let elements): elements.count == 2
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .set, .subquery,
      .conditional, .cast:
      true
    }
  }
}
