/// The state of a check: the syntax trees, the names in them, and the results of the
/// passes so far.
///
/// A declaration that could not be resolved has been reported, and is left out.
///
/// 1. A mistake is reported once, at its position. A nil, `.broken` or `.unknown`
///    means that the mistake has been reported, and it is not reported again.
/// 2. Reading continues after a mistake, so that one run finds all mistakes.
/// 3. Each resolved name is entered with its declaration (`diagnostics.use`)
///    and with its alternatives (`diagnostics.offer`). Editors get names from
///    no other source.
/// 4. In a model without errors, every name is resolved. The generator checks
///    whether Swift accepts the generated names.
final class SymbolTable {
  let files: [FileSyntax]
  let diagnostics: SourceDiagnostics
  var aliases: [String: AliasSymbol] = [:]
  var enumerations: [String: EnumerationSymbol] = [:]
  var composites: [String: CompositeSymbol] = [:]
  var entities: [String: EntitySymbol] = [:]
  /// The type aliases, in the order in which they were declared.
  var aliasList: [AliasSymbol] = []
  var enumerationList: [EnumerationSymbol] = []
  var compositeList: [CompositeSymbol] = []
  var entityList: [EntitySymbol] = []
  /// Names in declarations that could not be read.
  let brokenNames: Set<String>
  /// The parts of the model that do not belong to a type: the header, configurations,
  /// queries and migrations.
  var model: ManagedObjectModel
  /// Conditions in predicate format, which are checked once the whole model is
  /// known.
  var formats: [FormatPass.Format] = []
  /// The released versions, whose names are used in migrations and renames.
  var older: [VersionText] = []
  /// The first expression that was not understood, or nil if there is none.
  var unread: Span?
  /// The hash in `@frozen`; nil if the text is not a released version.
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

  /// All names that can be used as a type.
  var typeNames: [String] {
    BuiltinType.allCases.map(\.rawValue) + aliasList.map(\.syntax.name.text)
      + enumerationList.map(\.syntax.name.text) + compositeList.map(\.syntax.name.text)
      + entityList.map(\.name)
  }

  /// Returns the entity with the given name, or nil after reporting an unknown
  /// name.
  func entity(_ name: NameSyntax) -> EntitySymbol? {
    if let entity = entities[name.text] {
      diagnostics.use(name, of: entity.syntax.name)
      return entity
    }
    // The declaration could not be read. This has been reported, so the name is
    // not reported again.
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

  /// Reports a case that does not exist in an enumeration.
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
        // The text of an older version cannot be the target of a note.
        at: enumerations[enumeration.text] === symbol ? enumeration.span : nil)
    }
  }

  /// Enters a name in a table. If the name is taken, reports this and returns
  /// false.
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
