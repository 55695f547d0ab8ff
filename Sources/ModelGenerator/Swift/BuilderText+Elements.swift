import ModelSchema

extension BuilderText {
  /// A count of a subquery compared with zero: `any`, `none` or `all`.
  func elements(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(Wordless) -> CodeLayout? {
    guard let subquery = Self.countedSubquery(comparison.left),
      case .constant(.integer(0)) = comparison.right
    else { return nil }
    switch comparison.operator {
    case .greater, .notEqual: return try elements("any", subquery, in: scope)
    case .equal:
      // No element that does not: every element does.
      if case .not(let inner) = subquery.predicate {
        let all = Subquery(
          collection: subquery.collection, variable: subquery.variable, predicate: inner)
        return try elements("all", all, in: scope)
      }
      return try elements("none", subquery, in: scope)
    default: return nil
    }
  }

  /// The parts of a subquery.
  struct Subquery {
    let collection: ObjectExpression
    let variable: String
    let predicate: ObjectPredicate
  }

  /// The subquery whose elements an expression counts, or nil.
  static func countedSubquery(_ expression: ObjectExpression) -> Subquery? {
    switch expression {
    case .keyPath(["@count"], .subquery(let collection, let variable, let predicate)),
      .element(.size, .subquery(let collection, let variable, let predicate)):
      Subquery(collection: collection, variable: variable, predicate: predicate)
    case .function("count:", let arguments):
      arguments.count == 1
        ? countedSubquery(.keyPath(["@count"], of: arguments[0])) : nil
    default: nil
    }
  }

  private func elements(
    _ word: String, _ subquery: Subquery, in scope: Scope
  ) throws(Wordless) -> CodeLayout {
    let collection = try expression(subquery.collection, in: scope)
    let variable = subquery.variable
    // The element is `$0` where the condition asks nothing of what is around.
    let reachesOut = subquery.predicate.mentionsOutside(variable)
    var inner = scope
    let name = reachesOut ? freeName(variable, in: scope) : "$0"
    inner.elements[variable] = (name, destination(of: subquery.collection, in: scope))
    let text = try condition(subquery.predicate, in: inner)
    let head = "\(collection).\(word) { " + (reachesOut ? "\(name) in " : "")
    return .text(head + text.flat + " }")
  }

  /// A name for an element that no parameter has.
  private func freeName(_ variable: String, in scope: Scope) -> String {
    var name = variable
    while parameters[name] != nil || name == scope.object { name += "_" }
    return SwiftName.escaped(name)
  }
}

extension ObjectPredicate {
  /// Whether a condition of a subquery's element asks anything of the objects
  /// around, by key paths that do not begin at the element.
  func mentionsOutside(_ variable: String) -> Bool {
    switch self {
    case .constant: false
    case .comparison(let comparison):
      comparison.left.mentionsObject(but: variable)
        || comparison.right.mentionsObject(but: variable)
    case .and(let parts), .or(let parts): parts.contains { $0.mentionsOutside(variable) }
    case .not(let part): part.mentionsOutside(variable)
    }
  }
}

extension ObjectExpression {
  /// Whether it names an object other than a subquery's element.
  fileprivate func mentionsObject(but variable: String) -> Bool {
    switch self {
    case .constant, .variable: false
    case .evaluatedObject: true
    case .keyPath(_, .variable(let name)): name != variable
    case .keyPath(_, let base), .cast(let base, _), .element(_, let base):
      base.mentionsObject(but: variable)
    case .function(_, let values), .aggregate(let values):
      values.contains { $0.mentionsObject(but: variable) }
    case .set(_, let left, let right):
      left.mentionsObject(but: variable) || right.mentionsObject(but: variable)
    case .subquery(let collection, let inner, let predicate):
      collection.mentionsObject(but: variable)
        // An inner closure has an element of its own, so the outer one needs a name.
        || predicate.mentionsVariable(variable) || predicate.mentionsOutside(inner)
    case .conditional(let predicate, let yes, let no):
      predicate.mentionsOutside(variable) || yes.mentionsObject(but: variable)
        || no.mentionsObject(but: variable)
    }
  }

  fileprivate func mentionsVariable(_ name: String) -> Bool {
    switch self {
    case .variable(let other): other == name
    case .constant, .evaluatedObject: false
    case .keyPath(_, let base), .cast(let base, _), .element(_, let base):
      base.mentionsVariable(name)
    case .function(_, let values), .aggregate(let values):
      values.contains { $0.mentionsVariable(name) }
    case .set(_, let left, let right):
      left.mentionsVariable(name) || right.mentionsVariable(name)
    case .subquery(let collection, _, let predicate):
      collection.mentionsVariable(name) || predicate.mentionsVariable(name)
    case .conditional(let predicate, let yes, let no):
      predicate.mentionsVariable(name) || yes.mentionsVariable(name) || no.mentionsVariable(name)
    }
  }
}

extension ObjectPredicate {
  fileprivate func mentionsVariable(_ name: String) -> Bool {
    switch self {
    case .constant: false
    case .comparison(let comparison):
      comparison.left.mentionsVariable(name) || comparison.right.mentionsVariable(name)
    case .and(let parts), .or(let parts): parts.contains { $0.mentionsVariable(name) }
    case .not(let part): part.mentionsVariable(name)
    }
  }
}

extension ObjectPredicate {
  /// Whether the closure around has to name its object: a closure inside
  /// speaks of it too, where `$0` means something else.
  var needsNamedObject: Bool {
    switch self {
    case .constant: false
    case .comparison(let comparison):
      comparison.left.needsNamedObject || comparison.right.needsNamedObject
        || (comparison.quantifier != .direct && comparison.right.mentionsObject(but: ""))
    case .and(let parts), .or(let parts): parts.contains(where: \.needsNamedObject)
    case .not(let part): part.needsNamedObject
    }
  }
}

extension ObjectExpression {
  fileprivate var needsNamedObject: Bool {
    switch self {
    case .constant, .evaluatedObject, .variable: false
    case .keyPath(_, let base), .cast(let base, _), .element(_, let base): base.needsNamedObject
    case .function(_, let values), .aggregate(let values):
      values.contains(where: \.needsNamedObject)
    case .set(_, let left, let right): left.needsNamedObject || right.needsNamedObject
    case .subquery(let collection, let variable, let predicate):
      collection.needsNamedObject || predicate.mentionsOutside(variable)
    case .conditional(let predicate, let yes, let no):
      predicate.needsNamedObject || yes.needsNamedObject || no.needsNamedObject
    }
  }
}
