internal import ModelSchema

/// Returns the diagnostics of a model against its released versions.
///
/// A released version must not have been edited since it was frozen, no stored
/// property may get lost in silence, and every new required property needs a
/// value for the rows of older stores. Mistakes within a text are those of
/// `readModel`; a version that has some is left out here.
public func checkVersions(current: [SourceFile], released: [SourceFile]) -> [Diagnostic] {
  let files = current + released
  let sources = files.map(SourceText.init)
  let diagnostics = SourceDiagnostics()
  guard let model = VersionText(sources, 0..<current.count) else { return [] }
  let versions = released.indices.map { index in
    VersionText(sources, current.count + index..<current.count + index + 1)
  }
  let models = versions.compactMap(\.?.model)
  for (file, version) in zip(released, versions) {
    guard let version else { continue }
    let check = VersionCheck(
      old: version, new: model, through: models.between(version.model, model.model),
      paths: (file.path, current.first?.path ?? ""), diagnostics: diagnostics)
    check.checkSeal(of: file)
    if version.model.version != nil, version.model.version == model.model.version {
      check.checkCurrent(current, against: file)
    } else {
      check.checkEntities()
      check.checkPolicies()
    }
  }
  return diagnostics.located(in: sources)
}

/// A version that has been read, with what its names stand for.
struct VersionText {
  let checker: Checker
  let model: ManagedObjectModel
  let header: HeaderSyntax
  /// The place behind the text, of several files that behind the last.
  let end: Span

  /// Reads some of the sources; nil where they have errors.
  init?(_ sources: [SourceText], _ range: Range<Int>) {
    let diagnostics = SourceDiagnostics()
    let syntax = range.map { index in
      var parser = Parser(sources[index], file: Int32(index), diagnostics: diagnostics)
      return parser.parseFile()
    }
    guard let header = syntax.lazy.compactMap(\.header).first else { return nil }
    self.header = header
    let last = range.upperBound - 1
    let length = Int32(sources[last].bytes.count)
    end = Span(file: Int32(last), start: length, end: length)
    checker = Checker(syntax, diagnostics: diagnostics)
    model = checker.check()
    guard diagnostics.all.allSatisfy({ $0.name.severity != .error }) else { return nil }
  }

  /// The names in the `@allow` of the header.
  var allowedNames: Set<String> {
    let arguments = header.attributes.filter { $0.name.text == "allow" }.flatMap(\.arguments)
    return Set(
      arguments.compactMap {
        if case .diagnosticName(let name) = $0.value { name.text } else { nil }
      })
  }
}
