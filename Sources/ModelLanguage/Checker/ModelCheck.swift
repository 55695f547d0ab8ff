/// Resolves the names, types and expressions of syntax trees.
///
/// The passes run one after the other, each on all declarations, so that a pass
/// can use all results of the passes before it.
struct ModelCheck {
  let symbols: SymbolTable

  /// Runs all passes and returns the model.
  func run() -> ManagedObjectModel {
    HeaderPass(symbols: symbols).run()
    NamePass(symbols: symbols).run()
    TypePass(symbols: symbols).run()
    // Cycles of parents are broken here, so that all later walks along parents
    // end.
    let entities = EntityPass(symbols: symbols)
    entities.resolveParents()
    entities.declareProperties()
    PropertyPass(symbols: symbols).run()
    entities.checkInheritedNames()
    // At this point, the relationships of all entities have their types.
    InversePass(symbols: symbols).run()
    // This pass follows the inverses because a delete rule depends on the other end
    // of the relationship.
    DeleteRulePass(symbols: symbols).run()
    DerivationPass(symbols: symbols).run()
    IndexPass(symbols: symbols).run()
    FetchPass(symbols: symbols).run()
    TablePass(symbols: symbols).run()
    ConfigurationPass(symbols: symbols).run()
    QueryPass(symbols: symbols).run()
    MigrationPass(symbols: symbols).run()
    let model = assembled.withPreservedCounts
    // The check of formats is shared with the runtime, and requires a whole
    // model.
    FormatPass(symbols: symbols).run(in: model)
    RenamingPass(symbols: symbols).run(in: model)
    reportUnread()
    return model
  }

  private var assembled: ManagedObjectModel {
    var model = symbols.model
    model.typeAliases = symbols.aliasList.compactMap(\.description)
    model.enumerations = symbols.enumerationList.map(\.description)
    model.composites = symbols.compositeList.map(\.description)
    model.entities = symbols.entityList.map { entity in
      var description = entity.description
      description.properties = entity.properties.compactMap(\.description)
      return description
    }
    return model
  }

  /// Reports an expression that was not understood if there are no errors,
  /// since the model would silently lose the expression.
  private func reportUnread() {
    guard let unread = symbols.unread, !symbols.diagnostics.hasErrors else { return }
    symbols.report(
      .invalidExpression, "this has no meaning here; write it in another way", at: unread)
  }
}

extension PropertySymbol {
  /// The property in the form in which the model contains it, or nil if its
  /// declaration could not be read.
  fileprivate var description: PropertyDescription? {
    switch kind {
    case .broken: nil
    case .attribute(let attribute): .attribute(attribute)
    case .relationship(let relationship): .relationship(relationship)
    case .fetched(let fetched): .fetched(fetched)
    }
  }
}
