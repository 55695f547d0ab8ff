extension DataModelImporter {
  /// Repairs delete rules and required ends that cannot work together. Core
  /// Data accepts them, but every save that would apply them fails.
  func mendDeleteRules() {
    for property in entities.flatMap(\.properties) {
      guard let inverse = property.inverse, inverse.inverse === property,
        let there = property.relationship, let back = inverse.relationship
      else { continue }
      if there.isRequiredToOne, back.isRequiredToOne {
        makeOptional(property, inverse)
      } else if there.deleteRule == .nullify, back.isRequiredToOne {
        deny(property, inverse)
      }
    }
  }

  private func makeOptional(_ property: ImportedProperty, _ inverse: ImportedProperty) {
    guard case .relationship(var relationship)? = property.description else { return }
    relationship.isOptional = true
    property.description = .relationship(relationship)
    let message =
      property === inverse
      ? "'\(property.title)' requires itself, so the first one could never be made"
      : "'\(property.title)' and '\(inverse.title)' require each other, so neither could be made"
    diagnostics.warn(
      .mutuallyRequired, "\(message); '\(property.title)' is optional here",
      at: property.element.place(of: "name"))
    // A required end cannot be emptied; now only the other end is required.
    if relationship.deleteRule == .nullify { deny(property, inverse) }
  }

  private func deny(_ property: ImportedProperty, _ inverse: ImportedProperty) {
    guard inverse.relationship?.isRequiredToOne == true,
      case .relationship(var relationship)? = property.description
    else { return }
    relationship.deleteRule = .deny
    property.description = .relationship(relationship)
    diagnostics.warn(
      .impossibleDeleteRule,
      "deleting a '\(property.owner.name)' would leave '\(inverse.title)' empty, but it is "
        + "required; 'Nullify' is 'Deny' here, which refuses it in time",
      at: property.element.place(of: "deletionRule"))
  }
}

extension RelationshipDescription {
  var isRequiredToOne: Bool { !isToMany && !isOptional }
}
