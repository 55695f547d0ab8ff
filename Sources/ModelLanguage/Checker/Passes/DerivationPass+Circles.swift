// Each value in a cycle depends on the next one, even if the cycle leads through other objects, so
// no value can ever be computed.

extension DerivationPass {
  /// Reports derived attributes that depend on themselves, directly or through other attributes.
  func refuseDerivationCircles() {
    var finished: Set<ObjectIdentifier> = []
    for property in symbols.entityList.flatMap(\.properties) where property.syntax?.kind == .derived
    {
      var chain: [PropertySymbol] = []
      reportCircles(from: property, &chain, &finished)
    }
  }

  private func reportCircles(
    from property: PropertySymbol, _ chain: inout [PropertySymbol],
    _ finished: inout Set<ObjectIdentifier>
  ) {
    guard case .attribute(let attribute) = property.kind, let derivation = attribute.derivation
    else { return }
    if let start = chain.firstIndex(where: { $0 === property }) {
      return report(circle: chain[start...])
    }
    guard finished.insert(ObjectIdentifier(property)).inserted else { return }
    chain.append(property)
    for source in sources(of: derivation, from: property.owner) {
      reportCircles(from: source, &chain, &finished)
    }
    chain.removeLast()
  }

  private func report(circle: ArraySlice<PropertySymbol>) {
    guard let first = circle.first, let span = first.syntax?.value?.span else { return }
    let path = (circle + [first]).map { "\($0.owner.name).\($0.name.text)" }
      .joined(separator: " → ")
    var diagnostic = SourceDiagnostic(
      .derivation, "'\(first.name.text)' is derived from itself: \(path)", at: span)
    for other in circle.dropFirst() {
      diagnostic = diagnostic.note(
        "through '\(other.owner.name).\(other.name.text)' here", at: other.name.span)
    }
    diagnostics.add(diagnostic)
  }

  /// Returns the properties at the ends of an expression's key paths.
  private func sources(
    of expression: ObjectExpression, from entity: EntitySymbol
  ) -> [PropertySymbol] {
    var found: [PropertySymbol] = []
    func walk(_ expression: ObjectExpression) -> EntitySymbol? {
      guard case .keyPath(let names, of: let base) = expression else {
        var destination: EntitySymbol?
        expression.forEach {
          destination = walk($0) ?? destination
        } predicate: {
          walk($0)
        }
        if case .evaluatedObject = expression { return entity }
        return destination
      }
      var place = walk(base)
      for name in names where !name.hasPrefix("@") {
        guard let property = place?.property(named: name) else { return nil }
        found.append(property)
        guard case .relationship(let link) = property.kind else { return nil }
        place = symbols.entities[link.destinationName]
      }
      return place
    }
    func walk(_ predicate: ObjectPredicate) {
      predicate.forEach {
        _ = walk($0)
      } predicate: {
        walk($0)
      }
    }
    _ = walk(expression)
    return found
  }
}
