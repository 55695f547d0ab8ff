import ModelSchema

/// The statements that note which rules of the model an object breaks.
///
/// Rules over one typed value are written out; checks, counts and predicates
/// are left to the runtime, which has them in the entity's description.
struct ValidationView {
  let entity: EntityDescription
  let shape: ModelShape
  let storage: String

  /// The statements, in the order of the properties.
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
    return [call("required", relationship.name, [])]
  }

  private func statements(for attribute: AttributeDescription) -> [String] {
    guard !attribute.isTransient else { return [] }
    let rules = attribute.rules.compactMap { statement(for: $0, of: attribute) }
    switch attribute.type {
    // SQLite has no NaN: it stores NULL instead.
    case .double, .float: return [call("number", attribute.name, [])] + rules
    case .decimal:
      return [call("number", attribute.name, attribute.isExact ? ["isExact: true"] : [])] + rules
    default: return rules
    }
  }

  private func statement(
    for rule: ValidationRule, of attribute: AttributeDescription
  ) -> String? {
    let message = rule.message.map { ["message: \(SwiftLiteral.string($0))"] } ?? []
    switch rule.requirement {
    case .length(let min, let max):
      let bounds = [
        min.map { "min: \(SwiftLiteral.integer($0))" },
        max.map { "max: \(SwiftLiteral.integer($0))" },
      ].compactMap(\.self)
      return call("length", attribute.name, bounds + message)
    case .range(let min, let max, let excludesUpperBound):
      let bounds = [
        min.map { "min: " + SwiftConstant.text($0, as: attribute.type, in: shape) },
        max.map {
          (excludesUpperBound ? "below: " : "max: ")
            + SwiftConstant.text($0, as: attribute.type, in: shape)
        },
      ].compactMap(\.self)
      return call("range", attribute.name, bounds + message)
    case .matches(let pattern):
      return call("matches", attribute.name, [SwiftLiteral.string(pattern)] + message)
    case .predicate: return nil
    }
  }

  private func call(_ rule: String, _ name: String, _ arguments: [String]) -> String {
    let name = SwiftName.escaped(name)
    let all = ["\(storage).\(name)", "Key.\(name)"] + arguments
    return CodeLayout.call("validation.\(rule)(", all.map { .text($0) })
      .text(indentation: 4, column: 4)
  }
}
