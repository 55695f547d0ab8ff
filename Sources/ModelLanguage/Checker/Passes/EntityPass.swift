/// Reads what entities say of themselves: parents, and which properties they have.
struct EntityPass: CheckPass {
  let symbols: SymbolTable

  /// Finds the parents, and the circles they may form.
  func resolveParents() {
    for entity in symbols.entityList {
      guard let name = entity.syntax.parent else { continue }
      entity.parent = symbols.entity(name)
      entity.description.parentName = entity.parent?.name
    }
    // After all parents: a circle may close through an entity that stands further below.
    var rooted: Set<ObjectIdentifier> = []
    for entity in symbols.entityList { breakCycle(at: entity, &rooted) }
  }

  /// Reports the circle that an entity stands in and takes it apart.
  ///
  /// - Parameter rooted: The entities whose parents end at a root, at which a walk can stop.
  private func breakCycle(at entity: EntitySymbol, _ rooted: inout Set<ObjectIdentifier>) {
    var chain: [EntitySymbol] = []
    var known: Set<ObjectIdentifier> = []
    var current: EntitySymbol? = entity
    while let next = current, !rooted.contains(ObjectIdentifier(next)) {
      if next === entity, !chain.isEmpty { break }
      // It only leads into a circle, which is reported at those that stand in it.
      guard known.insert(ObjectIdentifier(next)).inserted else { return }
      chain.append(next)
      current = next.parent
    }
    guard current === entity, !chain.isEmpty else { return rooted.formUnion(known) }
    let path = (chain + [entity]).map(\.name).joined(separator: " → ")
    var diagnostic = SourceDiagnostic(
      .inheritanceCycle, "'\(entity.name)' inherits from itself: \(path)",
      at: entity.syntax.name.span)
    for other in chain.dropFirst() {
      diagnostic = diagnostic.note("through '\(other.name)' here", at: other.syntax.name.span)
    }
    diagnostics.add(diagnostic)
    // All of them, so that each circle is reported once.
    for other in chain { other.parent = nil }
  }

  /// Reads what the lines of entities say, and enters their properties.
  func declareProperties() {
    for entity in symbols.entityList {
      readAttributes(of: entity)
      var first: [String: NameSyntax] = [:]
      for member in entity.syntax.members {
        guard let property = property(member, of: entity) else { continue }
        SpecialNameCheck(symbols: symbols).checkReserved(
          property.name, of: member.type,
          in: property.syntax?.span ?? property.fetch?.span ?? property.name.span)
        guard symbols.isNew(property.name, in: &first, owner: entity.name) else { continue }
        entity.properties.append(property)
        entity.ownProperties[property.name.text] = property
      }
    }
  }

  private func property(_ member: MemberSyntax, of entity: EntitySymbol) -> PropertySymbol? {
    switch member {
    case .property(let syntax): PropertySymbol(syntax, owner: entity)
    case .fetched(let syntax): PropertySymbol(syntax, owner: entity)
    default: nil
    }
  }

  private func readAttributes(of entity: EntitySymbol) {
    let attributes = entity.syntax.attributes
    annotations.checkAttributes(attributes, on: [.entity], describedAs: "an entity")
    entity.description.className = annotations.name(of: "class", in: attributes)
    entity.description.access = annotations.access(in: attributes)
    entity.description.renamingIdentifier = annotations.renamingIdentifier(in: attributes)
    entity.description.versionHashModifier = annotations.text(of: "hash", in: attributes)
    entity.description.userInfo = annotations.userInfo(in: attributes)
    annotations.allowWarnings(attributes, in: entity.syntax.span)
    SpecialNameCheck(symbols: symbols).checkHiding(entity)
  }

  /// Reports own properties that a parent has too.
  func checkInheritedNames() {
    for entity in symbols.entityList {
      guard let parent = entity.parent else { continue }
      for property in entity.properties {
        guard let inherited = parent.property(named: property.name.text) else { continue }
        report(
          .duplicateName,
          "'\(property.name.text)' is already inherited from '\(inherited.owner.name)'"
            + (inherited.typeText.map { ", as '\($0)'" } ?? ""), at: property.name.span
        ) { $0.note("inherited from here", at: inherited.name.span) }
      }
    }
  }
}

extension PropertySymbol {
  /// The type as the language writes it; nil for what could not be read.
  var typeText: String? {
    switch kind {
    case .broken: return nil
    case .attribute(let attribute):
      let type = attribute.typeAlias ?? attribute.type.text
      return attribute.isOptional ? type + "?" : type
    case .relationship(let relationship):
      let name = relationship.destinationName
      guard relationship.isToMany else { return relationship.isOptional ? name + "?" : name }
      return relationship.isOrdered ? "[\(name)]" : "Set<\(name)>"
    case .fetched(let fetched): return fetched.type(of: fetched.request.entityName)
    }
  }
}
