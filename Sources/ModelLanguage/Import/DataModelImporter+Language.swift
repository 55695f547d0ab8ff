extension DataModelImporter {
  /// Checks that the model is valid in the language: the model is printed and
  /// read, and each part that the checker rejects is removed with a warning.
  /// Every imported model can therefore be written as a `.model` file.
  func takeOutWhatIsNotRead() {
    var rest: [PrintedDiagnostic] = []
    for _ in 0..<4 {
      rest = PrintedDiagnostic.all(in: model)
      guard !rest.isEmpty else { return }
      for printed in rest { takeOut(printed) }
    }
    for printed in PrintedDiagnostic.all(in: model) {
      diagnostics.fail(printed.diagnostic.name, printed.diagnostic.message, at: place(of: printed))
    }
  }

  private func takeOut(_ printed: PrintedDiagnostic) {
    guard let index = model.entities.firstIndex(where: { $0.name == printed.entity }),
      let member = printed.member
    else { return }
    let what = takeOut(member, printed.name, of: &model.entities[index])
    guard let what, let name = DiagnosticName(rawValue: printed.diagnostic.name) else { return }
    // There is already a warning about a condition that could not be read, so
    // the outcome is added to it.
    if let place = conditionPlace(of: printed), diagnostics.add(to: place, what) { return }
    diagnostics.warn(name, "\(printed.diagnostic.message); \(what)", at: place(of: printed))
  }

  /// Returns the offset of a fetch's condition in the data model, or nil if
  /// there is none.
  private func conditionPlace(of printed: PrintedDiagnostic) -> Int? {
    guard let entity = printed.entity.flatMap({ entitiesByName[$0] }) else { return nil }
    switch printed.member {
    case .fetch:
      return fetchElement(printed.name, of: entity.name)?.place(of: "predicateString")
    case .property:
      return entity.properties.first { $0.name == printed.name }?.element
        .children("fetchRequest").first?.place(of: "predicateString")
    default: return nil
    }
  }

  /// Removes the wrong part of a member, and returns a description of the
  /// outcome, or nil if nothing could be removed.
  private func takeOut(
    _ member: PrintedDiagnostic.Member, _ name: String, of entity: inout EntityDescription
  ) -> String? {
    switch member {
    case .index:
      entity.indexes.removeAll { $0.name == name }
      return "index '\(name)' is left out"
    case .unique:
      entity.uniquenessConstraints.removeAll { $0.name == name }
      return "the constraint is left out"
    case .fetch:
      guard let index = entity.fetchTemplates.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      let element = fetchElement(name, of: entity.name)
      guard keepAsText(&entity.fetchTemplates[index], element) else {
        entity.fetchTemplates.remove(at: index)
        return "fetch '\(name)' is left out"
      }
      return "the condition of '\(name)' is kept as text"
    case .property:
      guard let index = entity.properties.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      return takeOut(propertyAt: index, of: &entity)
    }
  }

  private func takeOut(propertyAt index: Int, of entity: inout EntityDescription) -> String? {
    let title = "\(entity.name).\(entity.properties[index].name)"
    switch entity.properties[index] {
    case .attribute(var attribute):
      if attribute.derivation != nil {
        attribute.derivation = nil
        entity.properties[index] = .attribute(attribute)
        return "'\(title)' is a plain attribute here"
      }
      attribute.rules = []
      attribute.defaultValue = nil
      entity.properties[index] = .attribute(attribute)
      return "'\(title)' has no default and no rules here"
    case .fetched(var fetched):
      let element = entitiesByName[entity.name]?.properties
        .first { $0.name == fetched.name }?.element.children("fetchRequest").first
      guard keepAsText(&fetched.request, element) else {
        entity.properties.remove(at: index)
        return "'\(title)' is left out"
      }
      entity.properties[index] = .fetched(fetched)
      return "its condition is kept as text"
    case .relationship: return nil
    }
  }

  /// Returns whether the text of a condition in the data model could be kept.
  private func keepAsText(_ template: inout FetchTemplate, _ element: XMLElementNode?) -> Bool {
    guard template.predicate != nil, let text = element?.filled("predicateString") else {
      return false
    }
    template.predicate = nil
    template.predicateFormat = text
    return true
  }

  /// Returns the offset in the data model for an error in the printed text.
  private func place(of printed: PrintedDiagnostic) -> Int {
    guard let entity = printed.entity.flatMap({ entitiesByName[$0] }) else { return root.offset }
    if printed.member == .fetch, let element = fetchElement(printed.name, of: entity.name) {
      return element.place(of: "predicateString")
    }
    if let property = entity.properties.first(where: { $0.name == printed.name }) {
      return property.element.place(of: "name")
    }
    let index = entity.element.children("fetchIndex").first { $0["name"] == printed.name }
    return index?.place(of: "name") ?? entity.element.place(of: "name")
  }
}

/// An error in the printed text of a model, with the declaration on its line.
private struct PrintedDiagnostic {
  /// The kind of member that a printed line contains.
  enum Member {
    case property, index, unique, fetch
  }

  let diagnostic: Diagnostic
  /// The name of the entity that contains the line, or nil if no entity does.
  var entity: String?
  /// The kind of the member on the line, or nil if the line has no member.
  var member: Member?
  var name = ""

  /// Returns the errors in the text of a model.
  static func all(in model: ManagedObjectModel) -> [PrintedDiagnostic] {
    let text = ModelPrinter(model).text
    let reading = readModel([SourceFile(path: "", text: text)])
    let errors = reading.diagnostics.filter { $0.severity == .error }
    guard !errors.isEmpty else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return errors.map { PrintedDiagnostic($0, lines) }
  }

  private init(_ diagnostic: Diagnostic, _ lines: [Substring]) {
    self.diagnostic = diagnostic
    var number = min(diagnostic.line, lines.count) - 1
    while number >= 0, entity == nil {
      let words = Self.words(lines[number])
      if member == nil { readMember(words) }
      if words.first == "entity" { entity = words.dropFirst().first }
      number -= 1
    }
  }

  private mutating func readMember(_ words: [String]) {
    let members: [String: Member] = [
      "let": .property, "var": .property, "index": .index, "unique": .unique, "fetch": .fetch,
    ]
    guard let first = words.first, let member = members[first], words.count > 1 else { return }
    self.member = member
    name = words[1]
  }

  /// Returns the words at the beginning of a line, without modifiers.
  private static func words(_ line: Substring) -> [String] {
    var rest = line.drop { $0 == " " }
    var words: [String] = []
    while words.count < 2, let first = rest.first {
      var word = ""
      if first == "`" {
        word = String(rest.dropFirst().prefix { $0 != "`" })
        rest = rest.dropFirst(word.count + 2)
      } else {
        word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        guard !word.isEmpty else { return words }
        rest = rest.dropFirst(word.count)
      }
      rest = rest.drop { $0 == " " }
      let qualifies = ["abstract", "transient", "derived", "fetched"]
      if !words.isEmpty || !qualifies.contains(word) { words.append(word) }
    }
    return words
  }
}
