extension PredicateChecker {
  /// The type of a function's result, its arguments checked.
  mutating func result(
    of name: String, _ arguments: [ObjectExpression], at visit: Int
  ) -> StaticType {
    var places: [Int] = []
    var types: [StaticType] = []
    for argument in arguments {
      places.append(visits)
      types.append(type(of: argument))
    }
    do {
      try PredicateFunction.check(name, argumentCount: arguments.count)
    } catch {
      report(error.reason, at: visit...visit, suggestion: error.suggestion)
      return .unknown
    }
    let call = FunctionCall(name: name, arguments: arguments, types: types, places: places)
    return result(of: call, at: visit)
  }

  private mutating func result(of call: FunctionCall, at visit: Int) -> StaticType {
    switch call.name {
    case "now":
      return .date
    case "noindex:":
      return call.types[0]
    case "distinct:":
      return .toMany(call.types[0].element ?? call.types[0])
    case "objectFrom:withIndex:":
      return call.types[0].element ?? .unknown
    case "castObject:toType:":
      guard case .constant(.string(let typeName)) = call.arguments[1] else { return .unknown }
      return castResult(typeName, of: call.arguments[0], call.types[0], at: visit)
    case "uppercase:", "lowercase:", "canonical:":
      expect(call, "a text") { $0.isOpen || $0 == .text }
      return .text
    case "length:":
      expect(call, "a text") { $0.isOpen || $0 == .text || $0 == .data || $0.element != nil }
      return .number
    case "max:", "min:":
      return StaticType.common(call.types.map { $0.element ?? $0 })
    default:
      return number(of: call)
    }
  }

  private mutating func number(of call: FunctionCall) -> StaticType {
    let takesCollections = PredicateFunction.aggregates.contains(call.name)
    if call.name != "count:" {
      expect(call, "a number") { type in
        let type = takesCollections ? type.element ?? type : type
        return type.isOpen || type == .number
      }
    }
    return call.name == "mode:" ? .list(.number) : .number
  }

  private mutating func expect(
    _ call: FunctionCall, _ expected: String, _ accepts: (StaticType) -> Bool
  ) {
    for (index, type) in call.types.enumerated() where !accepts(type) {
      let visit = call.places[index]
      let text = call.arguments[index].format.abbreviated
      if case .toMany = type {
        report(
          .toManyWithoutQuantifier(text), at: visit...visit,
          suggestion: "combine its values with '@sum', '@max' or the like")
      } else {
        report(.wrongType(text, found: type.text, expected: expected), at: visit...visit)
      }
    }
  }
}

/// A call with the types of its arguments and the numbers of their visits.
private struct FunctionCall {
  let name: String
  let arguments: [ObjectExpression]
  let types: [StaticType]
  let places: [Int]
}
