extension VersionCheck {
  /// Reports values and conditions in the migration from the older version that
  /// could not be evaluated. Mistakes that concern older objects can be found
  /// only when versions are compared.
  func checkExpressions() {
    guard
      let syntax = new.symbols.files.flatMap(\.migrations).first(where: { $0.version == number })
    else { return }
    for step in new.model.migrationSteps(from: old.model) {
      switch step {
      case .map(let from, let to, let assignments):
        guard let checker = checker(from, to) else { continue }
        let place = syntax.place(ofMap: from, to)
        for assignment in assignments {
          check(assignment.keyPath, assignment.expression, of: to, checker, place)
        }
      case .mapping(let mapping):
        check(mapping, syntax.place(ofMapping: mapping.name))
      case .insert, .drop, .before, .after, .policy, .optionalPolicy: break
      }
    }
  }

  private func check(_ mapping: MappingModel.Entity, _ place: ExpressionPlace?) {
    guard let from = mapping.sourceName, let to = mapping.destinationName,
      let checker = checker(from, to)
    else { return }
    if let predicate = mapping.predicate {
      for error in checker.errors(in: predicate) {
        report("the condition of the mapping \"\(mapping.name)\": \(error)", at: place?.span)
      }
    }
    for property in mapping.attributes + mapping.relationships {
      guard case .expression(let expression) = property.value else { continue }
      check(property.name, expression, of: to, checker, place)
    }
  }

  private func check(
    _ path: String, _ expression: ObjectExpression, of entity: String, _ checker: MigrationChecker,
    _ place: ExpressionPlace?
  ) {
    // A mistake in an element of a composite is found when its name is
    // resolved.
    guard let entity = new.model.entity(named: entity),
      let property = new.model.properties(of: entity).first(where: { $0.name == path })
    else { return }
    for error in checker.errors(in: expression, for: property) {
      report("'\(path)' cannot be computed: \(error)", at: place?.names[path] ?? place?.span)
    }
  }

  private func checker(_ from: String, _ to: String) -> MigrationChecker? {
    guard let source = old.model.entity(named: from), let entity = new.model.entity(named: to)
    else { return nil }
    return MigrationChecker(from: source, in: old.model, to: entity, in: new.model)
  }

  private func report(_ message: String, at span: Span?) {
    diagnostics.add(SourceDiagnostic(.migration, message, at: span ?? new.header.span))
  }
}

/// The positions of a step and of the properties that it sets.
private struct ExpressionPlace {
  let span: Span
  var names: [String: Span] = [:]

  init(_ span: Span, _ assignments: [MigrationSyntax.Assignment]) {
    self.span = span
    for assignment in assignments {
      let path = assignment.path.map(\.text).joined(separator: ".")
      names[path] = assignment.path.first?.span
    }
  }
}

extension MigrationSyntax {
  fileprivate func place(ofMap from: String, _ to: String) -> ExpressionPlace? {
    for case .map(let source, let destination, let assignments) in steps
    where source.text == from && destination.text == to {
      return ExpressionPlace(source.span, assignments)
    }
    return nil
  }

  fileprivate func place(ofMapping name: String) -> ExpressionPlace? {
    for case .mapping(let mapping) in steps where mapping.name == name {
      return ExpressionPlace(mapping.nameSpan, mapping.values)
    }
    return nil
  }
}
