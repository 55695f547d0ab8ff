/// Adds the older names of renamed declarations to the name index, for editors.
struct RenamingPass: CheckPass {
  let symbols: SymbolTable

  /// True if any declaration has `@renamed(from:)`.
  private var hasRenamings: Bool {
    symbols.entityList.contains { entity in
      entity.syntax.attributes.renamedName != nil
        || entity.properties.contains { $0.attributes.renamedName != nil }
    }
      || symbols.compositeList.contains { composite in
        composite.syntax.elements.contains { $0.attributes.renamedName != nil }
      }
  }

  /// Adds the names in `@renamed(from:)` to the name index. These names belong
  /// to the latest released version before this version. Removed names come
  /// first in completions.
  func run(in model: ManagedObjectModel) {
    guard diagnostics.names != nil else { return }
    let before = symbols.older.filter { ($0.model.version ?? 0) < model.version ?? .max }
    guard let last = before.max(by: { $0.model.version ?? 0 < $1.model.version ?? 0 }),
      hasRenamings
    else { return }
    let pairs = ModelCorrespondence(from: last.model, to: model)
    let gone = pairs.entities.filter { $0.new == nil }.compactMap(\.old?.name)
    for entity in symbols.entityList {
      if let name = entity.syntax.attributes.renamedName {
        diagnostics.offer(gone, for: name.text, as: .entity, version: last.model.version)
        symbols.enterOlder(entity: name, of: last)
      }
      guard let newer = model.entity(named: entity.name),
        let source = pairs.source(of: newer)
      else { continue }
      let lost = pairs.allProperties(of: newer, from: source).filter { $0.new == nil }
      let object = ReleasedObject(entity: source.name, version: last)
      for name in entity.properties.compactMap(\.attributes.renamedName) {
        symbols.enterOlder(property: name, of: object, first: lost.compactMap(\.old?.name))
      }
    }
    for composite in symbols.compositeList
    where last.symbols.composites[composite.description.name] != nil {
      let object = ReleasedObject(entity: composite.description.name, version: last)
      let kept = Set(pairs.elements(of: object.entity, from: object.entity).values)
      for name in composite.syntax.elements.compactMap(\.attributes.renamedName) {
        symbols.enterOlder(
          property: name, of: object, first: object.keys.filter { !kept.contains($0) })
      }
    }
  }
}
