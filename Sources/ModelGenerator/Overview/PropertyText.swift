/// The text of a property, with its type in the model language and its other
/// settings.
enum PropertyText {
  /// Returns the cells of a property's row: its name, its type and its rules.
  static func row(_ property: PropertyDescription, in shape: ModelShape) -> [String] {
    [property.name, type(of: property, in: shape), details(of: property, nil, in: shape)]
  }

  /// Returns the cells of the row of an entity's property: its name, its type
  /// and its rules.
  static func row(
    _ property: PropertyDescription, of entity: EntityDescription, in shape: ModelShape
  ) -> [String] {
    [property.name, type(of: property, in: shape), details(of: property, entity.name, in: shape)]
  }

  /// Returns the type of a property as it is written in the model language.
  static func type(of property: PropertyDescription, in shape: ModelShape) -> String {
    switch property {
    case .attribute(let attribute):
      let name = attribute.typeAlias ?? word(for: attribute.type)
      return attribute.isOptional ? name + "?" : name
    case .relationship(let relationship):
      return relationship.type(of: relationship.destinationName)
    case .fetched(let fetched): return fetched.type(of: fetched.request.entityName)
    }
  }

  /// Returns the language's keyword for a type.
  private static func word(for type: AttributeType) -> String {
    switch type {
    case .json: "JSON"
    case .codable(let name): "Codable<\(name)>"
    case .transformable(let name, let transformer):
      "Data as \(name)" + (transformer.map { " by \($0)" } ?? "")
    default: SwiftType.name(of: type)
    }
  }

  private static func details(
    of property: PropertyDescription, _ entityName: String?, in shape: ModelShape
  ) -> String {
    switch property {
    case .attribute(let attribute):
      details(of: attribute, entityName, in: shape).joined(separator: ", ")
    case .relationship(let relationship): details(of: relationship).joined(separator: ", ")
    case .fetched(let fetched):
      fetched.request.predicate.map { predicate in
        "fetched where " + EntityText.condition(predicate, fetched.request.entityName, in: shape)
      } ?? "fetched"
    }
  }

  /// Returns the settings that both attributes and relationships can have.
  private static func common(column: String?, hash: String?, deprecation: String?) -> [String] {
    [
      column.map { "column \($0)" }, hash.map { "hash \($0)" },
      deprecation.map { "deprecated: \($0)" },
    ].compactMap(\.self)
  }

  private static func details(
    of attribute: AttributeDescription, _ entityName: String?, in shape: ModelShape
  ) -> [String] {
    var words: [String] = []
    if attribute.isTransient { words.append("transient") }
    if let derivation = attribute.derivation {
      let text = entityName.flatMap { shape.conditions?.derivation(derivation, $0, attribute.type) }
      words.append("derived " + (text ?? "\(derivation)"))
    }
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
    if attribute.isExact { words.append("exact") }
    if attribute.allowsExternalStorage { words.append("external") }
    if attribute.isSensitive { words.append("sensitive") }
    if attribute.preservesValueOnDeletion { words.append("kept after deletion") }
    return words + attribute.rules.map { rule($0, of: attribute.type, in: shape) }
      + common(
        column: attribute.columnName, hash: attribute.versionHashModifier,
        deprecation: attribute.deprecation)
  }

  /// Returns the type and the rules of a type alias.
  static func text(of alias: TypeAliasDescription, in shape: ModelShape) -> String {
    ([word(for: alias.type)] + alias.rules.map { rule($0, of: alias.type, in: shape) })
      .joined(separator: ", ")
  }

  private static func rule(
    _ rule: ValidationRule, of type: AttributeType, in shape: ModelShape
  ) -> String {
    switch rule.requirement {
    case .length(let min, let max):
      "length \(min.map(String.init) ?? "")...\(max.map(String.init) ?? "")"
    case .range(let min, let max, let excludesUpperBound):
      (min.map(SwiftConstant.text) ?? "") + (excludesUpperBound ? "..<" : "...")
        + (max.map(SwiftConstant.text) ?? "")
    case .matches(let pattern): "matches /\(pattern)/"
    case .predicate(let predicate):
      "check " + (shape.conditions?.ofValues(predicate, type) ?? "\(predicate)")
    }
  }

  private static func details(of relationship: RelationshipDescription) -> [String] {
    var words = [relationship.inverseName.map { "inverse \($0)" } ?? "no inverse"]
    if relationship.isTransient { words.insert("transient", at: 0) }
    if relationship.isConstant { words.append("set once") }
    if relationship.isToMany, !relationship.isOptional { words.append("required") }
    if relationship.deleteRule != .nullify {
      words.append("on delete \(relationship.deleteRule.rawValue)")
    }
    if relationship.isToMany, relationship.minCount > 0 || relationship.maxCount > 0 {
      let most = relationship.maxCount > 0 ? String(relationship.maxCount) : ""
      words.append("count \(relationship.minCount)...\(most)")
    }
    return words
      + common(
        column: relationship.columnName, hash: relationship.versionHashModifier,
        deprecation: relationship.deprecation)
  }
}
