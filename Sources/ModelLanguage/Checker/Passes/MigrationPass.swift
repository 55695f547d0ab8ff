/// Reads migration blocks, including mappings.
struct MigrationPass: CheckPass {
  let symbols: SymbolTable

  /// Resolves the migrations. Names of the model's own version are checked;
  /// names of the older version cannot be checked.
  func run() {
    var versions: [Int: Span] = [:]
    for syntax in symbols.files.flatMap(\.migrations) {
      if let other = versions.updateValue(syntax.versionSpan, forKey: syntax.version) {
        reportDuplicate(
          "there is already a migration from \(syntax.version)", at: syntax.versionSpan,
          first: other)
        continue
      }
      if let version = symbols.model.version, syntax.version >= version {
        report(
          .migration, "a migration leads from a version before \(version), the model's own",
          at: syntax.versionSpan)
      }
      // A migration from a wrong version is read nevertheless, so that its names are
      // checked.
      reportEqualMappings(syntax)
      symbols.model.migrations.append(
        MigrationDescription(
          documentation: syntax.documentation, fromVersion: syntax.version,
          steps: syntax.steps.compactMap { step($0, from: symbols.older(syntax.version)) }))
    }
  }

  private func step(
    _ step: MigrationSyntax.Step, from version: VersionText?
  ) -> MigrationDescription.Step? {
    switch step {
    case .map(let from, let to, let assignments):
      let source = symbols.enterOlder(entity: from, of: version)
      return symbols.entity(to).map {
        .map(
          from: from.text, to: to.text, self.assignments(assignments, of: $0, from: source))
      }
    case .insert(let name, let path, let assignments):
      let source = symbols.enterOlder(path: path, of: version)
      return symbols.entity(name).map {
        .insert(
          entity: name.text, fromDistinct: path.text,
          self.assignments(assignments, of: $0, from: source, distinct: path))
      }
    case .drop(let path, let reason):
      _ = symbols.enterOlder(path: path, of: version)
      return .drop(keyPath: path.text, reason: reason)
    case .before(let path): return .before(path.text)
    case .after(let path): return .after(path.text)
    case .policy(let name, let attributes):
      let isOptional = isOptional(attributes)
      return symbols.entity(name).map {
        isOptional ? .optionalPolicy(entity: $0.name) : .policy(entity: $0.name)
      }
    case .mapping(let syntax):
      let source = syntax.source.flatMap { symbols.enterOlder(entity: $0, of: version) }
      return mapping(syntax, from: source).map { .mapping($0) }
    }
  }

  /// Returns whether a policy is optional, as in `policy Person @optional`.
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

  /// Returns the valid assignments of a step, and reports the others.
  ///
  /// - Parameter distinct: The older property whose distinct values become
  ///   objects, or nil if older objects become objects.
  private func assignments(
    _ syntaxes: [MigrationSyntax.Assignment], of entity: EntitySymbol, from source: ReleasedObject?,
    distinct: [NameSyntax]? = nil
  ) -> [MigrationDescription.Assignment] {
    let scope = Scope(entity, place: .migration(from: source))
    return syntaxes.compactMap { syntax in
      guard let target = expressions.path(syntax.path, in: scope),
        canSet(syntax.path, target.type, of: entity),
        let value = expressions.value(syntax.value, in: scope, expected: target.type)
      else { return nil }
      guard target.type.manyEntity == nil || syntax.value.olderName != nil else {
        return refuse(
          .migration,
          "'\(syntax.path.text)' leads to many objects: a block gives it one older relationship, "
            + "as in '\(syntax.path.text) = old.name'", at: syntax.value.span)
      }
      guard isAssignable(value.type, to: target.type) else {
        return refuse(
          .typeMismatch,
          "'\(syntax.path.text)' is '\(target.type.text)', but this is '\(value.type.text)'",
          at: syntax.value.span)
      }
      guard isWhole(value, of: target.type, syntax) else { return nil }
      if let distinct, let name = distinct.last?.text, value.expression.readsOlder(but: name) {
        return refuse(
          .migration,
          "objects out of values of '\(distinct.text)' know nothing of older objects but "
            + "'old.\(name)'", at: syntax.value.span)
      }
      return MigrationDescription.Assignment(syntax.path.text, value.expression)
    }
  }

  /// Returns whether a value can be assigned to a single column or relationship. If
  /// it cannot, the reason is reported.
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

  /// Returns whether a block can set a path, which must lead to a property of the
  /// entity or to an element of a composite. If it cannot, the reason is reported.
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
}

extension ObjectExpression {
  /// True if a part of the expression is a `find`.
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

  /// Returns whether the expression reads a property of an older object other
  /// than the property with the given name.
  fileprivate func readsOlder(but name: String) -> Bool {
    contains { part in
      guard case .keyPath(let names, of: .variable("old")) = part else { return false }
      return names.first != name
    }
  }
}

extension [NameSyntax] {
  /// The names, joined by dots.
  fileprivate var text: String { map(\.text).joined(separator: ".") }
}

extension MigrationPass {
  /// Returns whether a value of one type can be assigned to a property of another.
  private func isAssignable(_ value: ExpressionType, to other: ExpressionType) -> Bool {
    if case .list = value, other.element != nil { return true }
    return value == .null || expressions.areComparable(value, other)
  }
}
