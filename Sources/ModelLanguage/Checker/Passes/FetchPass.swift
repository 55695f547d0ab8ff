/// Reads fetches and fetched properties.
struct FetchPass: CheckPass {
  let symbols: SymbolTable

  func run() {
    for entity in symbols.entityList { resolveFetches(of: entity) }
    for entity in symbols.entityList { checkInheritedFetches(of: entity) }
  }

  /// Resolves the fetches and the fetched properties of an entity.
  func resolveFetches(of entity: EntitySymbol) {
    var titles: [String: NameSyntax] = [:]
    for member in entity.syntax.members {
      guard case .fetch(let syntax) = member else { continue }
      annotations.checkAttributes(syntax.attributes, on: [.fetch], describedAs: "a fetch")
      annotations.allowWarnings(syntax.attributes, in: syntax.span)
      if let other = titles.updateValue(syntax.name, forKey: syntax.title) {
        reportDuplicate(
          "'\(syntax.title)' is already declared in '\(entity.name)'", at: syntax.name.span,
          first: other.span)
        continue
      }
      if let template = template(syntax, of: entity) {
        entity.description.fetchTemplates.append(template)
      }
    }
    for property in entity.properties { resolveFetched(property) }
  }

  /// Reports fetches whose functions would override a fetch or finder of a
  /// parent, since Swift does not allow functions in extensions to be
  /// overridden.
  func checkInheritedFetches(of entity: EntitySymbol) {
    for template in entity.description.fetchTemplates {
      let inherited = entity.lineage.dropFirst().compactMap { owner in
        overridden(by: template, in: owner).map { (owner: owner.name, span: $0) }
      }.first
      guard let inherited, let name = entity.fetchName(template.title) else { continue }
      report(
        .duplicateName, "'\(template.title)' is already inherited from '\(inherited.owner)'",
        at: name.span
      ) { $0.note("inherited from here", at: inherited.span) }
    }
  }

  /// Returns the declaration of the parent's fetch that a template overrides,
  /// or of the unique key whose finder it overrides; nil if it overrides
  /// neither.
  private func overridden(by template: FetchTemplate, in owner: EntitySymbol) -> Span? {
    if owner.description.fetchTemplates.contains(where: template.overrides) {
      return owner.fetchName(template.title)?.span
    }
    // A fetch with the same title replaces the finder.
    let fetches = owner.lineage.flatMap(\.description.fetchTemplates)
    guard !fetches.contains(where: { $0.title == template.title }) else { return nil }
    return owner.currentConstraints.first { template.overrides(finder(of: $0, in: owner)) }
      .map { owner.place(ofConstraint: $0.name) }
  }

  /// Returns the finder that is generated for a unique key, as a fetch.
  private func finder(of key: UniquenessConstraint, in owner: EntitySymbol) -> FetchTemplate {
    let parameters = zip(key.parameterNames, key.keyPaths).compactMap { name, path in
      valueType(of: path, in: owner).map {
        FetchTemplate.Parameter(label: name, name: name, type: $0)
      }
    }
    return FetchTemplate(
      name: "find", parameters: parameters, entityName: owner.name, result: .first)
  }

  /// Returns the type of the value at the end of a unique key's path, or nil if
  /// the path is wrong. Wrong paths have already been reported.
  private func valueType(of keyPath: String, in owner: EntitySymbol) -> ValueType? {
    let names = keyPath.split(separator: ".").map(String.init)
    guard let first = names.first, let property = owner.property(named: first) else { return nil }
    if let relationship = property.relationship { return .object(relationship.destinationName) }
    var type = property.attribute?.type
    for name in names.dropFirst() {
      guard case .composite(let composite)? = type else { return nil }
      type = symbols.composites[composite]?.element(named: name)?.type
    }
    return type.map { .attribute($0, typeAlias: nil) }
  }

  private func template(_ syntax: FetchSyntax, of entity: EntitySymbol) -> FetchTemplate? {
    var place = Scope.Place(title: syntax.title)
    let parameters = parameters(syntax.parameters, place: &place)
    guard let (target, result) = result(of: syntax, in: entity) else { return nil }
    var template = FetchTemplate(
      name: syntax.name.text, documentation: syntax.documentation, parameters: parameters,
      entityName: target.name, result: result)
    template.allowsScan = syntax.attributes.named("scan") != nil
    template.userInfo = annotations.userInfo(in: syntax.attributes)
    let clauses = FetchClauses(symbols: symbols, entity: target, place: place)
    clauses.read(syntax, into: &template)
    if !template.allowsScan, template.predicate != nil {
      FullScanCheck(symbols: symbols, entity: target).check(syntax)
    }
    return template
  }

  // MARK: Parameters

  /// Reads the parameters, and adds their types to the place of the
  /// expressions.
  func parameters(
    _ syntaxes: [ParameterSyntax], place: inout Scope.Place
  ) -> [FetchTemplate.Parameter] {
    var names: [String: NameSyntax] = [:]
    var parameters: [FetchTemplate.Parameter] = []
    for syntax in syntaxes {
      guard symbols.isNew(syntax.name, in: &names, owner: place.title ?? "") else { continue }
      place.parameterSpans[syntax.name.text] = syntax.name.span
      guard let (type, expressionType) = parameterType(syntax.type) else {
        // The name is entered nevertheless, so that its uses are not also
        // reported.
        place.parameters[syntax.name.text] = .unknown
        continue
      }
      place.parameters[syntax.name.text] = expressionType
      parameters.append(
        FetchTemplate.Parameter(
          label: syntax.label, name: syntax.name.text, type: type,
          defaultValue: parameterDefault(syntax, expressionType)))
    }
    return parameters
  }

  /// Returns the type of a parameter, or of a column. If the type is wrong, it
  /// is reported, and the result is nil.
  func parameterType(_ syntax: TypeSyntax) -> (ValueType, ExpressionType)? {
    let type: ValueType
    switch types.resolve(syntax) {
    case .broken: return nil
    case .attribute(.list(let element), nil):
      type = .list(.attribute(element, typeAlias: elementAlias(syntax)))
    case .attribute(let attribute, let alias):
      type = .attribute(attribute, typeAlias: alias?.syntax.name.text)
    case .toOne(let entity):
      type = .object(entity.name)
    case .toMany(let entity, _):
      type = .list(.object(entity.name))
    }
    return (syntax.isOptional ? .optional(type) : type, ExpressionType(type))
  }

  private func elementAlias(_ syntax: TypeSyntax) -> String? {
    guard case .array(let element) = syntax.kind, case .named(let path, nil) = element.kind,
      let name = path.first?.text, symbols.aliases[name] != nil
    else { return nil }
    return name
  }

  private func parameterDefault(
    _ syntax: ParameterSyntax, _ type: ExpressionType
  ) -> ConstantValue? {
    guard let value = syntax.value else { return nil }
    if case .null = value.kind {
      if syntax.type.isOptional { return .null }
      return refuse(
        .defaultType,
        "default of '\(syntax.name.text)' is nil, but it is required; write '?' after its type",
        at: value.span)
    }
    var attribute = type.attribute
    if case .list(.attribute(let element)) = type { attribute = .list(element) }
    switch attribute.map({ ConstantReading(type: $0).value(of: value, in: symbols) }) ?? .wrong {
    case .value(let constant): return constant
    case .reported: return nil
    case .wrong:
      return refuse(
        .defaultType,
        "default of '\(syntax.name.text)' is \(value.kindText), but it is '\(type.text)'; "
          + "write a constant of that type", at: value.span)
    }
  }
}

extension EntitySymbol {
  /// Returns the declared name of the entity's own fetch with the given title,
  /// or nil if there is none.
  fileprivate func fetchName(_ title: String) -> NameSyntax? {
    for case .fetch(let syntax) in self.syntax.members where syntax.title == title {
      return syntax.name
    }
    return nil
  }
}

extension FetchTemplate {
  /// Returns whether a function of a child overrides a parent's function in Swift:
  /// both have the same name and parameters, and the result has the same type or is
  /// an optional object of a subclass.
  fileprivate func overrides(_ inherited: FetchTemplate) -> Bool {
    guard title == inherited.title,
      parameters.map({ ExpressionType($0.type) })
        == inherited.parameters.map({ ExpressionType($0.type) })
    else { return false }
    return switch (result, inherited.result) {
    case (.first, .first), (.count, .count), (.exists, .exists): true
    case (.objects, .objects): entityName == inherited.entityName
    default: false
    }
  }
}

extension FetchSyntax {
  /// The title of a function in Swift, such as `closed(in:since:)`.
  var title: String {
    name.text + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }
}
