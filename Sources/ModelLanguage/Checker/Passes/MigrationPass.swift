extension Checker {
  /// Resolves the queries: their types; the SQL is kept as text.
  func resolveQueries() {
    var names: [String: NameSyntax] = [:]
    for syntax in files.flatMap(\.queries)
    where isNew(syntax.name, in: &names, owner: model.name) {
      var place = Scope.Place()
      place.title = syntax.name.text
      let parameters = parameters(syntax.parameters, place: &place)
      guard let result = queryResult(syntax.result) else { continue }
      model.queries.append(
        SQLQueryDescription(
          name: syntax.name.text, documentation: syntax.documentation, parameters: parameters,
          result: result, sql: syntax.sql))
    }
  }

  private func queryResult(_ syntax: ResultSyntax) -> FetchTemplate.Result? {
    switch syntax {
    case .row(let columns, let isList, _):
      return isList ? .rows(self.columns(columns)) : .row(self.columns(columns))
    case .type(let type):
      switch resolve(type) {
      case .attribute(.int64, nil): return .count
      case .attribute(.boolean, nil): return .exists
      case .broken: return nil
      default:
        report(
          .fetchResult, "a query gives back rows: write '[(name: Type)]', or 'Int' or 'Bool'",
          at: type.span)
        return nil
      }
    }
  }

  /// Resolves the migrations: names of this version are checked, those of the
  /// older one cannot be.
  func resolveMigrations() {
    var versions: [Int: Span] = [:]
    for syntax in files.flatMap(\.migrations) {
      if let other = versions.updateValue(syntax.versionSpan, forKey: syntax.version) {
        diagnostics.add(
          SourceDiagnostic(
            .duplicateName, "there is already a migration from \(syntax.version)",
            at: syntax.versionSpan
          ).note("first declared here", at: other))
        continue
      }
      if let version = model.version, syntax.version >= version {
        report(
          .migration, "a migration leads from a version before \(version), the model's own",
          at: syntax.versionSpan)
      }
      // A migration from a wrong version is read all the same, for the names in it.
      reportEqualMappings(syntax)
      model.migrations.append(
        MigrationDescription(
          documentation: syntax.documentation, fromVersion: syntax.version,
          steps: syntax.steps.compactMap { step($0, from: older(syntax.version)) }))
    }
  }

  private func step(
    _ step: MigrationSyntax.Step, from version: VersionText?
  ) -> MigrationDescription.Step? {
    switch step {
    case .map(let from, let to, let assignments):
      let source = enterOlder(entity: from, of: version)
      return entity(to).map {
        .map(
          from: from.text, to: to.text, self.assignments(assignments, of: $0, from: source))
      }
    case .insert(let name, let path, let assignments):
      let source = enterOlder(path: path, of: version)
      return entity(name).map {
        .insert(
          entity: name.text, fromDistinct: path.text,
          self.assignments(assignments, of: $0, from: source, distinct: path))
      }
    case .drop(let path, let reason):
      _ = enterOlder(path: path, of: version)
      return .drop(keyPath: path.text, reason: reason)
    case .before(let path): return .before(path.text)
    case .after(let path): return .after(path.text)
    case .policy(let name, let attributes):
      let isOptional = isOptional(attributes)
      return entity(name).map {
        isOptional ? .optionalPolicy(entity: $0.name) : .policy(entity: $0.name)
      }
    case .mapping(let syntax):
      let source = syntax.source.flatMap { enterOlder(entity: $0, of: version) }
      return mapping(syntax, from: source).map { .mapping($0) }
    }
  }

  /// Returns whether a policy may be left out: `policy Person @optional`.
  private func isOptional(_ attributes: [AttributeSyntax]) -> Bool {
    for attribute in attributes {
      guard attribute.name.text == "optional" else {
        report(
          .unknownAttribute,
          "no attribute '@\(attribute.name.text)' of a policy; there is '@optional', for one that a "
            + "program may leave out", at: attribute.span)
        continue
      }
      if attribute.hasParentheses {
        report(.attributeArguments, "'@optional' takes nothing in parentheses", at: attribute.span)
      }
    }
    return attributes.contains { $0.name.text == "optional" }
  }

  /// - Parameter distinct: The older property whose values objects are made of;
  ///   nil where they are made of older objects.
  private func assignments(
    _ syntaxes: [MigrationSyntax.Assignment], of entity: EntitySymbol, from source: OlderObject?,
    distinct: [NameSyntax]? = nil
  ) -> [MigrationDescription.Assignment] {
    let scope = Scope(entity, place: .migration(from: source))
    return syntaxes.compactMap { syntax in
      guard let target = path(syntax.path, in: scope), canSet(syntax.path, target.type, of: entity),
        let value = value(syntax.value, in: scope, expected: target.type)
      else { return nil }
      guard target.type.manyEntity == nil || syntax.value.olderName != nil else {
        report(
          .migration,
          "'\(syntax.path.text)' leads to many objects: a block gives it one older relationship, "
            + "as in '\(syntax.path.text) = old.name'", at: syntax.value.span)
        return nil
      }
      guard isAssignable(value.type, to: target.type) else {
        report(
          .typeMismatch,
          "'\(syntax.path.text)' is '\(target.type.text)', but this is '\(value.type.text)'",
          at: syntax.value.span)
        return nil
      }
      guard isWhole(value, of: target.type, syntax) else { return nil }
      if let distinct, let name = distinct.last?.text, value.expression.readsOlder(but: name) {
        report(
          .migration,
          "objects out of values of '\(distinct.text)' know nothing of older objects but "
            + "'old.\(name)'", at: syntax.value.span)
        return nil
      }
      return MigrationDescription.Assignment(syntax.path.text, value.expression)
    }
  }

  /// Returns whether a value is one that a column or a link can be set to; else says what it is.
  private func isWhole(
    _ value: Lowered, of type: ExpressionType, _ syntax: MigrationSyntax.Assignment
  ) -> Bool {
    if case .attribute(.composite) = type, value.type != .null {
      report(
        .migration, "'\(syntax.path.text)' is a composite: set its elements", at: syntax.value.span)
      return false
    }
    if value.expression.hasLookUpInside {
      report(
        .migration, "'find' is a part of no other value: '\(syntax.path.text) = find …' alone",
        at: syntax.value.span)
      return false
    }
    return true
  }

  /// Returns whether a path is one that a block can set: a property of the
  /// entity, or an element; else says what it is.
  private func canSet(
    _ path: [NameSyntax], _ type: ExpressionType, of entity: EntitySymbol
  ) -> Bool {
    guard path.count > 1, let first = path.first, let last = path.last else { return true }
    if entity.property(named: first.text)?.relationship != nil {
      report(
        .migration,
        "'\(path.text)' is of what '\(first.text)' leads to: a block sets properties of "
          + "'\(entity.name)'", at: last.span)
      return false
    }
    if case .attribute(.composite) = type {
      report(
        .migration, "'\(path.text)' is a composite in a composite: set its elements", at: last.span)
      return false
    }
    return true
  }

  /// `find Entity(key: value)`, lowered to
  /// `find:("Entity", "key", value, ...)`.
  func find(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], at span: Span, in scope: Scope
  ) -> Lowered? {
    guard scope.place.isMigration else {
      report(.invalidExpression, "'find' stands in migrations only", at: span)
      return nil
    }
    guard let entity = entity(name) else { return nil }
    var operands: [ObjectExpression] = [.constant(.string(entity.name))]
    for argument in arguments {
      guard let label = argument.label, let expression = argument.expression else {
        report(
          .invalidExpression, "'find' takes properties: 'find \(name.text)(name: value)'",
          at: argument.span)
        return nil
      }
      guard let target = path([label], in: Scope(entity)),
        let value = value(expression, in: scope, expected: target.type)
      else { return nil }
      operands += [.constant(.string(label.text)), value.expression]
    }
    return Lowered(.function("find:", operands), .object(entity.name))
  }
}

extension ObjectExpression {
  /// A Boolean value that says whether a part of it is a `find`.
  fileprivate var hasLookUpInside: Bool {
    hasPart {
      $0.contains(where: Self.isLookUp)
    } predicate: {
      $0.contains(where: Self.isLookUp)
    }
  }

  private static func isLookUp(_ expression: ObjectExpression) -> Bool {
    if case .function("find:", _) = expression { true } else { false }
  }

  /// Returns whether it reads another property of an older object than one.
  fileprivate func readsOlder(but name: String) -> Bool {
    contains { part in
      guard case .keyPath(let names, of: .variable("old")) = part else { return false }
      return names.first != name
    }
  }
}

extension [NameSyntax] {
  /// The names joined by dots.
  fileprivate var text: String { map(\.text).joined(separator: ".") }
}

extension Checker {
  /// Returns whether a property of another type can be set to a value.
  private func isAssignable(_ value: ExpressionType, to other: ExpressionType) -> Bool {
    if case .list = value, other.element != nil { return true }
    return value == .null || areComparable(value, other)
  }
}
