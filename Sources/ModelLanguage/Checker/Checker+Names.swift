extension Checker {
  /// Enters all types and entities under their names.
  func declareTypes() {
    var first: [String: NameSyntax] = [:]
    for file in files {
      for syntax in file.typeAliases where declare(syntax.name, in: &first) {
        let symbol = AliasSymbol(syntax)
        aliases[syntax.name.text] = symbol
        aliasList.append(symbol)
      }
      for syntax in file.enumerations where declare(syntax.name, in: &first) {
        let symbol = EnumerationSymbol(syntax)
        enumerations[syntax.name.text] = symbol
        enumerationList.append(symbol)
      }
      for syntax in file.composites where declare(syntax.name, in: &first) {
        let symbol = CompositeSymbol(syntax)
        composites[syntax.name.text] = symbol
        compositeList.append(symbol)
      }
      for syntax in file.entities where declare(syntax.name, in: &first, asEntity: true) {
        let symbol = EntitySymbol(syntax)
        entities[syntax.name.text] = symbol
        entityList.append(symbol)
      }
    }
  }

  /// Enters a name; false where it is taken.
  ///
  /// An entity may have the name of a type, since real models do: in
  /// back-ticks the entity is meant.
  private func declare(
    _ name: NameSyntax, in first: inout [String: NameSyntax], asEntity: Bool = false
  ) -> Bool {
    if !asEntity, BuiltinType(rawValue: name.text) != nil {
      reports.add(
        Report(
          .reservedName, "'\(name.text)' is a type of the language and cannot be declared",
          at: name.span
        ).fix("pick another name, such as 'Model\(name.text)'"))
      return false
    }
    if let other = first[name.text] {
      reports.add(
        Report(.duplicateName, "'\(name.text)' is already declared", at: name.span)
          .note("first declared here", at: other.span))
      return false
    }
    first[name.text] = name
    return true
  }

  /// All names that can stand as a type.
  var typeNames: [String] {
    BuiltinType.allCases.map(\.rawValue) + aliasList.map(\.syntax.name.text)
      + enumerationList.map(\.syntax.name.text) + compositeList.map(\.syntax.name.text)
      + entityList.map(\.name)
  }

  /// The entity of a name; reports where there is none.
  func entity(_ name: NameSyntax) -> EntitySymbol? {
    if let entity = entities[name.text] { return entity }
    guard !brokenNames.contains(name.text) else { return nil }
    let names = entityList.map(\.name)
    let question = Suggestions.question(for: name.text, among: names)
    var report = Report(.unknownEntity, "no entity '\(name.text)'\(question)", at: name.span)
    if question.isEmpty, !names.isEmpty, names.count <= 8 {
      report = report.note("the entities are \(Suggestions.list(names))")
    }
    reports.add(report)
    return nil
  }
}
