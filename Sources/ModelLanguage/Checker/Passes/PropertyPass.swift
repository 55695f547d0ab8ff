/// Resolves the types, defaults, rules and attributes of properties.
struct PropertyPass: CheckPass {
  let symbols: SymbolTable

  func run() {
    for entity in symbols.entityList {
      for property in entity.properties {
        if let syntax = property.syntax {
          annotations.allowWarnings(property.attributes, in: syntax.span)
          resolve(property, syntax)
        }
        if let fetch = property.fetch {
          FetchPass(symbols: symbols).declareFetched(property, fetch)
        }
      }
    }
  }

  private func resolve(_ property: PropertySymbol, _ syntax: PropertySyntax) {
    switch types.resolve(syntax.type) {
    case .broken: break
    case .attribute(let type, let alias):
      property.kind = .attribute(attribute(syntax, type: type, alias: alias, on: .attribute))
    case .toOne(let entity):
      property.destination = entity
      property.kind = .relationship(relationship(syntax, to: entity, isToMany: false))
    case .toMany(let entity, let isOrdered):
      property.destination = entity
      var relationship = relationship(syntax, to: entity, isToMany: true)
      relationship.isOrdered = isOrdered
      property.kind = .relationship(relationship)
    }
  }

  /// Returns the attribute that a line declares. Its derivation is added later.
  func attribute(
    _ syntax: PropertySyntax, type written: AttributeType, alias: AliasSymbol?,
    on target: AttributeTarget
  ) -> AttributeDescription {
    let attributes = syntax.attributes
    annotations.checkAttributes(
      attributes, on: [target], type: written, describedAs: "an attribute")
    let custom = customType(in: attributes)
    let type = custom ?? written
    checkStorage(syntax, type: type)
    var attribute = AttributeDescription(
      name: syntax.name.text, documentation: syntax.documentation, type: type,
      // The type in `@swift` is the type of the property, not of its stored
      // value.
      typeAlias: custom == nil ? alias?.syntax.name.text : nil,
      isOptional: syntax.type.isOptional,
      isTransient: syntax.kind == .transient, isConstant: syntax.kind == .constant)
    attribute.rules = (alias?.description?.rules ?? []) + rules(in: attributes, for: written)
    if let custom, !attribute.rules.isEmpty { refuseRules(attributes, for: custom) }
    if syntax.kind != .derived { attribute.defaultValue = defaultValue(of: syntax, type: type) }
    setFlags(of: &attribute, from: attributes)
    attribute.columnName = annotations.name(of: "column", in: attributes)
    attribute.deprecation = annotations.deprecation(in: attributes)
    attribute.renamingIdentifier = annotations.renamingIdentifier(in: attributes)
    attribute.versionHashModifier = annotations.text(of: "hash", in: attributes)
    attribute.userInfo = annotations.userInfo(in: attributes)
    return attribute
  }

  private func setFlags(
    of attribute: inout AttributeDescription, from attributes: [AttributeSyntax]
  ) {
    attribute.isUnique = attributes.named("unique") != nil
    attribute.isIndexed = attributes.named("index") != nil
    attribute.isExact = attributes.named("exact") != nil
    attribute.allowsExternalStorage = attributes.named("external") != nil
    attribute.isSensitive = attributes.named("sensitive") != nil
    attribute.preservesValueOnDeletion = attributes.named("tombstone") != nil
  }

  /// Returns the type that an attribute has because of
  /// `@swift("Type", by: "Transformer")`, or nil if there is no such attribute.
  private func customType(in attributes: [AttributeSyntax]) -> AttributeType? {
    guard let attribute = attributes.named("swift") else { return nil }
    let texts = attribute.arguments.compactMap(\.text)
    let labels = attribute.arguments.map { $0.label?.text }
    guard texts.count == labels.count, labels == [nil] || labels == [nil, "by"] else {
      return annotations.refuseArguments(
        attribute, "a type and perhaps a transformer",
        example: "@swift(\"MyType\", by: \"MyTransformer\")")
    }
    return .transformable(texts[0], transformer: texts.count > 1 ? texts[1] : nil)
  }

  /// Reports rules of a transformable attribute: rules would apply to the
  /// bytes, but the object has the transformed value.
  private func refuseRules(_ attributes: [AttributeSyntax], for type: AttributeType) {
    guard case .transformable(let name, _) = type, let attribute = attributes.named("swift") else {
      return
    }
    report(
      .attributeNotApplicable,
      "'@swift' makes the value a '\(name)', of which rules of 'Data' know nothing; leave one or the "
        + "other out, and check the value in a 'ValidationHook'", at: attribute.span)
  }

  private func checkStorage(_ syntax: PropertySyntax, type: AttributeType) {
    if type == .undefined, syntax.kind != .transient {
      report(
        .typeNotAllowed, "'Any' cannot be stored; write 'transient var'", at: syntax.type.span)
    }
    guard syntax.kind == .transient else { return }
    for name in ["unique", "index"] {
      guard let attribute = syntax.attributes.named(name) else { continue }
      report(
        .attributeNotApplicable,
        "'@\(name)' applies to stored attributes, not to a transient one", at: attribute.span)
    }
  }

  private func relationship(
    _ syntax: PropertySyntax, to entity: EntitySymbol, isToMany: Bool
  ) -> RelationshipDescription {
    let attributes = syntax.attributes
    annotations.checkAttributes(
      attributes, on: [isToMany ? .toMany : .toOne],
      describedAs: isToMany ? "a to-many relationship" : "a to-one relationship")
    checkRelationship(syntax)
    var relationship = RelationshipDescription(
      name: syntax.name.text, documentation: syntax.documentation, destinationName: entity.name,
      isToMany: isToMany, isOptional: syntax.type.isOptional)
    if isToMany { setCount(of: &relationship, syntax) }
    relationship.deleteRule = deleteRule(in: attributes)
    relationship.isConstant = syntax.kind == .constant
    relationship.isTransient = syntax.kind == .transient
    relationship.columnName = annotations.name(of: "column", in: attributes)
    relationship.deprecation = annotations.deprecation(in: attributes)
    relationship.renamingIdentifier = annotations.renamingIdentifier(in: attributes)
    relationship.versionHashModifier = annotations.text(of: "hash", in: attributes)
    relationship.userInfo = annotations.userInfo(in: attributes)
    return relationship
  }

  private func checkRelationship(_ syntax: PropertySyntax) {
    if syntax.kind == .derived {
      report(
        .derivation,
        "a relationship cannot be derived; write 'fetched var' for objects found by a fetch",
        at: syntax.name.span)
    } else if syntax.kind == .transient, let inverse = syntax.attributes.named("inverse") {
      report(
        .attributeNotApplicable,
        "a transient relationship is kept in memory by one end and has no inverse; "
          + "leave '@inverse' out", at: inverse.span)
    } else if let value = syntax.value {
      report(
        .defaultType, "'\(syntax.name.text)' leads to objects and has no default; leave it out",
        at: value.span)
    }
  }

  /// Sets the bounds of a to-many relationship from `@count`, `@required` and `?`.
  private func setCount(
    of relationship: inout RelationshipDescription, _ syntax: PropertySyntax
  ) {
    if let attribute = syntax.attributes.named("count"),
      let bounds = annotations.bounds(of: attribute.arguments.first?.expression, in: attribute)
    {
      if bounds.max == 0 {
        report(.emptyRange, "the relationship could never lead anywhere", at: attribute.span)
      }
      relationship.minCount = bounds.min ?? 0
      relationship.maxCount = bounds.max ?? 0
    }
    let isRequired = syntax.attributes.named("required") != nil
    relationship.isOptional =
      !isRequired && (syntax.type.isOptional || relationship.minCount == 0)
    if syntax.type.isOptional, relationship.minCount == 0 {
      report(
        .typeNotAllowed, "a to-many relationship is empty, never nil; leave '?' out",
        at: syntax.type.span)
    }
  }

  private func deleteRule(in attributes: [AttributeSyntax]) -> DeleteRule {
    guard let attribute = attributes.named("onDelete") else { return .nullify }
    guard attribute.arguments.count == 1,
      case .caseName(let name)? = attribute.arguments[0].expression?.kind
    else {
      annotations.reportArguments(attribute, "a delete rule", example: "@onDelete(.cascade)")
      return .nullify
    }
    if let rule = DeleteRule(rawValue: name.text) { return rule }
    let names = ["nullify", "cascade", "deny", "noAction"]
    reportUnknown(
      name, .unknownCase, "no delete rule '.\(name.text)'", among: names, as: .option, prefix: ".",
      otherwise: "; the rules are \(Suggestions.list(names.map { "." + $0 }))")
    return .nullify
  }
}
