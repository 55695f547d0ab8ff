extension LanguageServer {
  /// Returns the range that a rename at a position would replace; null if there
  /// is nothing that can be renamed.
  func prepareRename(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let (symbol, name) = place.symbol, symbol.kind.isRenamable,
      place.index.version(of: symbol) == nil
    else { return .null }
    return ["range": place.positions.json(name), "placeholder": .string(symbol.name)]
  }

  /// Returns the edits that rename a declaration in all files of its model.
  ///
  /// An entity, a stored property or an element that exists in a released
  /// version gets `@renamed(from:)`, without which stores would lose its
  /// values. A case keeps the raw value that is stored.
  ///
  /// - Throws: `Failure.refused` if the name is invalid, or would cause new
  ///   mistakes in the model.
  func rename(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let symbol = place.symbol?.symbol, symbol.kind.isRenamable else {
      throw .refused("there is no name to change here")
    }
    if let version = place.index.version(of: symbol) {
      throw .refused(
        "\(place.index.place(of: symbol.nameSpan)): '\(symbol.name)' belongs to version \(version), "
          + "which is released")
    }
    guard let name = parameters["newName"]?.string, ModelIndex.isName(name) else {
      throw .refused("a name is a letter or '_', and letters, digits and '_' behind it")
    }
    let value = keptRawValue(of: symbol, in: place.index)
    var edits = place.index.references(to: symbol).map {
      let text = place.index.text(of: name, at: $0)
      return TextChange(span: $0, text: $0 == symbol.nameSpan ? text + value : text)
    }
    if let attribute = renamingAttribute(of: symbol, in: place.index) { edits.append(attribute) }
    try check(edits, of: symbol, in: place.index)
    return workspaceEdit(edits, in: place.index)
  }

  /// Returns the change that adds ` @renamed(from: old)` after a declaration
  /// that has the old name in released versions; nil if it is not needed.
  private func renamingAttribute(of symbol: ModelSymbol, in index: ModelIndex) -> TextChange? {
    guard index.isStored(symbol), index.renamingIdentifier(of: symbol) == nil,
      isReleased(symbol, in: index)
    else { return nil }
    let end = index.attributeEnd(of: symbol)
    return TextChange(span: end, text: " @renamed(from: \(symbol.name))")
  }

  /// Returns the text ` = "old"`, which follows the name of a case whose raw
  /// value was its name in released versions; empty for other cases.
  private func keptRawValue(of symbol: ModelSymbol, in index: ModelIndex) -> String {
    guard let value = index.implicitRawValue(of: symbol), isReleased(symbol, in: index) else {
      return ""
    }
    return " = \"\(value)\""
  }

  private func isReleased(_ symbol: ModelSymbol, in index: ModelIndex) -> Bool {
    let path = index.files[Int(symbol.nameSpan.file)].path
    return released.texts(of: workspace.releasedVersions(of: path), from: index.files.count)
      .contains { $0.declares(symbol) }
  }

  /// Throws an error if edits would cause new errors, or change the meaning of
  /// a name.
  private func check(
    _ edits: [TextChange], of symbol: ModelSymbol, in index: ModelIndex
  ) throws(Failure) {
    let changed = ModelIndex(index.files.indices.map { index.file($0, applying: edits) })
    let before = Dictionary(grouping: index.reading.errors, by: \.name).mapValues(\.count)
    let new = Dictionary(grouping: changed.reading.errors, by: \.name)
      .filter { $0.value.count > before[$0.key] ?? 0 }.flatMap(\.value)
    // A duplicate name is more informative than the errors that follow from it.
    let told = new.first { $0.name == "DuplicateName" } ?? new.min { $0.place < $1.place }
    if let told { throw .refused("\(told.place.text): \(told.message)") }
    let references = changed.references(toDeclarationAt: symbol.nameSpan.moved(by: edits))
    for span in index.references(to: symbol).map({ $0.moved(by: edits) }) {
      // A key in a format string may have a new prefix.
      let isKept = references.contains {
        $0.file == span.file && ($0.start == span.start || $0.start == span.start + 1)
      }
      guard !isKept else { continue }
      let place = changed.place(of: span)
      throw .refused("\(place): the name would stand for something else here")
    }
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

extension ModelReading {
  fileprivate var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}

extension Diagnostic {
  /// The position of a diagnostic, as it is given in messages.
  fileprivate struct Place: Comparable {
    let path: String
    let line: Int
    let column: Int

    var text: String { "\(path.split(separator: "/").last ?? ""):\(line):\(column)" }

    static func < (left: Place, right: Place) -> Bool {
      (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
  }

  fileprivate var place: Place { Place(path: path, line: line, column: column) }
}

extension Span {
  /// Returns the span at its new start after some changes, with its own length.
  fileprivate func moved(by changes: [TextChange]) -> Span {
    let shift = changes.filter { $0.span.file == file && $0.span.start < start }
      .reduce(0) { $0 + $1.text.utf8.count - Int($1.span.end - $1.span.start) }
    var span = self
    span.start += Int32(shift)
    span.end += Int32(shift)
    return span
  }
}

extension SymbolKind {
  /// True if only the model's text determines the name.
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
