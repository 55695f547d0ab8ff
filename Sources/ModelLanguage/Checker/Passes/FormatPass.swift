extension Checker {
  /// A condition in predicate format.
  struct Format {
    let predicate: ObjectPredicate
    let text: String
    let entityName: String
    let variables: [String: ValueType]
    let parameterSpans: [String: Span]
    let span: Span
  }

  /// Reports what conditions in predicate format name that the model has not.
  func checkFormats(in model: ManagedObjectModel) {
    for format in formats {
      guard let entity = model.entity(named: format.entityName) else { continue }
      let errors = format.predicate.errors(
        for: entity, in: model, variables: format.variables)
      for error in errors {
        report(.invalidExpression, error.message, at: format.span)
      }
      // Only an editor's index asks for the places of names.
      if errors.isEmpty, diagnostics.names != nil { enterUses(format, of: entity, in: model) }
    }
  }

  /// Enters what the names in a condition stand for. Where the two lists of
  /// names differ, nobody knows which is which, and none is entered.
  private func enterUses(
    _ format: Format, of entity: EntityDescription, in model: ManagedObjectModel
  ) {
    let written = FormatName.names(in: format.text)
    let resolved = format.predicate.resolvedNames(
      for: entity, in: model, variables: format.variables)
    guard written.map(\.text) == resolved.map(\.text), written.map(\.kind) == resolved.map(\.kind)
    else { return }
    for (name, meaning) in zip(written, resolved) {
      guard let declaration = declaration(of: meaning, in: format) else { continue }
      diagnostics.names?.use(
        TextUse(
          literal: format.span, range: name.range, declaration: declaration,
          isFormatKey: name.isBareKey))
    }
  }

  private func declaration(of name: ResolvedFormatName, in format: Format) -> Span? {
    switch name.kind {
    case .key: name.owner.flatMap { declaration(of: name.text, in: $0) }
    case .variable: name.isBound ? nil : format.parameterSpans[name.text]
    case .entity: entities[name.text]?.syntax.name.span
    }
  }

  /// The place where an entity's property, or a composite's element, names
  /// itself.
  private func declaration(of key: String, in owner: String) -> Span? {
    entities[owner]?.property(named: key)?.name.span
      ?? composites[owner]?.syntax.elements.first { $0.name.text == key }?.name.span
  }

  /// Enters what the names of a path in a text, `"a.b"`, stand for.
  func enterUses(ofPath text: String, at literal: Span, from type: ExpressionType) {
    guard let index = diagnostics.names else { return }
    var owner = type.ownerOfKeys
    var start = 0
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let current = owner, let declaration = declaration(of: name, in: current) else {
        return
      }
      let range = start..<start + name.utf8.count
      index.use(TextUse(literal: literal, range: range, declaration: declaration))
      owner = self.owner(behind: name, of: current)
      start = range.upperBound + 1
    }
  }

  /// The entity or the composite that has the keys behind a key.
  func owner(behind key: String, of owner: String) -> String? {
    guard let property = entities[owner]?.property(named: key) else {
      return composites[owner]?.element(named: key).flatMap {
        ExpressionType.attribute($0.type).ownerOfKeys
      }
    }
    return property.destination?.name
      ?? property.attribute.flatMap { ExpressionType.attribute($0.type).ownerOfKeys }
  }
}

extension ExpressionType {
  /// The entity or the composite whose keys values of the type, or its
  /// elements, have.
  fileprivate var ownerOfKeys: String? { (element ?? self).keyOwner }
}
