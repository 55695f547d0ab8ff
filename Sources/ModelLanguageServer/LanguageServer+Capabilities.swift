import ModelLanguage
import ModelSchema

extension LanguageServer {
  /// What the server can do, as the answer to `initialize`.
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
}
