/// Checks the delete rules of both ends of relationships.
struct DeleteRulePass: CheckPass {
  let symbols: SymbolTable

  /// Reports delete rules and required ends that cannot work together.
  func run() {
    for property in symbols.entityList.flatMap(\.properties) {
      // Several relationships may have the same inverse. Only the relationship
      // to which that inverse leads back is paired with it.
      guard let inverse = property.inverse, inverse.inverse === property,
        let there = property.relationship, let back = inverse.relationship
      else { continue }
      if there.isRequiredToOne, back.isRequiredToOne {
        if isFirst(property, inverse) { reportMutuallyRequired(property, inverse) }
      } else if there.deleteRule == .nullify, back.isRequiredToOne {
        reportImpossibleRule(property, inverse)
      }
      if there.deleteRule == .cascade, back.deleteRule == .cascade, isFirst(property, inverse) {
        reportMutualCascade(property, inverse)
      }
    }
  }

  private func isFirst(_ property: PropertySymbol, _ other: PropertySymbol) -> Bool {
    // The operator is `<=` because a relationship that is its own inverse is
    // the first of its pair.
    let (a, b) = (property.name.span, other.name.span)
    return (a.file, a.start) <= (b.file, b.start)
  }

  private func reportMutuallyRequired(_ property: PropertySymbol, _ inverse: PropertySymbol) {
    let isSelf = property === inverse
    let message =
      isSelf
      ? "'\(property.title)' requires itself, so the first one can never be made"
      : "'\(property.title)' and '\(inverse.title)' require each other, so neither can be made"
    var diagnostic = SourceDiagnostic(.mutuallyRequired, message, at: property.name.span)
    if !isSelf { diagnostic = diagnostic.note("required here too", at: inverse.name.span) }
    let type = property.destination?.name ?? ""
    diagnostics.add(
      diagnostic.fix(
        "make one end optional: 'var \(property.name.text): \(type)? "
          + "@inverse(\(inverse.name.text))'"))
  }

  private func reportImpossibleRule(_ property: PropertySymbol, _ inverse: PropertySymbol) {
    let owner = property.owner.name
    let place = property.attribute("onDelete")?.span ?? property.name.span
    diagnostics.add(
      SourceDiagnostic(
        .impossibleDeleteRule,
        "deleting a '\(owner)' would leave '\(inverse.title)' empty, but it is required",
        at: place
      )
      .note("required here; make it '\(owner)?' to allow this", at: inverse.name.span)
      .fix(
        "use '@onDelete(.cascade)' to delete the \(property.name.text) too, or "
          + "'@onDelete(.deny)' to refuse"))
  }

  private func reportMutualCascade(_ property: PropertySymbol, _ inverse: PropertySymbol) {
    let taken = cascadeReach(from: property.owner)
    let list = Suggestions.list(taken.map(\.name))
    let place = property.attribute("onDelete")?.span ?? property.name.span
    diagnostics.add(
      SourceDiagnostic(
        .mutualCascade,
        "deleting one '\(property.owner.name)' takes along every \(list) connected with it",
        at: place
      )
      .note(
        "'\(inverse.title)' cascades back",
        at: inverse.attribute("onDelete")?.span ?? inverse.name.span
      )
      .fix("leave '@onDelete(.cascade)' on the end that owns the other"))
  }

  /// Returns the entities whose objects a deletion reaches through cascades, in
  /// the order of the cascades.
  private func cascadeReach(from entity: EntitySymbol) -> [EntitySymbol] {
    var reached: [EntitySymbol] = []
    var waiting = [entity]
    while let next = waiting.popLast() {
      for property in next.allProperties where property.relationship?.deleteRule == .cascade {
        guard let destination = property.destination,
          !reached.contains(where: { $0 === destination })
        else { continue }
        reached.append(destination)
        waiting.append(destination)
      }
    }
    return reached
  }
}
