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
      // "No element does not meet the condition" means that every element does.
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
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set,
      .subquery, .conditional, .cast:
      nil
    }
  }

  private func elements(
    _ word: String, _ subquery: Subquery, in scope: Scope
  ) throws(Wordless) -> CodeLayout {
    let collection = try expression(subquery.collection, in: scope)
    let variable = subquery.variable
    // The element is `$0` if the condition refers to nothing outside.
    let reachesOut = subquery.predicate.mentionsOutside(variable)
    var inner = scope
    let name = reachesOut ? freeName(variable, in: scope) : "$0"
    inner.elements[variable] = (name, destination(of: subquery.collection, in: scope))
    let text = try condition(subquery.predicate, in: inner)
    let head = "\(collection).\(word) { " + (reachesOut ? "\(name) in " : "")
    return .text(head + text.flat + " }")
  }

  /// A name for an element, different from those of all parameters.
  private func freeName(_ variable: String, in scope: Scope) -> String {
    var name = variable
    while parameters[name] != nil || name == scope.object { name += "_" }
    return SwiftName.escaped(name)
  }
}

extension ObjectPredicate {
  /// True if a condition on a subquery's element also refers to the objects around it,
  /// by key paths that do not begin at the element.
  func mentionsOutside(_ variable: String) -> Bool {
    hasPart {
      $0.mentionsObject(but: variable)
    } predicate: {
      $0.mentionsOutside(variable)
    }
  }
}

extension ObjectExpression {
  /// True if the expression names an object other than a subquery's element.
  fileprivate func mentionsObject(but variable: String) -> Bool {
    switch self {
    case .evaluatedObject: true
    case .keyPath(_, .variable(let name)): name != variable
    case .subquery(let collection, let inner, let predicate):
      collection.mentionsObject(but: variable)
        // An inner closure has an element of its own, so the element of the outer
        // closure needs a name.
        || predicate.contains { $0 == .variable(variable) } || predicate.mentionsOutside(inner)
    case .constant, .variable, .keyPath, .element, .function, .aggregate, .set, .conditional,
      .cast:
      hasPart {
        $0.mentionsObject(but: variable)
      } predicate: {
        $0.mentionsOutside(variable)
      }
    }
  }
}

extension ObjectPredicate {
  /// True if the closure around the condition has to name its object: an inner closure
  /// refers to it too, where `$0` means something else.
  var needsNamedObject: Bool {
    if case .comparison(let comparison) = self, comparison.quantifier != .direct,
      comparison.right.mentionsObject(but: "")
    {
      return true
    }
    return hasPart(where: \.needsNamedObject, predicate: \.needsNamedObject)
  }
}

extension ObjectExpression {
  fileprivate var needsNamedObject: Bool {
    guard case .subquery(let collection, let variable, let predicate) = self else {
      return hasPart(where: \.needsNamedObject, predicate: \.needsNamedObject)
    }
    return collection.needsNamedObject || predicate.mentionsOutside(variable)
  }
}
