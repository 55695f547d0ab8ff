extension LanguageServer {
  /// Returns the diagnostics of all open models, and of released versions with
  /// mistakes, by the addresses of their files; nil if the closure stopped the
  /// work.
  ///
  /// A file may belong to one model and be a released version of another. It then has
  /// the diagnostics of both.
  func openDiagnostics(while goesOn: () -> Bool) -> [String: [JSONTree]]? {
    var found: [String: [JSONTree]] = [:]
    var checked: Set<String> = []
    for address in workspace.documents.byAddress.keys.sorted() {
      guard !checked.contains(address), let index = model(around: address)?.index else { continue }
      for file in index.files {
        let place = workspace.address(of: file.path)
        checked.insert(place)
        found[place, default: []] += []
      }
      guard let diagnostics = index.diagnostics(while: goesOn) else { return nil }
      let files = index.files + index.releasedFiles
      let others = found
      for diagnostic in diagnostics {
        let item = json(diagnostic, files: files)
        let place = workspace.address(of: diagnostic.path)
        if others[place]?.contains(item) != true { found[place, default: []].append(item) }
      }
    }
    return found
  }

  /// Returns a message with all diagnostics of a file.
  func message(_ items: [JSONTree], at address: String) -> JSONTree {
    var parameters: [String: JSONTree] = [
      "uri": .string(address), "diagnostics": .array(items),
    ]
    if let version = workspace.documents.byAddress[address]?.version {
      parameters["version"] = .integer(version)
    }
    return [
      "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
      "params": .object(parameters),
    ]
  }

  /// Returns a diagnostic in the form used in the protocol. Notes with a
  /// position are related information; notes without a position, and the fixes,
  /// are lines of the message.
  func json(_ diagnostic: Diagnostic, files: [SourceFile]) -> JSONTree {
    let lines =
      [diagnostic.message]
      + diagnostic.notes.filter { $0.line == nil }.map { "note: " + $0.message }
      + diagnostic.fixes.map { "fix: " + $0 }
    var members: [String: JSONTree] = [
      "range": range(diagnostic.path, diagnostic.line, diagnostic.column, files),
      "severity": diagnostic.severity == .error ? 1 : 2,
      "code": .string(diagnostic.name),
      "source": "modelgen",
      "message": .string(lines.joined(separator: "\n")),
    ]
    let related = diagnostic.notes.compactMap { note -> JSONTree? in
      guard let path = note.path, let line = note.line, let column = note.column,
        files.contains(where: { $0.path == path })
      else { return nil }
      return [
        "location": [
          "uri": .string(workspace.address(of: path)), "range": range(path, line, column, files),
        ],
        "message": .string(note.message),
      ]
    }
    if !related.isEmpty { members["relatedInformation"] = .array(related) }
    return .object(members)
  }

  /// Returns the range of the token at a line and a column in characters, both
  /// counted from 1.
  private func range(
    _ path: String, _ line: Int, _ column: Int, _ files: [SourceFile]
  ) -> JSONTree {
    guard let file = files.first(where: { $0.path == path }) else { return .null }
    let positions = positions(in: file)
    guard line >= 1, line <= positions.source.lineStarts.count else {
      return positions.json(0..<0)
    }
    let lineStart = Int(positions.source.lineStarts[line - 1])
    let text = positions.source.string(lineStart..<positions.lineEnd(line - 1))
    let start = lineStart + text.prefix(column - 1).utf8.count
    let rest = text.dropFirst(column - 1)
    let word = rest.prefix { $0.isLetter || $0.isNumber || "_@$#`.".contains($0) }
    return positions.json(start..<start + max(word.utf8.count, rest.first?.utf8.count ?? 0))
  }
}
