extension LanguageServer {
  /// The capabilities of the server, as the response to `initialize`.
  static var capabilities: JSONTree {
    [
      "capabilities": [
        "positionEncoding": "utf-16",
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "completionProvider": ["triggerCharacters": ["@", ".", "$", "#", ":"]],
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": ["codeActionKinds": ["quickfix"]],
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.rawValue) }),
            "tokenModifiers": ["declaration"],
          ],
          "full": true,
        ],
      ],
      "serverInfo": ["name": "modelgen-lsp", "version": .string(PackageVersion.current)],
    ]
  }

  /// Returns whether a client states that it can report changes to files on the
  /// disk on request.
  static func canWatch(_ parameters: JSONTree) -> Bool {
    let files = parameters["capabilities"]?["workspace"]?["didChangeWatchedFiles"]
    return files?["dynamicRegistration"] == .boolean(true)
  }

  /// The request for notifications about models and released versions that change on
  /// the disk.
  static var watchRequest: JSONTree {
    [
      "jsonrpc": "2.0", "id": "watch", "method": "client/registerCapability",
      "params": [
        "registrations": [
          [
            "id": "models", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*.model"]]],
          ]
        ]
      ],
    ]
  }
}
