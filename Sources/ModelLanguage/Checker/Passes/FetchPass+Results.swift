extension FetchPass {
  /// Returns the result of a fetch, and the fetched entity. If the declared
  /// result is wrong, it is reported, and nil is returned.
  func result(
    of syntax: FetchSyntax, in entity: EntitySymbol
  ) -> (EntitySymbol, FetchTemplate.Result)? {
    switch syntax.result {
    case .row(let columns, let isList, _):
      let columns = self.columns(columns)
      return (entity, isList ? .rows(columns) : .row(columns))
    case .type(let type): return objectResult(type, in: entity)
    }
  }

  private func objectResult(
    _ type: TypeSyntax, in entity: EntitySymbol
  ) -> (EntitySymbol, FetchTemplate.Result)? {
    switch types.resolve(type) {
    case .broken: return nil
    case .toMany(let target, let isOrdered):
      guard isOrdered, !type.isOptional else {
        return refuse(
          .fetchResult, "a fetch gives back a list: write '[\(target.name)]'", at: type.span,
          replacing: ["[\(target.name)]"])
      }
      return checkTarget(target, in: entity, at: type.span) ? (target, .objects) : nil
    case .toOne(let target):
      guard type.isOptional else {
        return refuse(
          .fetchResult,
          "there may be no such '\(target.name)': write '\(target.name)?' for the first, or "
            + "'[\(target.name)]' for all", at: type.span,
          replacing: ["\(target.name)?", "[\(target.name)]"])
      }
      return checkTarget(target, in: entity, at: type.span) ? (target, .first) : nil
    case .attribute(.int64, nil) where !type.isOptional: return (entity, .count)
    case .attribute(.boolean, nil) where !type.isOptional: return (entity, .exists)
    case .attribute(let attribute, _):
      return refuse(
        .fetchResult,
        "a fetch gives back '[\(entity.name)]', '\(entity.name)?', 'Int' (how many), 'Bool' "
          + "(whether any) or rows, not '\(attribute.text)'", at: type.span)
    }
  }

  private func checkTarget(
    _ target: EntitySymbol, in entity: EntitySymbol, at span: Span
  ) -> Bool {
    guard !target.isRelated(to: entity) else { return true }
    report(
      .fetchResult,
      "a fetch in '\(entity.name)' gives back '\(entity.name)'; move this one to "
        + "'entity \(target.name)'", at: span)
    return false
  }

  /// Returns the columns of a row. Wrong columns are reported and left out.
  func columns(_ syntaxes: [ResultSyntax.Column]) -> [FetchTemplate.Column] {
    var names: [String: NameSyntax] = [:]
    return syntaxes.compactMap { syntax in
      guard symbols.isNew(syntax.name, in: &names, owner: "the row"),
        let (type, _) = parameterType(syntax.type)
      else { return nil }
      return FetchTemplate.Column(name: syntax.name.text, type: type)
    }
  }

  // MARK: Fetched properties

  /// Sets the result type of a fetched property, before its clauses are read.
  func declareFetched(_ property: PropertySymbol, _ syntax: FetchSyntax) {
    annotations.checkAttributes(
      syntax.attributes, on: [.fetched], describedAs: "a fetched property")
    annotations.allowWarnings(syntax.attributes, in: syntax.span)
    guard case .type(let type) = syntax.result else { return }
    let result: FetchTemplate.Result
    switch types.resolve(type) {
    case .broken: return
    case .toMany(let target, true) where !type.isOptional:
      property.destination = target
      result = .objects
    case .toOne(let target) where type.isOptional:
      property.destination = target
      result = .first
    default:
      report(
        .fetchResult, "a fetched property holds objects: write '[Entity]' or 'Entity?'",
        at: type.span)
      return
    }
    guard let target = property.destination else { return }
    property.kind = .fetched(
      FetchedPropertyDescription(
        name: syntax.name.text, documentation: syntax.documentation,
        request: FetchTemplate(
          name: syntax.name.text, entityName: target.name, result: result),
        userInfo: annotations.userInfo(in: syntax.attributes)))
  }

  /// Reads the clauses of a fetched property.
  func resolveFetched(_ property: PropertySymbol) {
    guard let syntax = property.fetch, let target = property.destination,
      case .fetched(var description) = property.kind
    else { return }
    let place = Scope.Place(title: syntax.name.text, source: property.owner)
    FetchClauses(symbols: symbols, entity: target, place: place)
      .read(syntax, into: &description.request)
    property.kind = .fetched(description)
  }
}
