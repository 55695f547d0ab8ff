extension DiagnosticPrinter {
  /// Returns the diagnostics as a JSON array for editors, with one object on each
  /// line.
  ///
  /// Notes without a position have no path, line or column. The positions of
  /// edits are in UTF-8 bytes.
  public func json(_ diagnostics: [Diagnostic]) -> String {
    let objects = diagnostics.map(\.json)
    return objects.isEmpty ? "[]\n" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
  }

  /// Returns the diagnostics as commands that GitHub's runners show beside the
  /// source lines.
  public func github(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { $0.github + "\n" }.joined()
  }

  /// Returns the diagnostics in the Static Analysis Results Interchange Format 2.1.0.
  public func sarif(_ diagnostics: [Diagnostic]) -> String {
    let results = diagnostics.map(\.sarif).joined(separator: ",\n      ")
    return """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
          "tool": {"driver": {"name": "modelgen"}},
          "results": [
            \(results)
          ]
        }]
      }

      """
  }
}

extension Diagnostic {
  fileprivate var json: String {
    JSONText.object([
      ("severity", JSONText.string(severity.rawValue)),
      ("name", JSONText.string(name)),
      ("message", JSONText.string(message)),
      ("path", JSONText.string(path)),
      ("line", "\(line)"),
      ("column", "\(column)"),
      ("notes", JSONText.array(notes.map(\.json))),
      ("fixes", JSONText.array(fixes.map(JSONText.string))),
      ("edits", JSONText.array(edits.map(\.json))),
      ("choices", JSONText.array(choices.map { JSONText.array($0.map(\.json)) })),
    ])
  }

  /// The command `::error file=…,line=…,col=…,title=…::message`. Characters that
  /// would end the command or one of its properties are escaped.
  fileprivate var github: String {
    let place = "file=\(path.githubProperty),line=\(line),col=\(column)"
    let more = notes.map { "\nnote: \($0.message)" } + fixes.map { "\nfix: \($0)" }
    let text = (message + more.joined()).githubData
    return "::\(severity.rawValue) \(place),title=#\(name)::\(text)"
  }

  fileprivate var sarif: String {
    let region = JSONText.object([("startLine", "\(line)"), ("startColumn", "\(column)")])
    let location = JSONText.object([
      (
        "physicalLocation",
        JSONText.object([
          ("artifactLocation", JSONText.object([("uri", JSONText.string(path))])),
          ("region", region),
        ])
      )
    ])
    return JSONText.object([
      ("ruleId", JSONText.string(name)),
      ("level", JSONText.string(severity.rawValue)),
      ("message", JSONText.object([("text", JSONText.string(message))])),
      ("locations", JSONText.array([location])),
    ])
  }
}

extension Diagnostic.Note {
  fileprivate var json: String {
    var members = [("message", JSONText.string(message))]
    if let path, let line, let column {
      members += [
        ("path", JSONText.string(path)), ("line", "\(line)"), ("column", "\(column)"),
      ]
    }
    return JSONText.object(members)
  }
}

extension Diagnostic.Edit {
  fileprivate var json: String {
    JSONText.object([
      ("path", JSONText.string(path)), ("start", "\(start)"), ("end", "\(end)"),
      ("replacement", JSONText.string(replacement)),
    ])
  }
}

extension String {
  fileprivate var githubData: String { escaped { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] } }

  fileprivate var githubProperty: String {
    githubData.escaped { [":": "%3A", ",": "%2C"][$0] }
  }
}
