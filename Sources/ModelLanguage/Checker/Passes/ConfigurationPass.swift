struct ConfigurationPass: CheckPass {
  let symbols: SymbolTable

  /// Resolves configurations, and reports relationships that lead from one
  /// store into another.
  func run() {
    var names: [String: NameSyntax] = [:]
    var places: [Placement] = []
    for file in symbols.files {
      for syntax in file.configurations
      where symbols.isNew(syntax.name, in: &names, owner: symbols.model.name) {
        annotations.checkAttributes(
          syntax.attributes, on: [.configuration], describedAs: "a configuration")
        let entities = members(of: syntax, &places)
        symbols.model.configurations.append(
          ConfigurationDescription(
            name: syntax.name.text, documentation: syntax.documentation, entityNames: entities,
            userInfo: annotations.userInfo(in: syntax.attributes)))
      }
    }
    if !places.isEmpty { checkStores(places) }
  }

  private struct Placement {
    var configuration: String
    var entity: EntitySymbol
    var name: NameSyntax
  }

  private func members(
    of syntax: ConfigurationSyntax, _ places: inout [Placement]
  ) -> [String] {
    var seen: [String: NameSyntax] = [:]
    return syntax.entities.compactMap { name in
      guard symbols.isNew(name, in: &seen, owner: syntax.name.text),
        let entity = symbols.entity(name)
      else {
        return nil
      }
      places.append(
        Placement(configuration: syntax.name.text, entity: entity, name: name))
      return name.text
    }
  }

  private func checkStores(_ places: [Placement]) {
    let byEntity = Dictionary(grouping: places) { ObjectIdentifier($0.entity) }
    var reported: Set<[ObjectIdentifier]> = []
    for property in symbols.entityList.flatMap(\.properties) where property.relationship != nil {
      guard let destination = property.destination,
        let here = byEntity[ObjectIdentifier(property.owner)]?.first,
        let there = byEntity[ObjectIdentifier(destination)]?.first
      else { continue }
      let hereNames = Set(byEntity[ObjectIdentifier(property.owner)]?.map(\.configuration) ?? [])
      let thereNames = Set(byEntity[ObjectIdentifier(destination)]?.map(\.configuration) ?? [])
      // Objects can be linked if some store contains both entities.
      guard hereNames.isDisjoint(with: thereNames) else { continue }
      let isForward =
        (here.name.span.file, here.name.span.start)
        < (there.name.span.file, there.name.span.start)
      // Only one of the two ends of a pair is reported.
      guard isForward || property.inverse == nil else { continue }
      let (early, late) = isForward ? (here, there) : (there, here)
      let pair = [ObjectIdentifier(early.entity), ObjectIdentifier(late.entity)]
      guard reported.insert(pair).inserted else { continue }
      reportCrossing(property, early: early, late: late, isForward: isForward)
    }
  }

  private func reportCrossing(
    _ property: PropertySymbol, early: Placement, late: Placement, isForward: Bool
  ) {
    let (early0, late0) = (early.entity.name, late.entity.name)
    let link =
      isForward
      ? "'\(property.title)' leads from here to '\(late0)'"
      : "'\(property.title)' leads here from '\(late0)'"
    diagnostics.add(
      SourceDiagnostic(
        .crossStoreRelationship,
        "'\(late0)' and '\(early0)' are related but live in different stores",
        at: late.name.span
      )
      .note(link, at: early.name.span)
      .fix(
        "put '\(late0)' in '\(early.configuration)' too, or replace the relationship by a "
          + "'fetched var'"))
  }
}
