extension DescriptionLiteral {
  static func property(_ property: PropertyDescription) -> CodeLayout {
    switch property {
    case .attribute(let attribute): self.attribute(attribute)
    case .relationship(let relationship): self.relationship(relationship)
    case .fetched(let fetched): fetchedProperty(fetched)
    }
  }

  private static func attribute(_ attribute: AttributeDescription) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(string(attribute.name))
    arguments.add(type(attribute.type))
    if let text = attribute.documentation { arguments.add(string(text)) }
    addDetails(of: attribute, to: &arguments)
    return .call(".attribute(", arguments.layouts)
  }

  static func element(_ attribute: AttributeDescription) -> CodeLayout {
    var arguments = Arguments(attribute.name, attribute.documentation)
    arguments.add("type", type(attribute.type))
    addDetails(of: attribute, to: &arguments)
    return .call("AttributeDescription(", arguments.layouts)
  }

  private static func addDetails(of attribute: AttributeDescription, to arguments: inout Arguments)
  {
    arguments.add("typeAlias", attribute.typeAlias)
    arguments.add("isOptional", attribute.isOptional)
    arguments.add("isTransient", attribute.isTransient)
    arguments.add("isConstant", attribute.isConstant)
    if let value = attribute.defaultValue { arguments.add("defaultValue", defaultValue(value)) }
    if let value = attribute.derivation { arguments.add("derivation", expression(value)) }
    arguments.add("rules", attribute.rules, rule)
    arguments.add("isUnique", attribute.isUnique)
    arguments.add("isIndexed", attribute.isIndexed)
    arguments.add("isExact", attribute.isExact)
    arguments.add("allowsExternalStorage", attribute.allowsExternalStorage)
    arguments.add("isSensitive", attribute.isSensitive)
    arguments.add("preservesValueOnDeletion", attribute.preservesValueOnDeletion)
    arguments.add("columnName", attribute.columnName)
    arguments.add("deprecation", attribute.deprecation)
    arguments.add("renamingIdentifier", attribute.renamingIdentifier)
    arguments.add("versionHashModifier", attribute.versionHashModifier)
    arguments.add(userInfo: attribute.userInfo)
  }

  private static func relationship(_ relationship: RelationshipDescription) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(string(relationship.name))
    arguments.add(string(relationship.destinationName))
    if let text = relationship.documentation { arguments.add(string(text)) }
    arguments.add("inverse", relationship.inverseName)
    arguments.add("isOrdered", relationship.isOrdered)
    arguments.add("isOptional", relationship.isOptional, default: true)
    if relationship.minCount != 0 {
      arguments.add("minCount", .text(SwiftLiteral.integer(relationship.minCount)))
    }
    if relationship.maxCount != 0 {
      arguments.add("maxCount", .text(SwiftLiteral.integer(relationship.maxCount)))
    }
    if relationship.deleteRule != .nullify {
      arguments.add("deleteRule", .text(".\(relationship.deleteRule.rawValue)"))
    }
    arguments.add("isConstant", relationship.isConstant)
    arguments.add("isTransient", relationship.isTransient)
    arguments.add("columnName", relationship.columnName)
    arguments.add("deprecation", relationship.deprecation)
    arguments.add("renamingIdentifier", relationship.renamingIdentifier)
    arguments.add("versionHashModifier", relationship.versionHashModifier)
    arguments.add(userInfo: relationship.userInfo)
    return .call(relationship.isToMany ? ".toMany(" : ".toOne(", arguments.layouts)
  }

  private static func fetchedProperty(_ fetched: FetchedPropertyDescription) -> CodeLayout {
    var arguments = Arguments(fetched.name, fetched.documentation)
    arguments.add("request", fetchTemplate(fetched.request))
    arguments.add(userInfo: fetched.userInfo)
    return .call(".fetched(", [.call("FetchedPropertyDescription(", arguments.layouts)])
  }

  private static func defaultValue(_ value: DefaultValue) -> CodeLayout {
    switch value {
    case .constant(let constant):
      literal(constant) ?? .call(".constant(", [self.constant(constant)])
    case .now: .text(".now")
    case .uuid: .text(".uuid")
    }
  }

  /// Returns a constant as a plain Swift literal that can be passed as a
  /// default value; nil if the constant has no literal.
  private static func literal(_ constant: ConstantValue) -> CodeLayout? {
    switch constant {
    case .boolean(let value): .text(String(value))
    case .integer(let value): .text(SwiftLiteral.integer(value))
    case .string(let text): .string(text)
    case .null, .double, .decimal, .date, .data, .uuid, .url, .objectID, .list: nil
    }
  }

  static func rule(_ rule: ValidationRule) -> CodeLayout {
    var arguments = Arguments()
    let name: String
    switch rule.requirement {
    case .length(let min, let max):
      name = "length"
      if let min { arguments.add("min", .text(SwiftLiteral.integer(min))) }
      if let max { arguments.add("max", .text(SwiftLiteral.integer(max))) }
    case .range(let min, let max, let excludesUpperBound):
      name = "range"
      if let min { arguments.add("min", constant(min)) }
      if let max { arguments.add("max", constant(max)) }
      arguments.add("excludesUpperBound", excludesUpperBound)
    case .matches(let pattern):
      name = "matches"
      arguments.add(string(pattern))
    case .predicate(let predicate):
      name = "predicate"
      arguments.add(self.predicate(predicate))
    }
    arguments.add("message", rule.message)
    return .call(".\(name)(", arguments.layouts)
  }

  static func type(_ type: AttributeType) -> CodeLayout {
    switch type {
    case .boolean: .text(".boolean")
    case .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid, .url,
      .json:
      .text(".\(type.name.lowercased())")
    case .undefined: .text(".undefined")
    case .enumeration(let name, let raw):
      .call(".enumeration(", [string(name), .prefixed("raw: ", self.type(raw))])
    case .composite(let name): .call(".composite(", [string(name)])
    case .list(let element): .call(".list(", [self.type(element)])
    case .codable(let name): .call(".codable(", [string(name)])
    case .transformable(let name, let transformer):
      .call(
        ".transformable(",
        [string(name), .text("transformer: \(SwiftLiteral.optional(transformer))")])
    }
  }
}
