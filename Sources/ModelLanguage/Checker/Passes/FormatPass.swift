/// Checks conditions in predicate format against the whole model.
struct FormatPass: CheckPass {
  let symbols: SymbolTable

  /// A condition in predicate format.
  struct Format {
    let predicate: ObjectPredicate
    let text: String
    let entityName: String
    let variables: [String: ValueType]
    let parameterSpans: [String: Span]
    let span: Span
  }

  /// Reports names in conditions in predicate format that do not exist in the
  /// model.
  func run(in model: ManagedObjectModel) {
    for format in symbols.formats {
      guard let entity = model.entity(named: format.entityName) else { continue }
      let errors = format.predicate.errors(
        for: entity, in: model, variables: format.variables)
      for error in errors {
        report(.invalidExpression, error.message, at: format.span)
      }
      // The positions of names are needed only for an editor's index.
      if errors.isEmpty, diagnostics.names != nil { enterUses(format, of: entity, in: model) }
    }
  }

  /// Adds to the name index the declarations of the names in a condition. If
  /// the two lists of names differ, they cannot be matched, and no names are
  /// added.
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
    case .key: name.owner.flatMap { symbols.declaration(of: name.text, in: $0) }
    case .variable: name.isBound ? nil : format.parameterSpans[name.text]
    case .entity: symbols.entities[name.text]?.syntax.name.span
    }
  }
}
