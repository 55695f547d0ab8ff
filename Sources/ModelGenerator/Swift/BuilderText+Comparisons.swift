extension BuilderText {
  func comparison(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(Wordless) -> CodeLayout {
    // A count compared with zero comes first, since it has words of its own.
    if let text = try elements(comparison, in: scope) { return text }
    guard comparison.quantifier == .direct else {
      return .text(try quantified(comparison, in: scope))
    }
    if let text = try valueless(comparison) { return .text(text) }
    if let value = truth(of: comparison, in: scope) {
      return .text((value ? "" : "!") + (try expression(comparison.left, in: scope)))
    }
    if let mirrored = mirrored(comparison) { return try self.comparison(mirrored, in: scope) }
    if let text = try membership(comparison, in: scope) { return .text(text) }
    // Swift evaluates a comparison of the program's own values itself, which gives no
    // condition.
    guard !isValue(comparison.left) else { throw Wordless() }
    return .text(
      try compared(
        try expression(comparison.left, in: scope), type(of: comparison.left, in: scope),
        comparison, in: scope))
  }

  /// The Boolean constant that a truth value is compared with, if the comparison is
  /// nothing more. Nil is not false, though it is not true either.
  func truth(of comparison: ObjectPredicate.Comparison, in scope: Scope) -> Bool? {
    guard comparison.operator == .equal, comparison.quantifier == .direct,
      case .constant(.boolean(let value)) = comparison.right,
      type(of: comparison.left, in: scope) == .boolean,
      value || isRequired(comparison.left, in: scope)
    else { return nil }
    return value
  }

  /// True if an expression is an attribute that is never nil. It has to be one of the
  /// object itself, since a path may lead through nil.
  private func isRequired(_ expression: ObjectExpression, in scope: Scope) -> Bool {
    guard case .keyPath(let names, let base) = expression, names.count == 1 else { return false }
    if case .keyPath = base { return false }
    let entity = destination(of: base, in: scope)
    return entity.flatMap { shape.property(names[0], of: $0)?.attribute }?.isOptional == false
  }

  /// `ANY tags.name == x`: the collection, then the condition of an element.
  private func quantified(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(Wordless) -> String {
    // In a longer path, a missing object is no element; in a closure it would be one,
    // with nil.
    guard case .keyPath(let names, let base) = comparison.left,
      let split = toManySplit(names, of: base, in: scope), split.rest.count == 1
    else { throw Wordless() }
    let collection = try expression(.keyPath(split.collection, of: base), in: scope)
    let element = "$0.\(SwiftName.escaped(split.rest[0]))"
    var direct = comparison
    direct.quantifier = .direct
    let type = type(of: comparison.left, in: scope)
    var texts: [String] = []
    for part in bounds(of: direct, in: scope) ?? [direct] {
      texts.append(try compared(element, type, part, in: scope))
    }
    let condition = texts.joined(separator: " && ")
    return "\(collection).\(comparison.quantifier.rawValue) { \(condition) }"
  }

  /// A comparison of only parameters and constants, which Swift can evaluate.
  private func valueless(
    _ comparison: ObjectPredicate.Comparison
  ) throws(Wordless) -> String? {
    guard isValue(comparison.left), isValue(comparison.right), comparison.options.isEmpty,
      let sign = comparison.operator.sign
    else { return nil }
    guard sign == "==" || sign == "!=" else { throw Wordless() }
    let sides = [comparison.left, comparison.right]
    let types = sides.compactMap(parameterType)
    // Swift compares values of one type, and warns about a comparison of nil with a
    // value that is not optional.
    guard types.allSatisfy({ ExpressionType($0) == ExpressionType(types[0]) }),
      types.contains(where: \.isOptional) || !sides.contains(.constant(.null))
    else { throw Wordless() }
    let type = types.first.map { ExpressionType($0) }?.attribute
    let left = try value(sides[0], as: type)
    return "Condition(\(left) \(sign) \(try value(sides[1], as: type)))"
  }

  /// The type of a parameter; nil for anything else.
  private func parameterType(_ expression: ObjectExpression) -> ValueType? {
    guard case .variable(let name) = expression else { return nil }
    return parameters[name]?.type
  }

  /// A parameter, or a constant of a parameter's type.
  private func value(
    _ value: ObjectExpression, as type: AttributeType?
  ) throws(Wordless) -> String {
    guard let type, case .constant(let constant) = value else {
      return try expression(value, in: Scope(object: "$0", entity: nil))
    }
    guard SwiftConstant.fits(constant, type, in: shape) else { throw Wordless() }
    return SwiftConstant.text(constant, as: type, in: shape)
  }

  private func isValue(_ expression: ObjectExpression) -> Bool {
    switch expression {
    case .constant: true
    case .variable(let name): parameters[name] != nil
    case .evaluatedObject, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      false
    }
  }

  /// True if an expression is a value, or a list of values, that cannot be nil. The
  /// builder's operators take optionals, its functions do not.
  private func isThere(_ expression: ObjectExpression) -> Bool {
    switch expression {
    case .constant(.list(let values)): !values.contains(.null)
    case .constant(let value): value != .null
    case .variable(let name): parameters[name].map { !$0.type.isOptional } ?? false
    case .aggregate(let values): values.allSatisfy(isThere)
    case .evaluatedObject, .keyPath, .element, .function, .set, .subquery, .conditional, .cast:
      false
    }
  }

  /// The comparison with its sides exchanged, if there is a value on the left.
  private func mirrored(
    _ comparison: ObjectPredicate.Comparison
  ) -> ObjectPredicate.Comparison? {
    // The right side must not be a value too, or the sides would be exchanged for ever.
    guard isValue(comparison.left), !isValue(comparison.right),
      let sign = comparison.operator.mirrored
    else { return nil }
    return ObjectPredicate.Comparison(
      comparison.right, sign, comparison.left, options: comparison.options)
  }

  /// An object in a to-many.
  private func membership(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(Wordless) -> String? {
    guard comparison.operator == .in, case .keyPath(let names, let base) = comparison.right,
      let split = toManySplit(names, of: base, in: scope)
    else { return nil }
    guard split.rest.isEmpty, isThere(comparison.left), case .variable(let name) = comparison.left,
      isSameType(parameters[name]?.type, type(of: comparison.right, in: scope))
    else { throw Wordless() }
    let collection = try expression(comparison.right, in: scope)
    return "\(collection).contains(\(try expression(comparison.left, in: scope)))"
  }
}

extension BuilderText {
  /// A left side that is code already, compared with an expression.
  private func compared(
    _ left: String, _ type: ExpressionType?, _ comparison: ObjectPredicate.Comparison,
    in scope: Scope
  ) throws(Wordless) -> String {
    guard type?.attribute?.isCompared != false else { throw Wordless() }
    if comparison.operator == .between {
      let receiver = Self.isOperation(comparison.left) ? "(\(left))" : left
      return try between(receiver, type, comparison.right, in: scope)
    }
    let other = try right(comparison.right, type, in: scope)
    if let sign = comparison.operator.sign, comparison.options.isEmpty {
      return "\(left) \(sign) \(other)"
    }
    let left = Self.isOperation(comparison.left) ? "(\(left))" : left
    guard isThere(comparison.right) else { throw Wordless() }
    let names = comparison.options.names
    let arguments = ([other] + names).joined(separator: ", ")
    switch comparison.operator {
    case .equal: return "\(left).equals(\(arguments))"
    case .notEqual: return "!\(left).equals(\(arguments))"
    case .beginsWith: return "\(left).hasPrefix(\(arguments))"
    case .endsWith: return "\(left).hasSuffix(\(arguments))"
    case .contains, .like, .matches: return "\(left).\(comparison.operator.rawValue)(\(arguments))"
    case .in where names.isEmpty: return "\(left).in(\(arguments))"
    default: throw Wordless()
    }
  }

  private func between(
    _ left: String, _ type: ExpressionType?, _ right: ObjectExpression, in scope: Scope
  ) throws(Wordless) -> String {
    guard case .aggregate(let bounds) = right, Self.isRange(bounds, of: type?.attribute) else {
      throw Wordless()
    }
    let lower = try self.right(bounds[0], type, in: scope)
    let upper = try self.right(bounds[1], type, in: scope)
    return "\(left).between(\(SwiftConstant.operand(lower))...\(SwiftConstant.operand(upper)))"
  }

  /// The two comparisons that replace BETWEEN if its bounds are no Swift range, or nil.
  /// A range traps if its first bound is greater than its last, and its bounds cannot
  /// be nil, cases or URLs.
  func bounds(
    of comparison: ObjectPredicate.Comparison, in scope: Scope
  ) -> [ObjectPredicate.Comparison]? {
    guard comparison.operator == .between, comparison.quantifier == .direct,
      comparison.options.isEmpty, case .aggregate(let bounds) = comparison.right,
      bounds.count == 2,
      !Self.isRange(bounds, of: type(of: comparison.left, in: scope)?.attribute)
    else { return nil }
    return [
      .init(comparison.left, .greaterOrEqual, bounds[0]),
      .init(comparison.left, .lessOrEqual, bounds[1]),
    ]
  }

  /// True if two bounds are constant numbers in order.
  private static func isRange(_ bounds: [ObjectExpression], of type: AttributeType?) -> Bool {
    guard let type, type.isNumber, bounds.count == 2 else { return false }
    switch (bounds[0], bounds[1]) {
    case (.constant(.integer(let lower)), .constant(.integer(let upper))): return lower <= upper
    case (.constant(.double(let lower)), .constant(.double(let upper))):
      return !type.isInteger && lower <= upper
    default: return false
    }
  }

  /// The right side of a comparison, in the type of the left side as Swift requires.
  func right(
    _ expression: ObjectExpression, _ type: ExpressionType?, in scope: Scope
  ) throws(Wordless) -> String {
    switch expression {
    case .constant(let value):
      guard let attribute = type?.attribute else { return SwiftConstant.text(value) }
      guard SwiftConstant.fits(value, attribute, in: shape) else { throw Wordless() }
      return SwiftConstant.text(value, as: attribute, in: shape)
    case .aggregate(let values):
      let texts = try values.map { (value) throws(Wordless) in try right(value, type, in: scope) }
      return "[\(texts.joined(separator: ", "))]"
    case .variable(let name) where parameters[name] != nil:
      guard isSameType(parameters[name]?.type, type) else { throw Wordless() }
      return SwiftName.escaped(name)
    case .evaluatedObject, .variable, .keyPath, .element, .function, .set, .subquery, .conditional,
      .cast:
      guard let type, type.objects == nil, self.type(of: expression, in: scope) == type
      else { throw Wordless() }
      return try self.expression(expression, in: scope)
    }
  }

  private func isSameType(_ parameter: ValueType?, _ path: ExpressionType?) -> Bool {
    switch (parameter, path) {
    case (.optional(let value), _): isSameType(value, path)
    // A list of a subclass does not count as a sequence of the class.
    case (.list(.object(let name)), _): path?.objects == name
    case (.list(let element), _): isSameType(element, path)
    case (.attribute(let type, _), .attribute(let attribute)): type == attribute
    case (.object(let name), _):
      shape.entity(name).map(shape.lineage(of:))?.contains { $0.name == path?.objects } ?? false
    default: false
    }
  }
}

extension ExpressionType {
  /// The entity of an object type or of a list of objects; nil for other types.
  fileprivate var objects: String? {
    if case .object(let name) = element ?? self { name } else { nil }
  }
}

extension ValueType {
  /// True if the value may be nil.
  var isOptional: Bool { if case .optional = self { true } else { false } }
}
