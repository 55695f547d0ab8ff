import ModelLanguage
import ModelSchema

extension LanguageServer {
  /// Sends the diagnostics of the model around a text, and empty lists for
  /// files that had some and have none now.
  func publishDiagnostics(around address: String) {
    var sent: Set<String> = []
    if let index = index(around: address) {
      let files = index.files + releasedVersions(of: index)
      let byFile = Dictionary(grouping: diagnostics(of: index), by: \.path)
      for (number, file) in files.enumerated() {
        let own = byFile[file.path] ?? []
        // A released version is named where something is wrong with it.
        guard number < index.files.count || !own.isEmpty else { continue }
        publish(own, files: files, at: workspace.address(of: file.path))
        sent.insert(workspace.address(of: file.path))
      }
    }
    for old in (published[address] ?? []).union([address]).subtracting(sent).sorted() {
      publish([], files: [], at: old)
    }
    published[address] = sent.isEmpty ? nil : sent
  }

  /// The diagnostics of a model: of its text, and against its released
  /// versions.
  func diagnostics(of index: ModelIndex) -> [Diagnostic] {
    let released = releasedVersions(of: index)
    guard !released.isEmpty, !index.reading.hasErrors else { return index.reading.diagnostics }
    return index.reading.diagnostics + checkVersions(current: index.files, released: released)
  }

  func releasedVersions(of index: ModelIndex) -> [SourceFile] {
    index.files.first.map { workspace.releasedVersions(of: $0.path) } ?? []
  }

  private func publish(
    _ diagnostics: [Diagnostic], files: [SourceFile], at address: String
  ) {
    let items = diagnostics.map { json($0, files: files) }
    var parameters: [String: JSONTree] = [
      "uri": .string(address), "diagnostics": .array(items),
    ]
    if let version = workspace.documents.byAddress[address]?.version {
      parameters["version"] = .integer(version)
    }
    notifications.append([
      "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
      "params": .object(parameters),
    ])
  }

  /// A diagnostic as the protocol writes it: notes with a place are related
  /// information, those without and the fixes are lines of the message.
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

  /// The stretch of the token at a line and a column in characters, both
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
