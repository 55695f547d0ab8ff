/// Gives names, types and expressions of syntax trees their meaning.
///
/// The passes run in the order of `check()`, each over all declarations, so
/// that a pass may look at anything that the passes before it have made.
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
final class Checker {
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
  var model: ManagedObjectModel
  /// Conditions in predicate format, to be checked against the whole model.
  var formats: [Format] = []
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

  /// Runs all passes and gives back what they made.
  func check() -> ManagedObjectModel {
    checkHeaders()
    declareTypes()
    // Enumerations before all that may name them: whoever does takes their raw type along.
    resolveEnumerations()
    resolveAliases()
    resolveComposites()
    // Circles are broken here, so that whoever follows parents from now on comes to an end.
    resolveParents()
    declareProperties()
    resolveProperties()
    checkInheritedNames()
    // All relationships have their types by now, of whatever entity they are.
    resolveInverses()
    // After the inverses: a rule is right or wrong by what the other end says.
    checkDeleteRules()
    resolveValues()
    resolveMembers()
    resolveTables()
    resolveConfigurations()
    resolveQueries()
    resolveMigrations()
    let model = assembled().withPreservedCounts
    // By the check that there is at run time too, which takes a whole model.
    checkFormats(in: model)
    if diagnostics.names != nil, !older.isEmpty { enterRenamings(in: model) }
    reportUnread()
    return model
  }

  private func assembled() -> ManagedObjectModel {
    model.typeAliases = aliasList.compactMap(\.description)
    model.enumerations = enumerationList.map(\.description)
    model.composites = compositeList.map(\.description)
    model.entities = entityList.map { entity in
      var description = entity.description
      description.properties = entity.properties.compactMap(\.description)
      return description
    }
    return model
  }

  /// Reports an expression without a meaning, where nothing has been reported:
  /// what it says would vanish from the model.
  private func reportUnread() {
    guard let unread, !diagnostics.hasErrors else { return }
    report(.invalidExpression, "this has no meaning here; write it in another way", at: unread)
  }

  /// Adds a diagnostic.
  ///
  /// - Parameter texts: what may stand in the place of the stretch; one alone
  ///   is sure.
  func report(
    _ name: DiagnosticName, _ message: String, at span: Span, replacing texts: [String] = []
  ) {
    diagnostics.add(SourceDiagnostic(name, message, at: span).replacing(span, with: texts))
  }

  /// Reports a name that is none of some names, with those that are like it.
  ///
  /// - Parameters:
  ///   - title: The message without the question.
  ///   - list: The end of the message where no name is like it.
  ///   - remark: Adds what else there is to say, told whether no name is like it.
  func reportUnknown(
    _ name: NameSyntax, _ code: DiagnosticName, _ title: String, among names: [String],
    as kind: SymbolKind, prefix: String = "", owner: String? = nil, otherwise list: String = "",
    remark: (SourceDiagnostic, Bool) -> SourceDiagnostic = { diagnostic, _ in diagnostic }
  ) {
    let question = diagnostics.question(
      for: name.text, among: names, as: kind, prefix: prefix, owner: owner)
    let message = title + (question.isEmpty ? list : question.text)
    let diagnostic = SourceDiagnostic(code, message, at: name.span)
    diagnostics.add(remark(diagnostic.replacing(name.span, with: question), question.isEmpty))
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
