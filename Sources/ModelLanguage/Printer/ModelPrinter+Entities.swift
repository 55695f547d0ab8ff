extension ModelPrinter {
  /// Writes an entity with all its members.
  mutating func writeEntity(_ entity: EntityDescription) {
    write("")
    begin("entity \(entity.name)", entity.documentation)
    var head = (entity.isAbstract ? "abstract " : "") + "entity \(PrintedName.quoted(entity.name))"
    if let parent = entity.parentName { head += ": " + PrintedName.quoted(parent) }
    head += renaming(entity.renamingIdentifier) + attribute("class", entity.className)
    if let access = entity.access { head += " @access(\(access.rawValue))" }
    head += attribute("table", entity.tableName)
    head += entity.shardName.map { " @shard(\(PrintedName.quoted($0)))" } ?? ""
    head += attribute("hash", entity.versionHashModifier) + info(entity.userInfo)
    block(head) { printer in
      for property in entity.properties { printer.writeProperty(property, of: entity) }
      printer.writeIndexes(of: entity)
      for check in entity.checks { printer.writeCheck(check, of: entity) }
      for template in entity.fetchTemplates { printer.writeFetch(template, of: entity) }
    }
  }

  private mutating func writeProperty(
    _ property: PropertyDescription, of entity: EntityDescription
  ) {
    switch property {
    case .attribute(let attribute): writeAttribute(attribute, in: entity)
    case .relationship(let relationship): writeRelationship(relationship, of: entity)
    case .fetched(let fetched): writeFetched(fetched, of: entity)
    }
  }

  /// Writes an attribute of an entity, or an element of a composite.
  mutating func writeAttribute(_ attribute: AttributeDescription, in entity: EntityDescription?) {
    if let entity {
      begin("\(entity.name).\(attribute.name)", attribute.documentation)
    } else {
      writeDocumentation(attribute.documentation)
    }
    var line = attribute.keyword + " \(PrintedName.quoted(attribute.name)): "
    let alias = alias(of: attribute)
    line += alias.map { PrintedName.quoted($0.name) } ?? typeText(attribute.type)
    if attribute.isOptional { line += "?" }
    line += value(of: attribute, in: entity)
    line += renaming(attribute.renamingIdentifier)
    if attribute.isUnique { line += " @unique" }
    if attribute.isIndexed { line += " @index" }
    let ownRules = attribute.rules.dropFirst(alias?.rules.count ?? 0)
    line += rules(Array(ownRules), for: attribute.type) + swift(attribute.type)
    if attribute.isExact { line += " @exact" }
    if attribute.allowsExternalStorage { line += " @external" }
    line += self.attribute("column", attribute.columnName)
    line += self.attribute("hash", attribute.versionHashModifier)
    if attribute.isSensitive { line += " @sensitive" }
    if attribute.preservesValueOnDeletion { line += " @tombstone" }
    write(line + deprecation(attribute.deprecation) + info(attribute.userInfo))
  }

  /// Returns the type alias of an attribute, or nil if there is none, or if the
  /// attribute's rules do not begin with those of the alias.
  private func alias(of attribute: AttributeDescription) -> TypeAliasDescription? {
    guard let name = attribute.typeAlias,
      let alias = model.typeAliases.first(where: { $0.name == name }),
      alias.type == attribute.type, attribute.rules.starts(with: alias.rules)
    else { return nil }
    return alias
  }

  private func swift(_ type: AttributeType) -> String {
    guard case .transformable(let name, let transformer) = type else { return "" }
    let by = transformer.map { ", by: " + TextLiteral.literal($0) } ?? ""
    return " @swift(\(TextLiteral.literal(name))\(by))"
  }

  private func value(of attribute: AttributeDescription, in entity: EntityDescription?) -> String {
    if let derivation = attribute.derivation, let entity {
      return " = "
        + printer(.object(entity.name)).text(derivation, expected: .attribute(attribute.type))
    }
    switch attribute.defaultValue {
    case nil: return ""
    case .now: return " = now()"
    case .uuid: return " = uuid()"
    case .constant(let constant):
      return " = "
        + ConstantPrinter(reader.value).text(constant, expected: .attribute(attribute.type))
    }
  }

  private mutating func writeRelationship(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) {
    begin("\(entity.name).\(relationship.name)", relationship.documentation)
    let keyword =
      relationship.isTransient ? "transient var" : relationship.isConstant ? "let" : "var"
    var line = "\(keyword) \(PrintedName.quoted(relationship.name)): "
    line += type(of: relationship) + renaming(relationship.renamingIdentifier)
    line +=
      relationship.inverseName.map { " @inverse(\(PrintedName.quoted($0)))" } ?? " @noInverse"
    if relationship.deleteRule != .nullify {
      line += " @onDelete(.\(relationship.deleteRule.rawValue))"
    }
    line += count(of: relationship) + attribute("column", relationship.columnName)
    line += attribute("hash", relationship.versionHashModifier)
    write(line + deprecation(relationship.deprecation) + info(relationship.userInfo))
  }

  private func type(of relationship: RelationshipDescription) -> String {
    let type = relationship.type(of: PrintedName.type(relationship.destinationName))
    // An optional relationship with a minimum has either no objects or at least the
    // minimum.
    let isNothingOrSeveral =
      relationship.isToMany && relationship.isOptional && relationship.minCount > 0
    return isNothingOrSeveral ? type + "?" : type
  }

  private func count(of relationship: RelationshipDescription) -> String {
    guard relationship.isToMany else { return "" }
    let required = !relationship.isOptional && relationship.minCount == 0 ? " @required" : ""
    guard relationship.minCount > 0 || relationship.maxCount > 0 else { return required }
    let low = relationship.minCount > 0 ? "\(relationship.minCount)" : ""
    let high = relationship.maxCount > 0 ? "\(relationship.maxCount)" : ""
    return " @count(\(low)...\(high))" + required
  }

  // MARK: Indexes and checks

  private mutating func writeIndexes(of entity: EntityDescription) {
    let count =
      entity.indexes.count + entity.uniquenessConstraints.count + entity.fullTextIndexes.count
      + entity.checks.count
    if count > 0 { write("") }
    for index in entity.indexes {
      begin("\(entity.name).index \(index.name)", index.documentation)
      let keys = index.elements.map { element in
        PrintedName.path(element.keyPath)
          + (element.collation == .binary ? "" : "(.\(element.collation.rawValue))")
          + (element.isAscending ? "" : " desc")
      }
      let printer = self.printer(.object(entity.name))
      let condition = index.predicate.map { " where " + printer.text($0) } ?? ""
      write(
        "index \(PrintedName.quoted(index.name))(\(keys.joined(separator: ", ")))" + condition)
    }
    for constraint in entity.uniquenessConstraints {
      begin("\(entity.name).unique \(constraint.name)", constraint.documentation)
      let keys = constraint.keyPaths.map(PrintedName.path).joined(separator: ", ")
      write("unique \(PrintedName.quoted(constraint.name))(\(keys))")
    }
    for index in entity.fullTextIndexes {
      begin("\(entity.name).fulltext \(index.name)", index.documentation)
      let keys = index.keyPaths.map(PrintedName.path).joined(separator: ", ")
      write(
        "fulltext \(PrintedName.quoted(index.name))(\(keys))"
          + attribute("tokenizer", index.tokenizer)
          + (index.prefixLengths.map { lengths in
            " @prefixes(" + lengths.map(String.init).joined(separator: ", ") + ")"
          } ?? ""))
    }
  }

  private mutating func writeCheck(_ check: CheckDescription, of entity: EntityDescription) {
    begin("\(entity.name).check \(check.name)", check.documentation)
    let condition = printer(.object(entity.name), .init(allowsTransient: true))
      .text(check.predicate)
    write(
      "check \(PrintedName.quoted(check.name))(\(condition), "
        + TextLiteral.literal(check.message) + ")")
  }
}

extension AttributeDescription {
  /// The keywords that declare the attribute, such as `let` or `derived var`.
  fileprivate var keyword: String {
    if derivation != nil { return "derived var" }
    return isTransient ? "transient var" : isConstant ? "let" : "var"
  }
}
