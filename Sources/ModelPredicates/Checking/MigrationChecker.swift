/// The version of a model whose objects are read by an expression of a
/// migration.
package enum MigrationSide {
  case old
  case new
}

extension ObjectExpression {
  /// The version that the expression reads; nil if it reads both versions or neither.
  package var migrationSide: MigrationSide? {
    switch self {
    case .variable("destination"): return .new
    case .variable("source"), .variable("old"): return .old
    case .keyPath(_, of: let base), .element(_, of: let base),
      .subquery(let base, variable: _, _):
      return base.migrationSide
    case .function(let name, let arguments):
      if let call = managerCall {
        return call.function == .destinationInstances ? .new : .old
      }
      guard arguments.count == 1 else { return nil }
      switch PredicateFunction.named(name)?.kind {
      case .aggregate, .distinct: return arguments[0].migrationSide
      default: return nil
      }
    case .conditional(_, then: let one, else: let other):
      return one.migrationSide ?? other.migrationSide
    case .constant, .evaluatedObject, .variable, .aggregate, .set, .cast: return nil
    }
  }
}

/// A checker of a migration's expressions, which refer to an object of the older
/// version and to the object created from it.
///
/// If a part that refers to one version contains a part that refers to the
/// other version, the inner part is replaced by a variable, as it is when the
/// expression is evaluated.
package struct MigrationChecker {
  private let old: (entity: EntityDescription, model: ManagedObjectModel)
  private let new: (entity: EntityDescription, model: ManagedObjectModel)

  /// Creates a checker for the expressions in the mapping of an entity.
  package init(
    from source: EntityDescription, in old: ManagedObjectModel, to entity: EntityDescription,
    in new: ManagedObjectModel
  ) {
    self.old = (source, old)
    self.new = (entity, new)
  }

  /// Returns messages about the errors in an expression that computes the
  /// values of a property.
  package func errors(
    in expression: ObjectExpression, for property: PropertyDescription
  ) -> [String] {
    var isMixed = false
    if case .conditional = expression { isMixed = true }
    let side: MigrationSide = isMixed ? .old : expression.migrationSide ?? .old
    var errors: [String] = []
    let type = check(expression, side, &errors)
    if errors.isEmpty, let mismatch = mismatch(type, property) {
      errors.append("'\(property.name)' \(mismatch)")
    }
    return errors
  }

  /// Returns messages about the errors in a condition on objects of the older
  /// version.
  package func errors(in predicate: ObjectPredicate) -> [String] {
    var errors: [String] = []
    _ = check(
      .conditional(predicate, then: .constant(.integer(1)), else: .constant(.integer(0))), .old,
      &errors)
    return errors
  }

  private func check(
    _ expression: ObjectExpression, _ side: MigrationSide, _ errors: inout [String]
  ) -> ExpressionType {
    guard !expression.isTooHigh else { return .unknown }
    var parts = 0
    let rest = expression.rewriting { part -> ObjectExpression? in
      if let call = part.managerCall {
        let type = check(call.objects, call.objects.migrationSide ?? .old, &errors)
        if !type.isOfObjects {
          errors.append("$manager is asked about '\(call.objects.format)', which is no object")
        }
      } else if case .function("find:", let operands) = part {
        for operand in operands.dropFirst() { _ = check(operand, .old, &errors) }
      } else if let other = part.migrationSide, other != side {
        if case .conditional = part { return nil }
        _ = check(part, other, &errors)
      } else {
        return nil
      }
      parts += 1
      return .variable("part\(parts)")
    }
    let object = side == .old ? old : new
    let variables: [String: ValueType] =
      side == .old
      ? ["old": .object(object.entity.name), "source": .object(object.entity.name)]
      : ["destination": .object(object.entity.name)]
    errors += rest.errors(for: object.entity, in: object.model, variables: variables)
      .map(\.description)
    return rest.staticType(for: object.entity, in: object.model, variables: variables)
  }

  /// Returns the reason why a property cannot have values of the given type;
  /// nil if it can have them.
  private func mismatch(_ type: ExpressionType, _ property: PropertyDescription) -> String? {
    switch property {
    case .relationship:
      return type.isOfObjects ? nil : "leads to objects, and the expression gives \(type.kindText)"
    case .attribute(let attribute):
      let wanted = ExpressionType.attribute(attribute.type).compared
      if case .toMany = type { return "is one value, and the expression gives many" }
      guard !type.isOpen, !wanted.isOpen, case .object = type else { return nil }
      return "is \(wanted.kindText), and the expression gives \(type.kindText)"
    case .fetched: return nil
    }
  }
}

extension ExpressionType {
  /// True if the type is an object or a collection of objects.
  fileprivate var isOfObjects: Bool {
    let type = element ?? self
    if case .object = type { return true }
    return type.isOpen
  }
}
