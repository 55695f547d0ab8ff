extension ModelPrinter {
  mutating func writeMigration(_ migration: MigrationDescription) {
    write("")
    begin("migration from \(migration.fromVersion)", migration.documentation)
    block("migration from \(migration.fromVersion)") { printer in
      for step in migration.steps { printer.writeStep(step) }
    }
  }

  private mutating func writeStep(_ step: MigrationDescription.Step) {
    switch step {
    case .map(let from, let to, let assignments):
      writeAssignments(
        "map \(PrintedName.quoted(from)) -> \(PrintedName.quoted(to))", assignments, entity: to)
    case .insert(let entity, let path, let assignments):
      writeAssignments(
        "insert \(PrintedName.quoted(entity)) from distinct \(PrintedName.path(path))",
        assignments, entity: entity)
    case .drop(let path, let reason):
      write("drop \(PrintedName.path(path))" + (reason.map { " " + TextLiteral.literal($0) } ?? ""))
    case .before(let path): write("before \(PrintedName.path(path))")
    case .after(let path): write("after \(PrintedName.path(path))")
    case .policy(let entity): write("policy \(PrintedName.quoted(entity))")
    case .optionalPolicy(let entity): write("policy \(PrintedName.quoted(entity)) @optional")
    case .mapping(let entity): writeMapping(entity)
    }
  }

  private mutating func writeAssignments(
    _ head: String, _ assignments: [MigrationDescription.Assignment], entity: String
  ) {
    let printer = printer(.object(entity), .migration(from: nil))
    block(head) { model in
      for assignment in assignments {
        let path = PrintedName.path(assignment.keyPath)
        let type = printer.reader.value(path, in: printer.scope)?.type ?? .unknown
        model.write("\(path) = \(printer.text(assignment.expression, expected: type))")
      }
    }
  }

  // MARK: Entity mappings

  private mutating func writeMapping(_ mapping: MappingModel.Entity) {
    let names = (
      source: mapping.sourceName.map(PrintedName.quoted),
      destination: mapping.destinationName.map(PrintedName.quoted)
    )
    var head = "mapping \(TextLiteral.literal(mapping.name)): "
    switch names {
    case (let source?, let destination?): head += "\(source) -> \(destination)"
    case (nil, let destination?): head += "insert \(destination)"
    case (let source, nil): head += "drop \(source ?? "")"
    }
    if let predicate = mapping.predicate {
      head += " where " + printer(.unknown, .mapping(from: nil)).text(predicate)
    }
    head += info(mapping.userInfo)
    let properties = mapping.attributes + mapping.relationships
    guard mapping.policyName != nil || !properties.isEmpty else { return write(head) }
    let printer = printer(.object(mapping.destinationName ?? ""), .mapping(from: nil))
    block(head) { model in
      if let name = mapping.policyName { model.write("policy " + TextLiteral.literal(name)) }
      for property in properties { model.write(model.line(of: property, printer)) }
    }
  }

  private func line(of property: MappingModel.Property, _ printer: ExpressionPrinter) -> String {
    let name = PrintedName.quoted(property.name)
    let value =
      switch property.value {
      case .source(let source): "old." + PrintedName.quoted(source)
      case .converted(let source): "converted(old.\(PrintedName.quoted(source)))"
      case .defaultValue: "default"
      case .expression(let expression): text(of: expression, for: name, printer)
      }
    return "\(name) = \(value)" + info(property.userInfo)
  }

  /// Returns the text of a value. A raw path is used if the plain text would be
  /// read as an older property or as the default value.
  private func text(
    of expression: ObjectExpression, for name: String, _ printer: ExpressionPrinter
  ) -> String {
    let type = printer.reader.value(name, in: printer.scope)?.type ?? .unknown
    let text = printer.text(expression, expected: type)
    if case .keyPath(let names, .variable("old")) = expression, names.count == 1 {
      return "path(\(TextLiteral.literal(names[0])), old)"
    }
    return text == "default" ? "path(\"default\")" : text
  }
}
