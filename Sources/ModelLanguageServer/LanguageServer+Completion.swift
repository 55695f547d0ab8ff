extension LanguageServer {
  /// Returns the names that are possible at a position.
  func completion(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    // The text is read with a word inserted at the position, since the context
    // would otherwise be unknown.
    let model = try model(of: parameters)
    let positions = positions(in: model.files[0])
    let found = ModelIndex.completions(
      at: try offset(in: parameters, positions), file: 0, in: model.files,
      released: model.released)
    let range = positions.json(found.replaced)
    let items = found.completions.enumerated().map { order, completion in
      item(completion, order: order, replacing: range, index: found.index)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  private func item(
    _ completion: Completion, order: Int, replacing range: JSONTree, index: ModelIndex?
  ) -> JSONTree {
    let symbol = index?.declaration(
      named: completion.name, in: completion.owner, of: completion.version)
    let kind = symbol?.kind ?? completion.kind
    let text = completion.prefix + completion.name
    var members: [String: JSONTree] = [
      "label": .string(text),
      "kind": .integer(kind.protocolNumbers.completion),
      // The names keep the order of their declarations, which is more useful than the
      // alphabet.
      "sortText": .string(String(repeating: "0", count: max(0, 5 - "\(order)".count)) + "\(order)"),
      "textEdit": ["range": range, "newText": .string(text)],
    ]
    if let detail = symbol?.detail { members["detail"] = .string(detail) }
    if let documentation = symbol?.documentation ?? completion.explanation {
      members["documentation"] = .string(documentation)
    }
    return .object(members)
  }
}

extension Completion {
  /// The explanation of a name that is part of the language; nil for any other
  /// name.
  fileprivate var explanation: String? {
    switch kind {
    case .annotation: LanguageWords.explanation(ofAnnotation: name)
    case .warning: LanguageWords.explanation(ofWarning: name)
    default: nil
    }
  }
}
