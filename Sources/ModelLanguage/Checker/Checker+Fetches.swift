internal import ModelPredicates
internal import ModelSchema

extension Checker {
  /// Resolves the fetches and the fetched properties of an entity.
  func resolveFetches(of entity: EntitySymbol) {
    var titles: [String: NameSyntax] = [:]
    for member in entity.syntax.members {
      guard case .fetch(let syntax) = member else { continue }
      checkAttributes(syntax.attributes, on: .fetch, describedAs: "a fetch")
      allowWarnings(syntax.attributes, in: syntax.span)
      if let other = titles.updateValue(syntax.name, forKey: syntax.title) {
        diagnostics.add(
          SourceDiagnostic(
            .duplicateName, "'\(syntax.title)' is already declared in '\(entity.name)'",
            at: syntax.name.span
          ).note("first declared here", at: other.span))
        continue
      }
      if let template = template(syntax, of: entity) {
        entity.description.fetchTemplates.append(template)
      }
    }
    for property in entity.properties { resolveFetched(property) }
  }

  /// Reports own fetches whose functions would override those of parents, which
  /// Swift does not let functions in extensions do.
  func checkInheritedFetches(of entity: EntitySymbol) {
    for template in entity.description.fetchTemplates {
      let owner = entity.lineage.dropFirst().first {
        $0.description.fetchTemplates.contains(where: template.overrides)
      }
      guard let owner, let name = entity.fetchName(template.title),
        let inherited = owner.fetchName(template.title)
      else { continue }
      diagnostics.add(
        SourceDiagnostic(
          .duplicateName, "'\(template.title)' is already inherited from '\(owner.name)'",
          at: name.span
        ).note("inherited from here", at: inherited.span))
    }
  }

  private func template(_ syntax: FetchSyntax, of entity: EntitySymbol) -> FetchTemplate? {
    var place = Scope.Place()
    place.title = syntax.title
    let parameters = parameters(syntax.parameters, place: &place)
    guard let (target, result) = result(of: syntax, in: entity) else { return nil }
    var template = FetchTemplate(
      name: syntax.name.text, documentation: syntax.documentation, parameters: parameters,
      entityName: target.name, result: result)
    template.allowsScan = syntax.attributes.named("scan") != nil
    template.userInfo = userInfo(in: syntax.attributes)
    let clauses = FetchClauses(checker: self, entity: target, place: place)
    clauses.read(syntax, into: &template)
    if !template.allowsScan, template.predicate != nil {
      FullScanCheck(checker: self, entity: target).check(syntax)
    }
    return template
  }

  // MARK: Parameters

  /// The parameters, with their types entered into the place where the
  /// expressions stand.
  func parameters(
    _ syntaxes: [ParameterSyntax], place: inout Scope.Place
  ) -> [FetchTemplate.Parameter] {
    var names: [String: NameSyntax] = [:]
    var parameters: [FetchTemplate.Parameter] = []
    for syntax in syntaxes {
      guard isNew(syntax.name, in: &names, owner: place.title ?? "") else { continue }
      place.parameterSpans[syntax.name.text] = syntax.name.span
      guard let (type, expressionType) = parameterType(syntax.type) else {
        // Known by name all the same, so that its uses are not reported too.
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

  /// The type of a parameter, or of a column.
  func parameterType(_ syntax: TypeSyntax) -> (ValueType, ExpressionType)? {
    let type: ValueType
    switch resolve(syntax) {
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
      let name = path.first?.text, aliases[name] != nil
    else { return nil }
    return name
  }

  private func parameterDefault(
    _ syntax: ParameterSyntax, _ type: ExpressionType
  ) -> ConstantValue? {
    guard let value = syntax.value else { return nil }
    if case .null = value.kind {
      if syntax.type.isOptional { return .null }
      report(
        .defaultType,
        "default of '\(syntax.name.text)' is nil, but it is required; write '?' after its type",
        at: value.span)
      return nil
    }
    var attribute = type.attribute
    if case .list(.attribute(let element)) = type { attribute = .list(element) }
    switch attribute.map({ ConstantReading(type: $0).value(of: value, in: self) }) ?? .wrong {
    case .value(let constant): return constant
    case .reported: return nil
    case .wrong:
      report(
        .defaultType,
        "default of '\(syntax.name.text)' is \(value.kindText), but it is '\(type.text)'; "
          + "write a constant of that type", at: value.span)
      return nil
    }
  }
}

extension EntitySymbol {
  /// The declared name of an own fetch with a title.
  fileprivate func fetchName(_ title: String) -> NameSyntax? {
    for case .fetch(let syntax) in self.syntax.members where syntax.title == title {
      return syntax.name
    }
    return nil
  }
}

extension FetchTemplate {
  /// Returns whether Swift takes a function of a child for that of a parent: name
  /// and parameters are the same, and the result is of the same type, or an
  /// optional object of a subclass.
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
  /// `closed(in:since:)`, as Swift names a function.
  var title: String {
    name.text + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }
}
