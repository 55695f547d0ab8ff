import ModelLanguage
import ModelSchema

extension LanguageServer {
  /// The stretch that a rename at a place would replace; null where nothing
  /// can be renamed.
  func prepareRename(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let (symbol, name) = place.symbol, symbol.kind.isRenamable else { return .null }
    return ["range": place.positions.json(name), "placeholder": .string(symbol.name)]
  }

  /// The edits that give a declaration another name, in all files of its
  /// model.
  ///
  /// An entity, a stored property or an element of a released version gets
  /// `@renamed(from:)`, without which stores would lose its values; a case keeps
  /// the raw value that they hold.
  ///
  /// - Throws: `Failure.refused` for a name that cannot be one, or one after
  ///   which the model would have mistakes that it does not have now.
  func rename(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let symbol = place.symbol?.symbol, symbol.kind.isRenamable else {
      throw .refused("there is no name to change here")
    }
    guard let name = parameters["newName"]?.string, ModelIndex.isName(name) else {
      throw .refused("a name is a letter or '_', and letters, digits and '_' behind it")
    }
    let value = keptRawValue(of: symbol, in: place.index)
    var edits = place.index.references(to: symbol).map {
      TextChange(span: $0, text: $0 == symbol.nameSpan ? name + value : name)
    }
    if let attribute = renamingAttribute(of: symbol, in: place.index) { edits.append(attribute) }
    try check(edits, in: place.index)
    return workspaceEdit(edits, in: place.index)
  }

  /// ` @renamed(from: old)` behind a declaration that released versions have
  /// under the old name.
  private func renamingAttribute(of symbol: ModelSymbol, in index: ModelIndex) -> TextChange? {
    guard index.isStored(symbol), index.renamingIdentifier(of: symbol) == nil,
      isReleased(symbol, in: index)
    else { return nil }
    let end = index.attributeEnd(of: symbol)
    return TextChange(span: end, text: " @renamed(from: \(symbol.name))")
  }

  /// ` = "old"` behind the name of a case whose raw value was its name in
  /// released versions; nothing else.
  private func keptRawValue(of symbol: ModelSymbol, in index: ModelIndex) -> String {
    guard let value = index.implicitRawValue(of: symbol), isReleased(symbol, in: index) else {
      return ""
    }
    return " = \"\(value)\""
  }

  private func isReleased(_ symbol: ModelSymbol, in index: ModelIndex) -> Bool {
    let path = index.files[Int(symbol.nameSpan.file)].path
    return workspace.releasedVersions(of: path).contains { ModelIndex([$0]).declares(symbol) }
  }

  /// Refuses edits after which there are errors that there were not.
  private func check(_ edits: [TextChange], in index: ModelIndex) throws(Failure) {
    let changed = ModelIndex(index.files.indices.map { index.file($0, applying: edits) })
    let before = Set(index.reading.diagnostics.filter { $0.severity == .error }.map(\.name))
    let new = changed.reading.diagnostics.first {
      $0.severity == .error && !before.contains($0.name)
    }
    if let new { throw .refused(new.message) }
  }

  private func workspaceEdit(_ edits: [TextChange], in index: ModelIndex) -> JSONTree {
    var changes: [String: JSONTree] = [:]
    for (number, file) in index.files.enumerated() {
      let own = edits.filter { Int($0.span.file) == number }
      guard !own.isEmpty else { continue }
      let positions = positions(in: file)
      changes[workspace.address(of: file.path)] = .array(
        own.map { ["range": positions.json($0.span), "newText": .string($0.text)] })
    }
    return ["changes": .object(changes)]
  }
}

extension SymbolKind {
  /// A Boolean value that says whether the text alone decides on the name.
  fileprivate var isRenamable: Bool {
    switch self {
    case .entity, .composite, .enumeration, .typeAlias, .configuration, .query, .attribute,
      .relationship, .fetchedProperty, .fetch, .index, .uniqueConstraint, .fullTextIndex, .check,
      .enumerationCase, .parameter:
      true
    case .model, .migration, .builtinType, .keyword, .annotation, .function, .option, .warning:
      false
    }
  }
}
