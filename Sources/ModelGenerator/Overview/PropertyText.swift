import ModelSchema

/// A property in words: its type as the language writes it, and what else the
/// model says about it.
enum PropertyText {
  /// Name, type and rules.
  static func row(_ property: PropertyDescription, in shape: ModelShape) -> [String] {
    [property.name, type(of: property, in: shape), details(of: property, in: shape)]
  }

  /// The type as the language writes it.
  static func type(of property: PropertyDescription, in shape: ModelShape) -> String {
    switch property {
    case .attribute(let attribute):
      let name = attribute.typeAlias ?? SwiftType.name(of: attribute.type)
      return attribute.isOptional ? name + "?" : name
    case .relationship(let relationship):
      let name = relationship.destinationName
      guard relationship.isToMany else { return relationship.isOptional ? name + "?" : name }
      return relationship.isOrdered ? "[\(name)]" : "Set<\(name)>"
    case .fetched(let fetched): return "[\(fetched.request.entityName)]"
    }
  }

  private static func details(
    of property: PropertyDescription, in shape: ModelShape
  ) -> String {
    switch property {
    case .attribute(let attribute): details(of: attribute, in: shape).joined(separator: ", ")
    case .relationship(let relationship): details(of: relationship).joined(separator: ", ")
    case .fetched: "fetched"
    }
  }

  private static func details(
    of attribute: AttributeDescription, in shape: ModelShape
  ) -> [String] {
    var words: [String] = []
    if attribute.isTransient { words.append("transient") }
    if attribute.derivation != nil { words.append("derived") }
    if attribute.isConstant { words.append("set once") }
    if attribute.isUnique { words.append("unique") }
    if attribute.isIndexed { words.append("indexed") }
    switch attribute.defaultValue {
    case .constant(let value):
      words.append("default \(SwiftConstant.text(value, as: attribute.type, in: shape))")
    case .now: words.append("default now()")
    case .uuid: words.append("default uuid()")
    case nil: break
    }
    return words + attribute.rules.map(rule)
  }

  private static func rule(_ rule: ValidationRule) -> String {
    switch rule.requirement {
    case .length(let min, let max):
      "length \(min.map(String.init) ?? "")...\(max.map(String.init) ?? "")"
    case .range(let min, let max, let excludesUpperBound):
      (min.map(SwiftConstant.text) ?? "") + (excludesUpperBound ? "..<" : "...")
        + (max.map(SwiftConstant.text) ?? "")
    case .matches(let pattern): "matches /\(pattern)/"
    case .predicate: "predicate"
    }
  }

  private static func details(of relationship: RelationshipDescription) -> [String] {
    var words = [relationship.inverseName.map { "inverse \($0)" } ?? "no inverse"]
    if relationship.deleteRule != .nullify {
      words.append("on delete \(relationship.deleteRule.rawValue)")
    }
    if relationship.isToMany, relationship.minCount > 0 || relationship.maxCount > 0 {
      let most = relationship.maxCount > 0 ? String(relationship.maxCount) : ""
      words.append("count \(relationship.minCount)...\(most)")
    }
    return words
  }
}
