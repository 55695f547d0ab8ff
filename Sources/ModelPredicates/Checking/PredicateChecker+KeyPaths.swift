extension PredicateChecker {
  /// Returns the type of the value at the end of a path of names, and reports
  /// the first name that is unknown.
  ///
  /// - Parameters:
  ///   - other: The type that the path is compared with, for suggestions.
  mutating func resolve(
    _ names: ArraySlice<String>, from base: ExpressionType, at visit: Int,
    comparedWith other: ExpressionType = .unknown
  ) -> ExpressionType {
    guard names.count <= ObjectPredicate.keyPathLimit else {
      report(.keyPathTooLong(limit: ObjectPredicate.keyPathLimit), at: visit...visit)
      return .unknown
    }
    var type = base
    var rest = names
    while let name = rest.popFirst() {
      if name.isOperatorName { return collect(name, rest, type, at: visit) }
      note(.key, name, of: type)
      guard let next = step(name, from: type) else {
        let isWord = names.count == 1 && base == subject
        report(
          .unknownKey(name, of: type.element?.ownerText ?? type.ownerText), at: visit...visit,
          suggestion: suggestion(for: name, of: type, isWord ? other : .unknown))
        return .unknown
      }
      type = next
    }
    return type
  }

  /// Returns the type of the value for a key; nil if the given type has no such key.
  private mutating func step(_ name: String, from type: ExpressionType) -> ExpressionType? {
    if let element = type.element {
      guard let next = step(name, from: element) else { return nil }
      if case .toMany = next { return next }
      return .toMany(next.element ?? next)
    }
    switch (type, name) {
    case (.unknown, _), (.null, _), (.object(nil), _): return .unknown
    case (_, "self"): return type
    case (.text, "length"), (.data, "length"): return .number
    case (.object(let entityName?), _): return key(name, of: entityName)
    case (.attribute(.composite(let composite)), _):
      let element = model.composite(named: composite)?.elements.first { $0.name == name }
      return element.map { ExpressionType.attribute($0.type).compared }
    default: return nil
    }
  }

  private mutating func key(_ name: String, of entityName: String) -> ExpressionType? {
    switch property(name, of: entityName) {
    case .attribute(let attribute):
      return ExpressionType.attribute(attribute.type).compared
    case .relationship(let relationship):
      return ExpressionType(relationship)
    case .fetched(let fetched):
      return .toMany(.object(fetched.request.entityName))
    case nil where name == "objectID":
      return .object(entityName)
    case nil where name == "entity":
      return .text
    case nil:
      guard let entity = model.entity(named: entityName) else { return .unknown }
      return model.fullTextIndex(name, of: entity) == nil ? nil : .fullText
    }
  }

  /// Returns a suggestion for an unknown key: the nearest key, or the name in
  /// quotes if a string was probably intended.
  private mutating func suggestion(
    for name: String, of type: ExpressionType, _ other: ExpressionType
  ) -> String? {
    let nearest = nearestSuggestion(for: name, in: keys(of: type).sorted())
    let quoted = other == .text ? "a text is written in quotes, '\(name.abbreviated)'" : nil
    return switch (nearest, quoted) {
    case (let nearest?, nil): nearest
    case (let nearest?, let quoted?): "\(nearest) \(quoted)"
    case (nil, let quoted): quoted ?? subentityHint(name, of: type)
    }
  }

  private mutating func keys(of type: ExpressionType) -> [String] {
    switch type.element ?? type {
    case .object(let entityName?): Array(properties(of: entityName).keys)
    case .attribute(.composite(let name)): model.composite(named: name)?.elements.map(\.name) ?? []
    case .text, .data: ["length"]
    default: []
    }
  }

  /// Returns a hint that a key belongs to a subentity, so that not every object of the
  /// entity has it.
  private mutating func subentityHint(_ name: String, of type: ExpressionType) -> String? {
    guard case .object(let entityName?) = type.element ?? type else { return nil }
    let owner = model.entities.first { entity in
      entity.property(named: name) != nil
        && model.lineage(of: entity).contains { $0.name == entityName }
    }
    return owner.map { "it is a key of the subentity '\($0.name)'" }
  }

  /// Returns the type of the result of a collection operator that is applied to
  /// values of a type.
  private mutating func collect(
    _ name: String, _ rest: ArraySlice<String>, _ type: ExpressionType, at visit: Int
  ) -> ExpressionType {
    guard let collectionOperator = CollectionOperator(rawValue: name) else {
      report(
        .unknownCollectionOperator(name), at: visit...visit,
        suggestion: CollectionOperator.suggestion(for: name))
      return .unknown
    }
    guard type.isOpen || type.element != nil else {
      report(
        .wrongType("the operand of \(name)", found: type.kindText, expected: "a collection"),
        at: visit...visit)
      return .unknown
    }
    let operand = rest.isEmpty ? type : resolve(rest, from: type, at: visit)
    return result(collectionOperator, operand.element ?? operand, at: visit)
  }

  private mutating func result(
    _ collectionOperator: CollectionOperator, _ element: ExpressionType, at visit: Int
  ) -> ExpressionType {
    switch collectionOperator {
    case .count:
      return .number
    case .sum, .average:
      if !element.isOpen, element != .number {
        report(
          .wrongType(
            "the operand of \(collectionOperator.rawValue)", found: element.kindText,
            expected: "numbers"),
          at: visit...visit)
      }
      return .number
    case .minimum, .maximum:
      return element
    case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays,
      .distinctUnionOfSets:
      return .toMany(element)
    }
  }
}
