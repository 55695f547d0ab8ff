/// A rule of the model that is a predicate on one value: the value of an
/// attribute, or of an element of its composite.
package struct PredicateRule: Sendable {
  /// The number of the property.
  package let number: Int
  /// The names of the elements inside a composite value; empty for an attribute's own
  /// value.
  package let elements: [String]
  /// The predicate, in which SELF refers to the value.
  package let predicate: ObjectPredicate
  package let message: String?

  /// The path of the element; nil for an attribute's own value.
  package var element: String? { elements.isEmpty ? nil : elements.joined(separator: ".") }

  /// Returns the rules of a stored attribute, or of the elements of its
  /// composite, that are predicates.
  static func rules(of property: CompiledProperty, in model: ManagedObjectModel) -> [PredicateRule]
  {
    guard let attribute = property.description.attribute, !attribute.isTransient else { return [] }
    return model.elementPaths(of: attribute.type).flatMap { path in
      (path.last ?? attribute).rules.compactMap { rule in
        guard case .predicate(let predicate) = rule.requirement else { return nil }
        return PredicateRule(
          number: property.number, elements: path.map(\.name), predicate: predicate,
          message: rule.message)
      }
    }
  }
}
