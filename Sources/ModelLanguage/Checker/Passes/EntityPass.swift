/// Reads the declarations of entities: their parents and the names of their
/// properties.
struct EntityPass: CheckPass {
  let symbols: SymbolTable

  /// Resolves the parents and breaks cycles among them.
  func resolveParents() {
    for entity in symbols.entityList {
      guard let name = entity.syntax.parent else { continue }
      entity.parent = symbols.entity(name)
      entity.description.parentName = entity.parent?.name
    }
    // This runs after all parents are resolved, since a cycle may be closed by
    // an entity that is declared later.
    var rooted: Set<ObjectIdentifier> = []
    for entity in symbols.entityList { breakCycle(at: entity, &rooted) }
  }

  /// Reports a cycle of parents that contains an entity, and breaks it.
  ///
  /// - Parameter rooted: The entities whose parents lead to a root. A walk can
  ///   stop at these entities.
  private func breakCycle(at entity: EntitySymbol, _ rooted: inout Set<ObjectIdentifier>) {
    var chain: [EntitySymbol] = []
    var known: Set<ObjectIdentifier> = []
    var current: EntitySymbol? = entity
    while let next = current, !rooted.contains(ObjectIdentifier(next)) {
      if next === entity, !chain.isEmpty { break }
      // The entity only leads into a cycle, which is reported at the entities within
      // the cycle.
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
    // All parents in the cycle are removed, so that the cycle is reported once.
    for other in chain { other.parent = nil }
  }

  /// Reads the attributes of entities, and enters their properties.
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

  /// Reports properties that redeclare a parent's property.
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
  /// The type as it is written in the language, or nil if the declaration could
  /// not be read.
  var typeText: String? {
    switch kind {
    case .broken: return nil
    case .attribute(let attribute):
      let type = attribute.typeAlias ?? attribute.type.text
      return attribute.isOptional ? type + "?" : type
    case .relationship(let relationship):
      return relationship.type(of: relationship.destinationName)
    case .fetched(let fetched): return fetched.type(of: fetched.request.entityName)
    }
  }
}
