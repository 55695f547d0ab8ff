/// The meaning of a type in the source text.
enum ResolvedType {
  /// A wrong type, which has already been reported.
  case broken
  case attribute(AttributeType, alias: AliasSymbol?)
  case toOne(EntitySymbol)
  case toMany(EntitySymbol, isOrdered: Bool)
}

/// Resolves types in the source text, including type aliases.
struct TypeResolver: CheckPass {
  let symbols: SymbolTable

  /// Resolves a type, or reports that it is wrong.
  func resolve(_ type: TypeSyntax) -> ResolvedType {
    switch type.kind {
    case .missing: .broken
    case .named(let path, let argument): resolve(path, argument, in: type)
    case .array(let element): resolveArray(of: element)
    }
  }

  private func resolve(
    _ path: [NameSyntax], _ argument: TypeSyntax?, in type: TypeSyntax
  ) -> ResolvedType {
    guard path.count == 1, let name = path.first else { return unknownModuleType(path, type) }
    if let argument { return resolveGeneric(name, argument, in: type) }
    if !name.isQuoted, let builtin = BuiltinType(rawValue: name.text) {
      guard let attribute = builtin.attributeType else {
        let example = builtin == .set ? "Set<Entity>" : "Codable<MyType>"
        let isEntity = symbols.entities[name.text] != nil
        let cure = isEntity ? ", or '`\(name.text)`' for the entity" : ""
        report(
          .unknownType, "'\(name.text)' needs a type: write '\(example)'\(cure)", at: name.span,
          replacing: isEntity ? ["`\(name.text)`"] : [])
        return .broken
      }
      return .attribute(attribute, alias: nil)
    }
    if let alias = symbols.aliases[name.text] {
      diagnostics.use(name, of: alias.syntax.name)
      return resolve(alias).map { .attribute($0.type, alias: alias) } ?? .broken
    }
    if let enumeration = symbols.enumerations[name.text] {
      diagnostics.use(name, of: enumeration.syntax.name)
      return .attribute(enumeration.attributeType, alias: nil)
    }
    if let composite = symbols.composites[name.text] {
      diagnostics.use(name, of: composite.syntax.name)
      return .attribute(.composite(name.text), alias: nil)
    }
    if let entity = symbols.entities[name.text] {
      diagnostics.use(name, of: entity.syntax.name)
      return .toOne(entity)
    }
    reportUnknownType(name)
    return .broken
  }

  private func unknownModuleType(_ path: [NameSyntax], _ type: TypeSyntax) -> ResolvedType {
    let name = path.map(\.text).joined(separator: ".")
    report(
      .unknownType,
      "type '\(name)' of another module is written 'Codable<\(name)>' here", at: type.span,
      replacing: ["Codable<\(name)>"])
    return .broken
  }

  private func resolveGeneric(
    _ name: NameSyntax, _ argument: TypeSyntax, in type: TypeSyntax
  ) -> ResolvedType {
    switch name.text {
    case "Set": return resolveSet(of: argument)
    case "Codable":
      guard case .named(let path, nil) = argument.kind, !argument.isOptional else {
        report(.unknownType, "write the name of a type: 'Codable<MyType>'", at: argument.span)
        return .broken
      }
      return .attribute(.codable(path.map(\.text).joined(separator: ".")), alias: nil)
    default:
      if name.text == "Array", case .named(let path, argument: nil) = argument.kind {
        let list = "[\(path.map(\.text).joined(separator: "."))]"
        report(
          .unknownType, "an array is written '\(list)' here", at: type.span,
          replacing: [list + (type.isOptional ? "?" : "")])
      } else if let foreign = ForeignWords.types[name.text] {
        report(.unknownType, "unknown type '\(name.text)'; \(foreign.message)", at: name.span)
      } else {
        report(
          .unknownType, "'\(name.text)' takes no type in '<>'; only 'Set' and 'Codable' do",
          at: name.span)
      }
      return .broken
    }
  }

  private func resolveSet(of element: TypeSyntax) -> ResolvedType {
    refuseOptional(element)
    switch resolve(element) {
    case .toOne(let entity): return .toMany(entity, isOrdered: false)
    case .attribute(let type, _):
      report(
        .typeNotAllowed, "'Set' holds entities; values are listed as '[\(type.text)]'",
        at: element.span)
      return .broken
    case .toMany:
      report(.typeNotAllowed, "a set holds entities, not sets of them", at: element.span)
      return .broken
    case .broken: return .broken
    }
  }

  private func resolveArray(of element: TypeSyntax) -> ResolvedType {
    refuseOptional(element)
    switch resolve(element) {
    case .toOne(let entity): return .toMany(entity, isOrdered: true)
    case .attribute(let type, _):
      guard type.canBeListed else {
        report(
          .typeNotAllowed, "a list holds scalars or entities, not '\(type.text)'",
          at: element.span)
        return .broken
      }
      return .attribute(.list(type), alias: nil)
    case .toMany:
      report(.typeNotAllowed, "a list holds entities, not lists of them", at: element.span)
      return .broken
    case .broken: return .broken
    }
  }

  private func refuseOptional(_ element: TypeSyntax) {
    guard element.isOptional else { return }
    report(.typeNotAllowed, "elements cannot be nil; leave '?' out", at: element.span)
  }

  /// Reports an unknown type, with suggestions.
  func reportUnknownType(_ name: NameSyntax) {
    guard !symbols.brokenNames.contains(name.text) else { return }
    if let foreign = ForeignWords.types[name.text] {
      return report(
        .unknownType, "unknown type '\(name.text)'; \(foreign.message)", at: name.span,
        replacing: ForeignWords.types(in: foreign.message))
    }
    let cure = "declare 'entity \(name.text) { ... }', or 'Codable<\(name.text)>' for a Swift type"
    reportUnknown(
      name, .unknownType, "unknown type '\(name.text)'", among: symbols.typeNames, as: .builtinType
    ) { $1 ? $0.fix(cure) : $0 }
  }

  /// Returns the target type of an alias, which is resolved first if necessary.
  /// A wrong alias is reported, and the result is nil.
  func resolve(_ alias: AliasSymbol) -> TypeAliasDescription? {
    switch alias.state {
    case .done: return alias.description
    case .underWay:
      // The alias is already being resolved, so it refers to itself, perhaps
      // through other aliases.
      let name = alias.syntax.name
      diagnostics.add(
        SourceDiagnostic(.aliasCycle, "'\(name.text)' stands for itself", at: name.span)
          .fix("write a type of the language, such as 'String', in one of them"))
      return nil
    case .untouched: break
    }
    alias.state = .underWay
    defer { alias.state = .done }
    let syntax = alias.syntax
    let resolved = resolve(syntax.type)
    guard case .attribute(let type, let base) = resolved else {
      if case .broken = resolved { return nil }
      refuseEntity(syntax)
      return nil
    }
    if syntax.type.isOptional {
      report(
        .typeNotAllowed, "a type alias is never optional; write '?' where it is used",
        at: syntax.type.span)
    }
    annotations.checkAttributes(
      syntax.attributes, on: [.typeAlias], type: type, describedAs: "a type alias")
    let rules =
      (base?.description?.rules ?? [])
      + PropertyPass(symbols: symbols).rules(in: syntax.attributes, for: type)
    alias.description = TypeAliasDescription(
      name: syntax.name.text, documentation: syntax.documentation, type: type, rules: rules)
    return alias.description
  }

  private func refuseEntity(_ syntax: TypeAliasSyntax) {
    report(
      .typeNotAllowed, "a type alias names a scalar, not an entity", at: syntax.type.span)
  }
}

extension AttributeType {
  /// True if values of the type can be elements of a list.
  fileprivate var canBeListed: Bool {
    switch self {
    case .composite, .list, .codable, .transformable, .undefined, .json: false
    default: true
    }
  }
}
