/// Pairs relationships with their inverses.
struct InversePass: CheckPass {
  let symbols: SymbolTable

  /// Resolves the named inverses, and reports relationships without an inverse.
  func run() {
    let relationships = symbols.entityList.flatMap(\.properties).filter { $0.relationship != nil }
    // Named inverses come first, because only the remaining relationships are free to
    // be paired.
    for relationship in relationships { resolveNamedInverse(of: relationship) }
    reportOneSided(relationships)
    InversePairing(symbols: symbols, relationships: relationships.filter(isFree)).report()
  }

  /// Returns whether a relationship has no inverse and no attribute that
  /// specifies one.
  private func isFree(_ property: PropertySymbol) -> Bool {
    // The two words from other languages are reported elsewhere; a missing
    // inverse would be a second report of the same mistake.
    let words = ["inverse", "noInverse", "relation", "Relationship"]
    return !property.attributes.contains { words.contains($0.name.text) }
      && property.inverse == nil && property.relationship?.isTransient != true
  }

  private func resolveNamedInverse(of property: PropertySymbol) {
    guard let attribute = property.attribute("inverse"), let destination = property.destination,
      property.relationship?.isTransient != true
    else { return }
    if let other = property.attribute("noInverse") {
      report(
        .attributeArguments, "'@inverse' and '@noInverse' exclude each other; remove one",
        at: other.span)
    }
    guard let name = annotations.name(of: attribute, label: nil, example: "@inverse(items)") else {
      return
    }
    guard let inverse = destination.property(named: name.text) else {
      return reportUnknownInverse(name, of: property, in: destination)
    }
    diagnostics.use(name, of: inverse.name)
    guard isBackLink(inverse, of: property, named: name) else { return }
    connect(property, inverse)
  }

  private func connect(_ property: PropertySymbol, _ inverse: PropertySymbol) {
    property.inverse = inverse
    guard case .relationship(var relationship) = property.kind else { return }
    relationship.inverseName = inverse.name.text
    property.kind = .relationship(relationship)
  }

  private func reportUnknownInverse(
    _ name: NameSyntax, of property: PropertySymbol, in destination: EntitySymbol
  ) {
    guard !destination.isBroken(name.text), !isNamedFromElsewhere(property, by: name) else {
      return
    }
    let back = destination.allProperties.filter { $0.relationship != nil }.map(\.name.text)
    let cure =
      "add 'var \(name.text): \(property.owner.name)? @inverse(\(property.name.text))' here"
    reportUnknown(
      name, .unknownProperty, "'\(destination.name)' has no property '\(name.text)'", among: back,
      as: .relationship, owner: destination.name
    ) { $1 ? $0.note(cure, at: destination.syntax.name.span) : $0 }
  }

  /// Returns whether the specified inverse of a relationship exists in another
  /// entity, and specifies the relationship as its own inverse. In that case,
  /// the mistake is the type of the relationship, and it is reported at the
  /// other end.
  private func isNamedFromElsewhere(_ property: PropertySymbol, by name: NameSyntax) -> Bool {
    symbols.entityList.contains { entity in
      guard let other = entity.ownProperties[name.text],
        let destination = other.destination, destination.isRelated(to: property.owner),
        case .name(let back)? = other.attribute("inverse")?.arguments.first?.expression?.kind
      else { return false }
      return back.text == property.name.text
    }
  }

  /// Returns whether an inverse leads back to a relationship. If it does not, the
  /// reason is reported.
  private func isBackLink(
    _ inverse: PropertySymbol, of property: PropertySymbol, named name: NameSyntax
  ) -> Bool {
    let title = inverse.title
    switch inverse.kind {
    case .broken: return false
    case .attribute, .fetched:
      let what = inverse.attribute == nil ? "a fetched property" : "an attribute"
      report(
        .inverseMismatch, "inverse '\(title)' is \(what), not a relationship", at: name.span
      ) { $0.note("declared here", at: inverse.name.span) }
      return false
    case .relationship: break
    }
    guard let back = inverse.destination, back.isRelated(to: property.owner) else {
      reportElsewhere(inverse, property, name)
      return false
    }
    guard inverse.relationship?.isTransient != true else {
      report(
        .inverseMismatch, "inverse '\(title)' is transient and cannot lead back", at: name.span
      ) { $0.note("declared here; write 'var' to store it", at: inverse.name.span) }
      return false
    }
    return namesEachOther(inverse, property, name)
  }

  private func reportElsewhere(
    _ inverse: PropertySymbol, _ property: PropertySymbol, _ name: NameSyntax
  ) {
    let destination = inverse.destination?.name ?? ""
    diagnostics.add(
      SourceDiagnostic(
        .inverseMismatch,
        "inverse '\(inverse.title)' leads to '\(destination)', not back to "
          + "'\(property.owner.name)'", at: name.span
      ).note(
        "change this to '\(property.owner.name)'?",
        at: inverse.syntax?.type.span ?? inverse.name.span))
  }

  private func namesEachOther(
    _ inverse: PropertySymbol, _ property: PropertySymbol, _ name: NameSyntax
  ) -> Bool {
    if let attribute = inverse.attribute("noInverse") {
      report(
        .inverseMismatch, "inverse '\(inverse.title)' is marked '@noInverse'", at: name.span
      ) { $0.note("write '@inverse(\(property.name.text))' instead", at: attribute.span) }
      return false
    }
    guard let attribute = inverse.attribute("inverse"),
      case .name(let other)? = attribute.arguments.first?.expression?.kind
    else { return true }
    guard other.text == property.name.text else {
      // An unknown name is reported at the other end.
      guard inverse.destination?.property(named: other.text) != nil else { return false }
      report(
        .inverseMismatch,
        "inverse '\(inverse.title)' names '\(other.text)' as its inverse, not "
          + "'\(property.name.text)'", at: name.span
      ) { $0.note("change this to '\(property.name.text)'?", at: other.span) }
      return false
    }
    return true
  }

  /// Reports relationships that are specified as an inverse but do not specify
  /// one themselves.
  private func reportOneSided(_ relationships: [PropertySymbol]) {
    for property in relationships {
      guard let inverse = property.inverse, isFree(inverse), let syntax = inverse.syntax else {
        continue
      }
      diagnostics.add(
        SourceDiagnostic(
          .missingInverse, "'\(inverse.title)' has no inverse", at: inverse.name.span
        )
        .note(
          "'\(property.title)' names it as its inverse; add '@inverse(\(property.name.text))' "
            + "to '\(inverse.name.text)'", at: property.name.span
        )
        .fix("'modelgen validate --fix' adds it")
        .edit(syntax.span.behind, " @inverse(\(property.name.text))"))
      connect(inverse, property)
    }
  }
}
