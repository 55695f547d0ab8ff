extension DescriptionLiteral {
  static func fetchTemplate(_ template: FetchTemplate) -> CodeLayout {
    var arguments = Arguments(template.name, template.documentation)
    arguments.add("parameters", template.parameters, parameter)
    arguments.add("entityName", template.entityName)
    if template.result != .objects { arguments.add("result", result(template.result)) }
    if let value = template.predicate { arguments.add("predicate", predicate(value)) }
    arguments.add("predicateFormat", template.predicateFormat)
    arguments.add("sortKeys", template.sortKeys, sortKey)
    if let limit = template.limit { arguments.add("limit", expression(limit)) }
    if let offset = template.offset { arguments.add("offset", expression(offset)) }
    arguments.add("prefetchedKeyPaths", template.prefetchedKeyPaths, string)
    arguments.add("selections", template.selections, selection)
    arguments.add("groupKeyPaths", template.groupKeyPaths, string)
    if let having = template.havingPredicate {
      arguments.add("havingPredicate", predicate(having))
    }
    arguments.add("allowsScan", template.allowsScan)
    arguments.add(userInfo: template.userInfo)
    return .call("FetchTemplate(", arguments.layouts)
  }

  static func parameter(_ parameter: FetchTemplate.Parameter) -> CodeLayout {
    var arguments = Arguments()
    arguments.add("label", parameter.label)
    arguments.add("name", parameter.name)
    arguments.add("type", valueType(parameter.type))
    if let value = parameter.defaultValue { arguments.add("defaultValue", constant(value)) }
    return .call(".init(", arguments.layouts)
  }

  static func result(_ result: FetchTemplate.Result) -> CodeLayout {
    switch result {
    case .objects: .text(".objects")
    case .first: .text(".first")
    case .count: .text(".count")
    case .exists: .text(".exists")
    case .rows(let columns): .call(".rows(", [.list(columns.map(column))])
    case .row(let columns): .call(".row(", [.list(columns.map(column))])
    }
  }

  private static func column(_ column: FetchTemplate.Column) -> CodeLayout {
    .call(
      ".init(",
      [.prefixed("name: ", string(column.name)), .prefixed("type: ", valueType(column.type))])
  }

  private static func selection(_ selection: FetchTemplate.Selection) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(expression(selection.expression))
    arguments.add("name", selection.name)
    return .call(".init(", arguments.layouts)
  }

  private static func sortKey(_ key: SortKey) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(strings(key.keyPath))
    arguments.add("isAscending", key.isAscending, default: true)
    if !key.options.isEmpty { arguments.add("options", options(key.options)) }
    return .call("SortKey(", arguments.layouts)
  }

  private static func valueType(_ type: ValueType) -> CodeLayout {
    switch type {
    case .attribute(let type, let alias):
      .call(
        ".attribute(",
        [self.type(type)] + (alias.map { [.prefixed("typeAlias: ", string($0))] } ?? []))
    case .object(let entity): .call(".object(", [string(entity)])
    case .list(let element): .call(".list(", [valueType(element)])
    case .optional(let value): .call(".optional(", [valueType(value)])
    }
  }
}
