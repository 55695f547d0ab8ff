/// What the check of a model knows: what was written, the names in it, and what the passes have
/// made of them so far.
///
/// Whatever could not be resolved has been reported and is left out.
///
/// 1. A mistake is reported once, where it stands: nil, `.broken` and `.unknown`
///    say that it has been, and nobody who meets them reports again.
/// 2. Reading goes on behind a mistake, so that one run tells of all of them.
/// 3. Each name that is resolved is entered with its declaration
///    (`diagnostics.use`), and with what else could stand there
///    (`diagnostics.offer`): that is all that an editor knows.
/// 4. In a model without errors every name leads somewhere. What Swift says to
///    names that are generated is for the generator to find.
final class SymbolTable {
  let files: [FileSyntax]
  let diagnostics: SourceDiagnostics
  var aliases: [String: AliasSymbol] = [:]
  var enumerations: [String: EnumerationSymbol] = [:]
  var composites: [String: CompositeSymbol] = [:]
  var entities: [String: EntitySymbol] = [:]
  /// Everything in the order of declaration.
  var aliasList: [AliasSymbol] = []
  var enumerationList: [EnumerationSymbol] = []
  var compositeList: [CompositeSymbol] = []
  var entityList: [EntitySymbol] = []
  /// Names in declarations that could not be read.
  let brokenNames: Set<String>
  /// What is not of a type: the header, configurations, queries, migrations.
  var model: ManagedObjectModel
  /// Conditions in predicate format, to be checked against the whole model.
  var formats: [FormatPass.Format] = []
  /// Released versions, for the names in migrations and renames.
  var older: [VersionText] = []
  /// The first expression that has no meaning.
  var unread: Span?
  /// The hash that `@frozen` gives.
  var frozenHash: String?

  init(_ files: [FileSyntax], diagnostics: SourceDiagnostics) {
    self.files = files
    self.diagnostics = diagnostics
    brokenNames = files.reduce(into: []) { $0.formUnion($1.brokenNames) }
    model = ManagedObjectModel(name: files.lazy.compactMap(\.header).first?.name.text ?? "Model")
  }
}

extension SymbolTable: CheckPass {
  var symbols: SymbolTable { self }

  /// All names that can stand as a type.
  var typeNames: [String] {
    BuiltinType.allCases.map(\.rawValue) + aliasList.map(\.syntax.name.text)
      + enumerationList.map(\.syntax.name.text) + compositeList.map(\.syntax.name.text)
      + entityList.map(\.name)
  }

  /// The entity of a name; reports where there is none.
  func entity(_ name: NameSyntax) -> EntitySymbol? {
    if let entity = entities[name.text] {
      diagnostics.use(name, of: entity.syntax.name)
      return entity
    }
    // Its declaration could not be read. That has been reported, and nothing follows from it.
    guard !brokenNames.contains(name.text) else { return nil }
    let names = entityList.map(\.name)
    reportUnknown(
      name, .unknownEntity, "no entity '\(name.text)'", among: names, as: .entity
    ) { diagnostic, isUnlike in
      guard isUnlike, !names.isEmpty, names.count <= 8 else { return diagnostic }
      return diagnostic.note(Suggestions.inventory("the entity", "the entities", names))
    }
    return nil
  }

  /// Reports a case that an enumeration does not have.
  func reportUnknownCase(_ name: NameSyntax, of symbol: EnumerationSymbol) {
    let names = symbol.description.cases.map(\.name)
    let enumeration = symbol.syntax.name
    reportUnknown(
      name, .unknownCase, "'\(enumeration.text)' has no case '\(name.text)'", among: names,
      as: .enumerationCase, prefix: ".", owner: enumeration.text
    ) { diagnostic, _ in
      guard !names.isEmpty, names.count <= 8 else { return diagnostic }
      return diagnostic.note(
        Suggestions.inventory("its case", "its cases", names),
        // An older version's text is not among those that notes point into.
        at: enumerations[enumeration.text] === symbol ? enumeration.span : nil)
    }
  }

  /// Enters a name into a table; reports where it is taken.
  func isNew(
    _ name: NameSyntax, in first: inout [String: NameSyntax], owner: String
  ) -> Bool {
    guard let other = first[name.text] else {
      first[name.text] = name
      return true
    }
    reportDuplicate(
      "'\(name.text)' is already declared in '\(owner)'", at: name.span, first: other.span)
    return false
  }
}
