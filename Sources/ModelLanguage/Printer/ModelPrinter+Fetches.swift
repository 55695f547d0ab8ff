extension ModelPrinter {
  mutating func writeFetch(_ template: FetchTemplate, of entity: EntityDescription) {
    write("")
    begin("\(entity.name).fetch \(template.title)", template.documentation)
    var head = "fetch \(PrintedName.quoted(template.name))(\(parameters(template.parameters)))"
    head += " -> " + resultText(template.result, entity: template.entityName)
    if template.allowsScan { head += " @scan" }
    let place = Scope.Place(parameters: template.parameters.expressionTypes)
    block(head + info(template.userInfo)) { $0.writeClauses(template, place) }
  }

  mutating func writeFetched(
    _ fetched: FetchedPropertyDescription, of entity: EntityDescription
  ) {
    write("")
    begin("\(entity.name).\(fetched.name)", fetched.documentation)
    let type = fetched.type(of: PrintedName.type(fetched.request.entityName))
    let place = Scope.Place(source: reader.value.symbols.entities[entity.name])
    block(
      "fetched var \(PrintedName.quoted(fetched.name)): \(type)" + info(fetched.userInfo)
    ) { $0.writeClauses(fetched.request, place) }
  }

  /// Returns parameters such as `label name: Type = value, ...`.
  func parameters(_ parameters: [FetchTemplate.Parameter]) -> String {
    parameters.map { parameter in
      var text = parameter.label == parameter.name ? "" : "_ "
      if let label = parameter.label, label != parameter.name {
        text = PrintedName.quoted(label) + " "
      }
      text += "\(PrintedName.quoted(parameter.name)): \(typeText(parameter.type))"
      if let value = parameter.defaultValue {
        let printer = ConstantPrinter(reader.value)
        text += " = " + printer.text(value, expected: .init(parameter.type))
      }
      return text
    }.joined(separator: ", ")
  }

  /// Returns the result of a fetch as it is written after `->`.
  func resultText(_ result: FetchTemplate.Result, entity: String) -> String {
    switch result {
    case .objects: "[\(PrintedName.type(entity))]"
    case .first: PrintedName.type(entity) + "?"
    case .count: "Int"
    case .exists: "Bool"
    case .rows(let columns): "[\(row(columns))]"
    case .row(let columns): row(columns)
    }
  }

  private func row(_ columns: [FetchTemplate.Column]) -> String {
    let texts = columns.map { "\(PrintedName.quoted($0.name)): \(typeText($0.type))" }
    return "(" + texts.joined(separator: ", ") + ")"
  }

  private mutating func writeClauses(_ template: FetchTemplate, _ place: Scope.Place) {
    let printer = printer(.object(template.entityName), place)
    if let format = template.predicateFormat {
      write("where predicate(\(TextLiteral.literal(format)))")
    } else if let predicate = template.predicate {
      write("where " + printer.text(predicate))
    }
    writeSelections(template, place)
    if !template.sortKeys.isEmpty {
      write("sort " + template.sortKeys.map(sortKey).joined(separator: ", "))
    }
    if let limit = template.limit {
      write("limit " + printer.text(limit, expected: .attribute(.int64)))
    }
    if let offset = template.offset {
      write("offset " + printer.text(offset, expected: .attribute(.int64)))
    }
    if !template.prefetchedKeyPaths.isEmpty {
      let paths = template.prefetchedKeyPaths.map(PrintedName.path)
      write("prefetch " + paths.joined(separator: ", "))
    }
  }

  private mutating func writeSelections(
    _ template: FetchTemplate, _ place: Scope.Place
  ) {
    var place = place
    place.allowsAggregates = true
    let rows = printer(.object(template.entityName), place)
    if !template.selections.isEmpty {
      let items = template.selections.map { selection in
        rows.text(selection.expression, expected: .unknown)
          + (selection.name.map { " as " + PrintedName.quoted($0) } ?? "")
      }
      write("select " + items.joined(separator: ", "))
    }
    if !template.groupKeyPaths.isEmpty {
      write("group " + template.groupKeyPaths.map(PrintedName.path).joined(separator: ", "))
    }
    for column in template.result.columns {
      place.columns[column.name] = ExpressionType(column.type)
    }
    let groups = printer(.object(template.entityName), place)
    if let predicate = template.havingPredicate { write("having " + groups.text(predicate)) }
  }

  private func sortKey(_ key: SortKey) -> String {
    var text = key.keyPath.map(PrintedName.quoted).joined(separator: ".")
    let options = key.options.names
    if !options.isEmpty { text += "(\(options.joined(separator: ", ")))" }
    return key.isAscending ? text : text + " desc"
  }
}
