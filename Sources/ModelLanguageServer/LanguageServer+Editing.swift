extension LanguageServer {
  /// Returns the edit that formats a document; empty if the document is already
  /// formatted.
  func formatting(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let file = try model(of: parameters).files[0]
    let result = formatted(file)
    guard result.isChanged else { return [] }
    let positions = positions(in: file)
    return [
      [
        "range": positions.json(0..<positions.source.bytes.count),
        "newText": .string(result.text),
      ]
    ]
  }

  /// Returns the fixes of the diagnostics in a range: those that
  /// `modelgen validate --fix` would apply, and those that a person may choose.
  /// The comparison with released versions would take too long for a request,
  /// so its fixes are sent together with its diagnostics.
  func codeActions(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let index = try index(of: parameters)
    let positions = positions(in: index.files[0])
    guard let start = positions.offset(of: parameters["range"]?["start"]),
      let end = positions.offset(of: parameters["range"]?["end"])
    else { throw .parameters("'range' is two positions") }
    let lines =
      positions.position(at: start)
      .line...max(
        positions.position(at: start).line, positions.position(at: end).line)
    let fitting = index.shownDiagnostics.filter {
      $0.path == index.files[0].path && lines.contains($0.line - 1)
    }
    return .array(
      fitting.flatMap { diagnostic in
        ([diagnostic.edits] + diagnostic.choices).filter { !$0.isEmpty }.map {
          action(diagnostic, making: $0, index: index)
        }
      })
  }

  private func action(
    _ diagnostic: Diagnostic, making edits: [Diagnostic.Edit], index: ModelIndex
  ) -> JSONTree {
    var changes: [String: [JSONTree]] = [:]
    for edit in edits {
      guard let file = index.files.first(where: { $0.path == edit.path }) else { continue }
      changes[workspace.address(of: file.path), default: []].append([
        "range": positions(in: file).json(edit.start..<edit.end),
        "newText": .string(edit.replacement),
      ])
    }
    return [
      "title": .string(diagnostic.title(of: edits)),
      "kind": "quickfix",
      "isPreferred": .boolean(edits == diagnostic.edits),
      "diagnostics": [json(diagnostic, files: index.files)],
      "edit": ["changes": .object(changes.mapValues { .array($0) })],
    ]
  }
}

extension Diagnostic {
  /// Returns a short description of some edits to the text.
  fileprivate func title(of edits: [Edit]) -> String {
    let texts = edits.map { edit in
      edit.replacement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    guard let edit = edits.first, edits.count <= 2 else { return "Fix '\(name)'" }
    if edits.count == 2 { return "Write '\(texts[0]) … \(texts[1])'" }
    if texts[0].isEmpty { return edit.replacement.isEmpty ? "Remove this" : "Write a blank" }
    return edit.start == edit.end ? "Add '\(texts[0])'" : "Write '\(texts[0])'"
  }
}
