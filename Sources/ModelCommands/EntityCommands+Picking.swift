extension EntityCommands {
  /// Returns the commands that link and unlink objects: `tag BANK TAG...` and
  /// `untag BANK TAG...`.
  func pickers(of field: FormField) -> [Command] {
    guard let others = field.kind.entityName.flatMap({ catalog[$0] }) else { return [] }
    let isAlone =
      screens.allFields.filter { $0.isPicker && $0.kind.entityName == others.entityName }.count == 1
    let own = CommandSpelling.dashed(field.shortName)
    let noun = others.noun.lowercased().replacing(" ", with: "-")
    let name = isAlone && !Self.names.contains(noun) ? noun : own
    guard !Self.names.contains(name) else { return [] }
    let other = others.noun.lowercased()
    let operands = "\(operand) \(name.uppercased())..."
    let isMade = others.promptedField != nil
    return [
      Command(
        name, operands, count: 2 ... .max,
        "Give \(screens.one) \(others.plural.lowercased())\(isMade ? "; new ones are made" : "").",
        discussion: referenceHelp, options: [.json]
      ) { call in
        try pick(field, others, call) { related, word, finder in
          let object = try finder.object(word, of: others, makes: true)
          if !related.contains(object) { related.append(object) }
        }
      },
      Command(
        "un\(name)", operands, count: 2 ... .max,
        "Take \(others.plural.lowercased()) from \(screens.one); they stay.",
        discussion: referenceHelp, options: [.json]
      ) { call in
        let owner = try screens.row(found(call.operands[0], call)).title
        try pick(field, others, call) { related, word, finder in
          guard let place = try place(of: word, among: related, others, finder) else {
            throw CommandError("'\(owner)' has no \(other) '\(word)'")
          }
          related.remove(at: place)
        }
      },
    ]
  }

  /// Returns the index of the linked object that a word denotes, even if other
  /// objects have the same name; nil if the word denotes no linked object.
  private func place(
    of word: String, among related: [ManagedObject], _ others: EntityScreens, _ finder: ObjectFinder
  ) throws -> Int? {
    let found = Result { try finder.object(word, of: others) }
    if let object = try? found.get(), let place = related.firstIndex(of: object) { return place }
    let named = related.indices.filter { others.nameField?.text(related[$0]) == word }
    // Several linked objects with the same name are distinguished in the same
    // way as elsewhere.
    if named.count > 1 { _ = try found.get() }
    return named.count == 1 ? named[0] : nil
  }

  private static let names = [
    "list", "show", "add", "edit", "delete", "search", "count", "import", "export",
  ]

  private func pick(
    _ field: FormField, _ others: EntityScreens, _ call: CommandCall,
    _ change: (inout [ManagedObject], String, ObjectFinder) throws -> Void
  ) throws {
    let object = try found(call.operands[0], call)
    let finder = ObjectFinder(catalog: catalog, context: call.context)
    var related = field.related(object)
    for word in call.operands.dropFirst() { try change(&related, word, finder) }
    try field.relate?(object, related)
    try call.context.save()
    try text.write(object, call)
  }
}
