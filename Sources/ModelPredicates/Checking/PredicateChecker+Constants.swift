extension PredicateChecker {
  /// Reports a comparison of two constants, as in `%@ == %@`, if the left one
  /// is the name of a key. In that case, `%K` was probably intended.
  mutating func checkConstants(_ sides: ComparedSides) {
    guard case .constant(.string(let text)) = sides.comparison.left,
      case .constant = sides.comparison.right, let names = KeyPathText.names(text),
      let first = names.first, case .object(let entityName?) = subject,
      property(first, of: entityName) != nil
    else { return }
    report(
      .wrongType(sides.leftText, found: "a text", expected: "a key"), at: sides.left,
      suggestion: "'\(text)' is a key of '\(entityName)': use '%K' for keys, '%@' for values")
  }

  /// Reports constants that are not cases of the enumeration with which they
  /// are compared.
  mutating func checkEnumeration(_ sides: ComparedSides) {
    guard case .keyPath(let names, of: .evaluatedObject) = sides.comparison.left,
      let enumeration = enumeration(at: names), enumeration.unknownCase == nil
    else { return }
    for constant in sides.comparison.right.constants where constant != .null {
      guard !enumeration.cases.contains(where: { $0.rawValue == constant }) else { continue }
      report(
        .wrongType(
          ObjectExpression.constant(constant).format.abbreviated, found: constant.kindText,
          expected: "a case of '\(enumeration.name)'"),
        at: sides.right, suggestion: suggestion(for: constant, in: enumeration))
    }
  }

  private mutating func enumeration(at names: [String]) -> EnumerationDescription? {
    guard case .object(let entityName?) = subject else { return nil }
    var owner = entityName
    for name in names.dropLast() {
      guard let relationship = property(name, of: owner)?.relationship else { return nil }
      owner = relationship.destinationName
    }
    guard let last = names.last,
      case .enumeration(let name, raw: _)? = property(last, of: owner)?.attribute?.type
    else { return nil }
    return model.enumeration(named: name)
  }

  private func suggestion(
    for constant: ConstantValue, in enumeration: EnumerationDescription
  ) -> String? {
    guard case .string(let text) = constant else { return nil }
    let names = enumeration.cases.map(\.name)
    guard let name = names.contains(text) ? text : nearestCase(to: text, in: enumeration),
      let found = enumeration.cases.first(where: { $0.name == name })
    else { return nil }
    return "the case '\(name)' is stored as \(ObjectExpression.constant(found.rawValue).format)"
  }

  private func nearestCase(to text: String, in enumeration: EnumerationDescription) -> String? {
    let rawTexts = enumeration.cases.compactMap { entry -> (String, String)? in
      if case .string(let raw) = entry.rawValue { (raw, entry.name) } else { nil }
    }
    if let raw = nearestWord(to: text, in: rawTexts.map(\.0)) {
      return rawTexts.first { $0.0 == raw }?.1
    }
    return nearestWord(to: text, in: enumeration.cases.map(\.name))
  }
}

extension ObjectExpression {
  /// The constants with which a value is compared; empty if the expression is
  /// not a constant.
  fileprivate var constants: [ConstantValue] {
    guard case .constant(let constant) = self else { return [] }
    return if case .list(let elements) = constant { elements } else { [constant] }
  }
}
