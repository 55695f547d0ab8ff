extension Lowering {
  /// Lowers a single word: `self`, `outer`, `old`, or a property. If the word
  /// is none of these, the result is nil, and the mistake has been reported.
  func bareName(_ name: NameSyntax, in scope: Scope) -> Lowered? {
    if !name.isQuoted {
      switch name.text {
      case "self": return Lowered(scope.base, scope.selfType)
      case "outer":
        if let outer = scope.outer { return Lowered(outer.base, outer.selfType) }
        return refuse(
          .invalidExpression,
          "'outer' is the object around 'any', 'all', 'none' or 'count'; here it is 'self'",
          at: name.span)
      case "old" where scope.place.hasOldObject: return Lowered(.variable("old"), .unknown)
      default: break
      }
    }
    // In `having`, the name of a selected value hides a property with the same
    // name.
    if let column = scope.place.columns[name.text] {
      return Lowered(.keyPath([name.text], of: .evaluatedObject), column)
    }
    return step(from: Lowered(scope.base, scope.selfType), to: name, described: nil, in: scope)
  }

  /// Lowers the access to a member, `base.name`. If the base has no such
  /// member, the result is nil, and the mistake has been reported.
  func member(_ base: Expression, _ name: NameSyntax, in scope: Scope) -> Lowered? {
    // `outer` comes before the base is lowered, because the second word of
    // `outer.outer` would otherwise be a property.
    if name.text == "outer", !name.isQuoted, let outer = outerScope(of: base, in: scope)?.outer {
      return Lowered(outer.base, outer.selfType)
    }
    guard let value = value(base, in: scope) else { return nil }
    return step(from: value, to: name, described: base, in: scope)
  }

  /// The words that an expression can begin with, apart from properties.
  private static let bareWords = functionNames + ["self", "true", "false", "nil"]

  /// Returns the methods of a value whose type has no properties.
  private func methods(of type: ExpressionType) -> [String] {
    switch type {
    case .attribute(.string): Self.textMethods + ["count"]
    case .attribute(.list), .list: ["contains"]
    case .fullText: ["matches", FullTextIndexDescription.rank]
    case .attribute, .toMany, .object, .null, .unknown: ["in"]
    }
  }

  /// Returns the scope of `outer`, `outer.outer` and so on, or nil for any
  /// other expression.
  private func outerScope(of expression: Expression, in scope: Scope) -> Scope? {
    guard let path = expression.path,
      path.allSatisfy({ $0.text == "outer" && !$0.isQuoted })
    else { return nil }
    return path.reduce(Optional(scope)) { scope, _ in scope?.outer }
  }

  /// Lowers one name of a path.
  ///
  /// - Parameter described: The expression before the name, or nil for a name without
  ///   a base.
  func step(
    from value: Lowered, to name: NameSyntax, described: Expression?, in scope: Scope
  ) -> Lowered? {
    switch value.type {
    // Names of an older version's objects cannot be checked, because they are not in
    // this model.
    case .unknown, .object(nil):
      symbols.enterOlder(name, after: value.expression, in: scope)
      return value.appending(name.text, .unknown)
    case .object(let entity?):
      return property(name, of: entity, from: value, described: described, in: scope)
    case .toMany(.object(let entity?)):
      if scope.place.allowsToManyPaths, name.text != "count" {
        return property(name, of: entity, from: value, described: described, in: scope)
      }
      return aggregate(name, of: entity, value, described)
    case .attribute(.composite(let composite)):
      guard let symbol = symbols.composites[composite] else { return nil }
      guard let element = symbol.element(named: name.text) else {
        reportUnknownElement(name, of: symbol, described: described, in: scope)
        return nil
      }
      if let declaration = symbol.syntax.elements.first(where: { $0.name.text == name.text }) {
        diagnostics.use(name, of: declaration.name)
      }
      return value.appending(name.text, .attribute(element.type))
    case .fullText where name.text == FullTextIndexDescription.rank:
      return value.appending(name.text, .attribute(.double))
    case .attribute(.string) where name.text == "count":
      return Lowered(.function("length:", [value.expression]), .integer)
    case .attribute, .list, .toMany, .null:
      diagnostics.offer(methods(of: value.type), for: name.text, as: .function)
      return refuse(
        .invalidKeyPath, "'\(value.type.text)' has no property '\(name.text)'", at: name.span)
    }
  }

  private func property(
    _ name: NameSyntax, of entity: String, from value: Lowered, described: Expression?,
    in scope: Scope
  ) -> Lowered? {
    guard let entity = symbols.entities[entity] else { return nil }
    // The name of a full-text index is used like that of a property, but a
    // property with the same name takes precedence.
    guard let property = entity.property(named: name.text) else {
      if let index = entity.fullTextIndex(named: name.text) {
        diagnostics.use(name, of: index)
        return value.appending(name.text, .fullText)
      }
      // A bare name may be a habit from another language. A name after a dot is
      // always a mistake in the model.
      guard described != nil || !reportHabit(name, in: scope) else { return nil }
      reportUnknownProperty(name, of: entity, described: described)
      return nil
    }
    diagnostics.use(name, of: property.name)
    switch property.kind {
    case .broken: return nil
    case .attribute(let attribute):
      guard !attribute.isTransient || scope.place.allowsTransient else {
        return refuse(
          .invalidKeyPath, "'\(name.text)' is transient: no store holds it", at: name.span)
      }
      return value.appending(name.text, .attribute(attribute.type))
    case .relationship(let relationship):
      guard property.destination != nil else { return nil }
      guard !relationship.isTransient else {
        return refuse(
          .invalidKeyPath, "'\(name.text)' is transient: no store holds it", at: name.span)
      }
      return value.appending(name.text, ExpressionType(relationship))
    case .fetched:
      return refuse(
        .invalidKeyPath, "'\(name.text)' is a fetched property: no store holds it", at: name.span)
    }
  }

  /// Lowers `count` of a to-many relationship. For any other name, the result
  /// is nil, and the mistake has been reported.
  private func aggregate(
    _ name: NameSyntax, of entity: String, _ value: Lowered, _ described: Expression?
  ) -> Lowered? {
    if name.text == "count" { return value.appending("@count", .integer) }
    diagnostics.offer(Self.collectionMethods, for: name.text, as: .function)
    let path = described?.path?.map(\.text).joined(separator: ".") ?? "this"
    let condition =
      symbols.entities[entity]?.property(named: name.text) == nil ? "..." : "\(name.text) == ..."
    return refuse(
      .toManyKeyPath,
      "'\(path)' leads to many '\(entity)'; write '\(path).any(\(condition))', 'all', "
        + "'none' or 'count'", at: name.span)
  }

  /// Reports a bare name that is a parameter without its `$`, or the `nil` of
  /// another language. For any other name, returns false.
  private func reportHabit(_ name: NameSyntax, in scope: Scope) -> Bool {
    if scope.place.parameters[name.text] != nil {
      report(
        .unknownProperty, "'\(name.text)' is a parameter; write '$\(name.text)'", at: name.span,
        replacing: ["$\(name.text)"])
      return true
    }
    guard ForeignWords.isNothing(name.text) else { return false }
    report(
      .foreignSyntax, "'\(name.text)' is not used here; write 'nil'", at: name.span,
      replacing: ["nil"])
    return true
  }

  /// Reports a property that does not exist in an entity.
  func reportUnknownProperty(
    _ name: NameSyntax, of entity: EntitySymbol, described: Expression?
  ) {
    guard !entity.isBroken(name.text) else { return }
    let names = entity.allProperties.map(\.name.text)
    let question = diagnostics.question(
      for: name.text, among: names, as: .attribute, owner: entity.name)
    for owner in entity.lineage {
      diagnostics.offer(
        owner.fullTextIndexes.map(\.text), for: name.text, as: .fullTextIndex, owner: owner.name)
    }
    if described == nil { diagnostics.offer(Self.bareWords, for: name.text, as: .function) }
    var diagnostic = SourceDiagnostic(
      .unknownProperty, "'\(entity.name)' has no property '\(name.text)'\(question)",
      at: name.span
    ).replacing(name.span, with: question)
    if question.isEmpty, !names.isEmpty, names.count <= 8 {
      diagnostic = diagnostic.note(Suggestions.inventory("its property", "its properties", names))
    } else if question.isEmpty {
      diagnostic = diagnostic.note("the entity is declared here", at: entity.syntax.name.span)
    }
    diagnostics.add(diagnostic)
  }

  private func reportUnknownElement(
    _ name: NameSyntax, of composite: CompositeSymbol, described: Expression?, in scope: Scope
  ) {
    let names = composite.description.elements.map(\.name)
    let title = composite.syntax.name.text
    let path = described?.path?.map(\.text).joined(separator: ".")
    let owner = scope.entity.map { "\($0)." } ?? ""
    let what = path.map { "'\(owner)\($0)' is '\(title)' with" } ?? "its elements are"
    reportUnknown(
      name, .unknownProperty, "'\(title)' has no property '\(name.text)'", among: names,
      as: .attribute, owner: title
    ) { diagnostic, _ in
      guard !names.isEmpty, names.count <= 8 else { return diagnostic }
      return diagnostic.note("\(what) \(Suggestions.list(names))")
    }
  }

  /// Lowers a path of names that starts at the objects of a scope. If a name is
  /// wrong, the result is nil, and the mistake has been reported.
  func path(_ names: [NameSyntax], in scope: Scope) -> Lowered? {
    var value = Lowered(scope.base, scope.selfType)
    var described: Expression?
    for name in names {
      guard let next = step(from: value, to: name, described: described, in: scope) else {
        return nil
      }
      value = next
      described =
        described.map { Expression(.member($0, name), $0.span.through(name.span)) }
        ?? Expression(.name(name), name.span)
    }
    return value
  }
}
