extension Checker {
  /// Enters all types and entities under their names, in the order in which
  /// they stand: of two equal names the second one is the mistake.
  func declareTypes() {
    var first: [String: NameSyntax] = [:]
    for file in files {
      let declarations = file.typeDeclarations.sorted {
        $0.name.span.start < $1.name.span.start
      }
      for declaration in declarations where declare(declaration.name, in: &first, declaration) {
        enter(declaration)
      }
    }
  }

  private func enter(_ declaration: TypeDeclaration) {
    switch declaration {
    case .alias(let syntax):
      let symbol = AliasSymbol(syntax)
      aliases[syntax.name.text] = symbol
      aliasList.append(symbol)
    case .enumeration(let syntax):
      let symbol = EnumerationSymbol(syntax)
      enumerations[syntax.name.text] = symbol
      enumerationList.append(symbol)
    case .composite(let syntax):
      let symbol = CompositeSymbol(syntax)
      composites[syntax.name.text] = symbol
      compositeList.append(symbol)
    case .entity(let syntax):
      let symbol = EntitySymbol(syntax)
      entities[syntax.name.text] = symbol
      entityList.append(symbol)
    }
  }

  /// Enters a name; false where it is taken.
  ///
  /// An entity may have the name of a type, since real models do: in
  /// back-ticks the entity is meant.
  private func declare(
    _ name: NameSyntax, in first: inout [String: NameSyntax], _ declaration: TypeDeclaration
  ) -> Bool {
    if !declaration.isEntity, BuiltinType(rawValue: name.text) != nil {
      diagnostics.add(
        SourceDiagnostic(
          .reservedName, "'\(name.text)' is a type of the language and cannot be declared",
          at: name.span
        ).fix("pick another name, such as 'Model\(name.text)'"))
      return false
    }
    if let other = first[name.text] {
      diagnostics.add(
        SourceDiagnostic(.duplicateName, "'\(name.text)' is already declared", at: name.span)
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
    if let entity = entities[name.text] {
      diagnostics.use(name, of: entity.syntax.name)
      return entity
    }
    // Its declaration could not be read. That has been reported, and nothing follows from it.
    guard !brokenNames.contains(name.text) else { return nil }
    let names = entityList.map(\.name)
    reportUnknown(
      name, .unknownEntity, "no entity '\(name.text)'", among: names, as: .entity
    ) { diagnostic, isUnlike in
      guard isUnlike, !names.isEmpty, names.count <= 8 else { return diagnostic }
      return diagnostic.note(Suggestions.inventory("the entity", "the entities", names))
    }
    return nil
  }
}

/// A declaration whose name stands among the types.
private enum TypeDeclaration {
  case alias(TypeAliasSyntax)
  case enumeration(EnumerationSyntax)
  case composite(CompositeSyntax)
  case entity(EntitySyntax)

  var name: NameSyntax {
    switch self {
    case .alias(let syntax): syntax.name
    case .enumeration(let syntax): syntax.name
    case .composite(let syntax): syntax.name
    case .entity(let syntax): syntax.name
    }
  }

  var isEntity: Bool {
    if case .entity = self { true } else { false }
  }
}

extension FileSyntax {
  fileprivate var typeDeclarations: [TypeDeclaration] {
    typeAliases.map { .alias($0) } + enumerations.map { .enumeration($0) }
      + composites.map { .composite($0) } + entities.map { .entity($0) }
  }
}
