extension DescriptionLiteral {
  static func entity(_ entity: EntityDescription) -> CodeLayout {
    var arguments = Arguments()
    arguments.add("name", entity.name)
    arguments.add("className", entity.className)
    arguments.add("documentation", entity.documentation)
    arguments.add("isAbstract", entity.isAbstract)
    arguments.add("parentName", entity.parentName)
    arguments.add("properties", entity.properties, property)
    arguments.add("uniquenessConstraints", entity.uniquenessConstraints, uniquenessConstraint)
    arguments.add("indexes", entity.indexes, index)
    arguments.add("fullTextIndexes", entity.fullTextIndexes, fullTextIndex)
    arguments.add("checks", entity.checks, check)
    arguments.add("fetchTemplates", entity.fetchTemplates, fetchTemplate)
    if let access = entity.access { arguments.add("access", .text(".\(access.rawValue)")) }
    arguments.add("tableName", entity.tableName)
    arguments.add("shardName", entity.shardName)
    arguments.add("renamingIdentifier", entity.renamingIdentifier)
    arguments.add("versionHashModifier", entity.versionHashModifier)
    arguments.add(userInfo: entity.userInfo)
    return .call("EntityDescription(", arguments.layouts)
  }

  private static func uniquenessConstraint(_ constraint: UniquenessConstraint) -> CodeLayout {
    var arguments = Arguments(constraint.name, constraint.documentation)
    arguments.add("keyPaths", strings(constraint.keyPaths))
    return .call("UniquenessConstraint(", arguments.layouts)
  }

  private static func index(_ index: FetchIndexDescription) -> CodeLayout {
    var arguments = Arguments(index.name, index.documentation)
    arguments.add("elements", .list(index.elements.map(indexElement)))
    if let predicate = index.predicate { arguments.add("predicate", self.predicate(predicate)) }
    return .call("FetchIndexDescription(", arguments.layouts)
  }

  private static func indexElement(_ element: FetchIndexDescription.Element) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(string(element.keyPath))
    arguments.add("isAscending", element.isAscending, default: true)
    if element.collation != .binary {
      arguments.add("collation", .text(".\(element.collation.rawValue)"))
    }
    return .call(".init(", arguments.layouts)
  }

  private static func fullTextIndex(_ index: FullTextIndexDescription) -> CodeLayout {
    var arguments = Arguments(index.name, index.documentation)
    arguments.add("keyPaths", strings(index.keyPaths))
    arguments.add("tokenizer", index.tokenizer)
    if let lengths = index.prefixLengths {
      arguments.add("prefixLengths", .list(lengths.map { .text(String($0)) }))
    }
    return .call("FullTextIndexDescription(", arguments.layouts)
  }

  private static func check(_ check: CheckDescription) -> CodeLayout {
    var arguments = Arguments(check.name, check.documentation)
    arguments.add("predicate", predicate(check.predicate))
    arguments.add("message", .string(check.message))
    return .call("CheckDescription(", arguments.layouts)
  }
}
