/// Gives names, types and expressions of syntax trees their meaning.
///
/// The passes run one after the other, each over all declarations, so that a pass may look at
/// anything that the passes before it have made.
struct ModelCheck {
  let symbols: SymbolTable

  /// Runs all passes and gives back what they made.
  func run() -> ManagedObjectModel {
    HeaderPass(symbols: symbols).run()
    NamePass(symbols: symbols).run()
    TypePass(symbols: symbols).run()
    // Circles are broken here, so that whoever follows parents from now on comes to an end.
    let entities = EntityPass(symbols: symbols)
    entities.resolveParents()
    entities.declareProperties()
    PropertyPass(symbols: symbols).run()
    entities.checkInheritedNames()
    // All relationships have their types by now, of whatever entity they are.
    InversePass(symbols: symbols).run()
    // After the inverses: a rule is right or wrong by what the other end says.
    DeleteRulePass(symbols: symbols).run()
    DerivationPass(symbols: symbols).run()
    IndexPass(symbols: symbols).run()
    FetchPass(symbols: symbols).run()
    TablePass(symbols: symbols).run()
    ConfigurationPass(symbols: symbols).run()
    QueryPass(symbols: symbols).run()
    MigrationPass(symbols: symbols).run()
    let model = assembled.withPreservedCounts
    // By the check that there is at run time too, which takes a whole model.
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

  /// Reports an expression without a meaning, where nothing has been reported:
  /// what it says would vanish from the model.
  private func reportUnread() {
    guard let unread = symbols.unread, !symbols.diagnostics.hasErrors else { return }
    symbols.report(
      .invalidExpression, "this has no meaning here; write it in another way", at: unread)
  }
}

extension PropertySymbol {
  /// The property as the model holds it.
  fileprivate var description: PropertyDescription? {
    switch kind {
    case .broken: nil
    case .attribute(let attribute): .attribute(attribute)
    case .relationship(let relationship): .relationship(relationship)
    case .fetched(let fetched): .fetched(fetched)
    }
  }
}
