/// Returns the diagnostics of comparing a model with its released versions.
///
/// A released version must not be edited once it is frozen, the loss of a
/// stored property must be declared, and every new required property needs a
/// value for the rows of older stores. Mistakes within one version are found by
/// `readModel`, and versions with such mistakes are left out here.
public func checkVersions(current: [SourceFile], released: [SourceFile]) -> [Diagnostic] {
  VersionReadings(current: current, released: released).diagnostics
}

/// The results of reading a model and its released versions, each of which is read once.
package struct VersionReadings {
  package let current: ModelReading
  /// The released versions, in the order of their files.
  package let released: [ModelReading]
  /// The diagnostics from comparing the model with its released versions.
  package let diagnostics: [Diagnostic]

  /// Reads a model and its released versions.
  package init(current files: [SourceFile], released: [SourceFile]) {
    let texts = ReleasedTexts().texts(of: released, from: files.count)
    let text = CheckedText(files) { texts }
    current = text.reading
    self.released = texts.map(\.reading)
    diagnostics = text.diagnostics(against: texts) { true } ?? []
  }
}

extension CheckedText {
  /// Returns the diagnostics of comparing the text with released versions, whose file
  /// numbers follow its own; empty if the text has errors.
  ///
  /// - Parameter goesOn: A closure that is called before each part of the work, and returns false
  ///   to stop it.
  /// - Returns: The diagnostics, or nil if the work was stopped.
  func diagnostics(
    against released: [ReleasedText], while goesOn: () -> Bool
  ) -> [Diagnostic]? {
    guard let model = version else { return [] }
    let diagnostics = SourceDiagnostics()
    let models = released.compactMap(\.version?.model)
    let memo = VersionMemo()
    for text in released {
      guard let version = text.version else { continue }
      // The closure is called before each part, since an editor stops the work at the next
      // keystroke.
      guard goesOn() else { return nil }
      let check = VersionCheck(
        old: version, new: model, through: models.between(version.model, model.model),
        paths: (text.file.path, files.first?.path ?? ""), memo: memo, diagnostics: diagnostics)
      guard goesOn() else { return nil }
      check.checkSeal(of: text)
      if version.model.version != nil, version.model.version == model.model.version {
        check.checkCurrent(files, against: text)
      } else {
        check.checkEntities()
        check.checkPolicies()
        check.checkExpressions()
      }
    }
    return diagnostics.located(in: sources + released.map(\.source))
  }

  /// The text as a version, or nil if it has errors or no `model` line.
  var version: VersionText? {
    guard let header = syntax.lazy.compactMap(\.header).first, let source = sources.last,
      !diagnostics.hasErrors
    else { return nil }
    let last = Int32(first + sources.count - 1)
    let length = Int32(source.bytes.count)
    return VersionText(
      symbols: table, model: model, header: header,
      end: Span(file: last, start: length, end: length))
  }
}

/// A version that has been read, with its symbols.
struct VersionText {
  let symbols: SymbolTable
  let model: ManagedObjectModel
  let header: HeaderSyntax
  /// The end of the text, which is in the last file if there are several files.
  let end: Span

  /// The names in the `@allow` of the header.
  var allowedNames: Set<String> {
    let arguments = header.attributes.filter { $0.name.text == "allow" }.flatMap(\.arguments)
    return Set(
      arguments.compactMap {
        if case .diagnosticName(let name) = $0.value { name.text } else { nil }
      })
  }
}
