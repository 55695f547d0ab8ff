/// The statements that report which rules of the model an object breaks.
///
/// Generated code checks the rules about a single typed value. The runtime
/// checks counts, checks and predicates, which it finds in the entity's
/// description.
struct ValidationView {
  let entity: EntityDescription
  let shape: ModelShape
  let storage: String

  /// The statements for all properties, in their order.
  var lines: [String] {
    entity.properties.flatMap { property -> [String] in
      switch property {
      case .attribute(let attribute): statements(for: attribute)
      case .relationship(let relationship): statements(for: relationship)
      case .fetched: []
      }
    }
  }

  private func statements(for relationship: RelationshipDescription) -> [String] {
    guard !relationship.isToMany, !relationship.isOptional, !relationship.isTransient else {
      return []
    }
    let name = SwiftName.escaped(relationship.name)
    return [Self.call("required", ["\(storage).\(name)", "Key.\(name)"])]
  }

  private func statements(for attribute: AttributeDescription) -> [String] {
    guard !attribute.isTransient else { return [] }
    return shape.model.elementPaths(of: attribute.type).flatMap { path in
      statements(for: CheckedValue(attribute, path, in: storage))
    }
  }

  private func statements(for value: CheckedValue) -> [String] {
    let rules = value.description.rules.compactMap { statement(for: $0, of: value) }
    switch value.description.type {
    // SQLite has no NaN: it stores NULL instead.
    case .double, .float: return [Self.call("number", value.arguments)] + rules
    case .decimal:
      let exact = value.description.isExact ? ["isExact: true"] : []
      return [Self.call("number", value.arguments + exact)] + rules
    default: return rules
    }
  }

  private func statement(for rule: ValidationRule, of value: CheckedValue) -> String? {
    let message = rule.message.map { ["message: \(SwiftLiteral.string($0))"] } ?? []
    switch rule.requirement {
    case .length(let min, let max):
      let bounds = [
        min.map { "min: \(SwiftLiteral.integer($0))" },
        max.map { "max: \(SwiftLiteral.integer($0))" },
      ].compactMap(\.self)
      return Self.call("length", value.arguments + bounds + message)
    case .range(let min, let max, let excludesUpperBound):
      let bounds = [
        min.map { "min: " + SwiftConstant.text($0, as: value.type, in: shape) },
        max.map {
          (excludesUpperBound ? "below: " : "max: ")
            + SwiftConstant.text($0, as: value.type, in: shape)
        },
      ].compactMap(\.self)
      return Self.call("range", value.arguments + bounds + message)
    case .matches(let pattern):
      return Self.call("matches", value.arguments + [SwiftLiteral.string(pattern)] + message)
    case .predicate: return nil
    }
  }

  private static func call(_ rule: String, _ arguments: [String]) -> String {
    CodeLayout.call("validation.\(rule)(", arguments.map { .text($0) })
      .text(indentation: 4, column: 4)
  }
}

/// A value that has rules, which is an attribute, or an element of a composite
/// attribute.
private struct CheckedValue {
  /// The attribute or the element with the rules.
  let description: AttributeDescription
  /// The type of the value to which the rules apply, which is the raw type for
  /// an enumeration.
  let type: AttributeType
  /// The first arguments of a call, which are the value, its key and, for an
  /// element, its path.
  ///
  ///     values.place?.zip, Key.place, element: "zip"
  let arguments: [String]

  init(_ attribute: AttributeDescription, _ path: [AttributeDescription], in storage: String) {
    description = path.last ?? attribute
    var value = "\(storage).\(SwiftName.escaped(attribute.name))"
    // An element of an optional composite is checked only if the composite is not nil.
    for (composite, element) in zip([attribute] + path, path) {
      value += (composite.isOptional ? "?." : ".") + SwiftName.escaped(element.name)
    }
    if case .enumeration(_, let raw) = description.type {
      type = raw
      value += description.isOptional ? "?.rawValue" : ".rawValue"
    } else {
      type = description.type
    }
    let key = "Key.\(SwiftName.escaped(attribute.name))"
    let element = path.map(\.name).joined(separator: ".")
    arguments =
      path.isEmpty
      ? [value, key] : [value, key, "element: \(SwiftLiteral.string(element))"]
  }
}
