/// The expressions that the `map` steps of a migration block assign to the properties
/// of the newer entities, including their subentities.
package struct MapAssignments {
  private let model: ManagedObjectModel
  private var expressions: [String: [String: ObjectExpression]] = [:]

  /// Collects the assignments of steps that lead to a model.
  package init(_ steps: [MigrationDescription.Step], in model: ManagedObjectModel) {
    self.model = model
    for case .map(_, let to, let assignments) in steps {
      for assignment in assignments {
        expressions[to, default: [:]][assignment.keyPath] = assignment.expression
      }
    }
  }

  /// True if nothing is assigned.
  package var isEmpty: Bool { expressions.isEmpty }

  /// Returns the expression that is assigned to a property of an entity, or to
  /// an element, given by its key path; nil if there is none.
  package func expression(
    for property: String, of entity: EntityDescription
  ) -> ObjectExpression? {
    guard !expressions.isEmpty else { return nil }
    // The nearest entity comes first, since a block may assign a different
    // value for one subentity than for the others.
    return model.lineage(of: entity).reversed().lazy
      .compactMap { expressions[$0.name]?[property] }.first
  }

  /// Returns the expressions that are assigned to elements of a composite
  /// attribute of an entity, or of a composite inside it, by key path.
  package func elements(
    of path: String, in entity: EntityDescription
  ) -> [String: ObjectExpression] {
    guard !expressions.isEmpty else { return [:] }
    var found: [String: ObjectExpression] = [:]
    for owner in model.lineage(of: entity) {
      let own = (expressions[owner.name] ?? [:]).filter { $0.key.hasPrefix(path + ".") }
      // The nearest entity comes last and replaces the others.
      found.merge(own) { $1 }
    }
    return found
  }
}
