/// Reads the indexes, uniqueness constraints and checks of entities.
struct IndexPass: CheckPass {
  let symbols: SymbolTable

  func run() {
    for entity in symbols.entityList { resolveIndexes(of: entity) }
  }

  private func resolveIndexes(of entity: EntitySymbol) {
    var names: [String: NameSyntax] = [:]
    func isNew(_ syntax: some DeclarationSyntax) -> Bool {
      symbols.isNew(syntax.name, in: &names, owner: entity.name)
    }
    for member in entity.syntax.members {
      switch member {
      case .index(let syntax) where syntax.attributes.named("fullText") == nil:
        if isNew(syntax) { index(syntax, of: entity) }
      case .index(let syntax), .fullText(let syntax):
        if isNew(syntax) { fullText(syntax, of: entity) }
      case .unique(let syntax): if isNew(syntax) { unique(syntax, of: entity) }
      case .check(let syntax): if isNew(syntax) { check(syntax, of: entity) }
      case .property, .fetched, .fetch: break
      }
    }
  }

  private func index(_ syntax: IndexSyntax, of entity: EntitySymbol) {
    annotations.checkAttributes(syntax.attributes, on: [.index], describedAs: "an index")
    let elements = syntax.keys.compactMap { key -> FetchIndexDescription.Element? in
      guard let path = ownPath(key, of: entity, what: "an index") else { return nil }
      let element = FetchIndexDescription.Element(
        path, isAscending: key.isAscending, collation: collation(of: key))
      if element.collation == .folded { checkFolded(key, of: syntax, entity) }
      return element
    }
    let predicate = syntax.condition.flatMap { expressions.predicate($0, in: Scope(entity)) }
    entity.description.indexes.append(
      FetchIndexDescription(
        name: syntax.name.text, documentation: syntax.documentation, elements: elements,
        predicate: predicate))
  }

  private func collation(of key: KeySyntax) -> FetchIndexDescription.Element.Collation {
    var found = FetchIndexDescription.Element.Collation.binary
    for option in key.options {
      switch option.text {
      case "rTree": found = .rTree
      case "folded": found = .folded
      default:
        reportUnknown(
          option, .unknownCase, "no option '.\(option.text)' for an index",
          among: ["folded", "rTree"], as: .option, prefix: ".",
          otherwise: "; there are '.folded' and '.rTree'")
      }
    }
    return found
  }

  /// Reports a folded index that is not an index of all rows with a single
  /// string key.
  private func checkFolded(_ key: KeySyntax, of syntax: IndexSyntax, _ entity: EntitySymbol) {
    let path = key.path.map(\.text).joined(separator: ".")
    if let end = expressions.path(key.path, in: Scope(entity)), !end.type.isText {
      report(
        .typeMismatch, "'\(path)' is '\(end.type.text)'; only texts are folded", at: key.span)
    }
    if syntax.keys.count > 1 || !key.isAscending {
      report(
        .invalidKeyPath, "'\(path)(.folded)' stands alone in its index, without an order",
        at: key.span)
    }
    if let condition = syntax.condition {
      report(
        .invalidExpression, "an index of folded texts is of all objects; leave 'where' out",
        at: condition.span)
    }
  }

  private func unique(_ syntax: IndexSyntax, of entity: EntitySymbol) {
    annotations.checkAttributes(syntax.attributes, on: [.unique], describedAs: "a 'unique' line")
    refusePlainKeys(syntax, what: "unique")
    refuseRepeatedKeys(syntax)
    entity.description.uniquenessConstraints.append(
      UniquenessConstraint(
        name: syntax.name.text, documentation: syntax.documentation,
        keyPaths: syntax.keys.compactMap { ownPath($0, of: entity, what: "'unique'") }))
  }

  private func fullText(_ syntax: IndexSyntax, of entity: EntitySymbol) {
    annotations.checkAttributes(
      syntax.attributes, on: [.fullText, .index], describedAs: "a 'fulltext' line")
    if entity.property(named: syntax.name.text) != nil {
      report(
        .duplicateName,
        "'\(syntax.name.text)' is a property of '\(entity.name)', and a condition names the index "
          + "as one; call it 'search'", at: syntax.name.span)
    }
    refusePlainKeys(syntax, what: "fulltext")
    let paths = syntax.keys.compactMap { key -> String? in
      guard let path = ownPath(key, of: entity, what: "a full-text index") else { return nil }
      guard let end = expressions.path(key.path, in: Scope(entity)), !end.type.isText else {
        return path
      }
      return refuse(
        .typeMismatch, "'\(path)' is '\(end.type.text)'; a full-text index holds texts",
        at: key.span)
    }
    entity.fullTextIndexes.append(syntax.name)
    entity.description.fullTextIndexes.append(
      FullTextIndexDescription(
        name: syntax.name.text, documentation: syntax.documentation, keyPaths: paths,
        tokenizer: tokenizer(in: syntax.attributes), prefixLengths: prefixes(in: syntax.attributes))
    )
  }

  /// The tokenizers of FTS5.
  private static let tokenizers = ["ascii", "porter", "trigram", "unicode61"]

  private func tokenizer(in attributes: [AttributeSyntax]) -> String? {
    guard let attribute = attributes.named("tokenizer"), let text = annotations.text(of: attribute)
    else {
      return nil
    }
    let name = text.split(separator: " ").first.map(String.init) ?? ""
    if !Self.tokenizers.contains(name) {
      report(
        .unknownCase,
        "no tokenizer '\(name)'; there are \(Suggestions.list(Self.tokenizers))",
        at: attribute.span)
    }
    return text
  }

  /// Returns the prefix lengths, or nil if there are none.
  private func prefixes(in attributes: [AttributeSyntax]) -> [Int]? {
    guard let attribute = attributes.named("prefixes") else { return nil }
    let lengths = attribute.arguments.compactMap { argument -> Int? in
      guard case .integer(let digits)? = argument.expression?.kind, let length = Int(digits),
        (1...31).contains(length)
      else { return nil }
      return length
    }
    if lengths.isEmpty || lengths.count != attribute.arguments.count {
      annotations.reportArguments(
        attribute, "numbers of characters, 1 to 31", example: "@prefixes(2, 3)")
    }
    return lengths.isEmpty ? nil : lengths
  }

  /// Reports repeated keys: they have no effect, and the finder for such keys
  /// would not compile.
  private func refuseRepeatedKeys(_ syntax: IndexSyntax) {
    var seen: Set<[String]> = []
    for key in syntax.keys where !seen.insert(key.path.map(\.text)).inserted {
      let path = key.path.map(\.text).joined(separator: ".")
      report(.duplicateName, "'\(path)' is already in '\(syntax.name.text)'", at: key.span)
    }
  }

  private func refusePlainKeys(_ syntax: IndexSyntax, what: String) {
    for key in syntax.keys where !key.isAscending || !key.options.isEmpty {
      report(.invalidKeyPath, "'\(what)' has no order; leave it out", at: key.span)
    }
    guard let condition = syntax.condition else { return }
    report(
      .invalidExpression, "'where' stands behind 'index' only, not behind '\(what)'",
      at: condition.span)
  }

  /// Returns the path of a property of the entity itself: an attribute, an
  /// element of a composite, or a to-one relationship. Any other path is
  /// reported, and the result is nil.
  private func ownPath(_ key: KeySyntax, of entity: EntitySymbol, what: String) -> String? {
    let path = key.path.map(\.text).joined(separator: ".")
    if key.path.count > 1, let first = entity.property(named: key.path[0].text),
      let destination = first.destination, first.relationship != nil
    {
      return refuse(
        .invalidKeyPath,
        "\(what) holds own properties; '\(path)' belongs to '\(destination.name)'",
        at: key.span)
    }
    guard let end = expressions.path(key.path, in: Scope(entity)) else { return nil }
    switch end.type {
    case .toMany(let other):
      return refuse(
        .toManyKeyPath, "\(what) holds one value, and '\(path)' leads to many '\(other.text)'",
        at: key.span)
    case .attribute(.composite(let composite)):
      let first = symbols.composites[composite]?.description.elements.first?.name ?? "element"
      return refuse(
        .invalidKeyPath, "\(what) holds single values; name an element: '\(path).\(first)'",
        at: key.span)
    default: return path
    }
  }

  private func check(_ syntax: CheckSyntax, of entity: EntitySymbol) {
    // Checks are evaluated for objects in memory, which also have transient
    // values.
    let scope = Scope(entity, place: .init(allowsTransient: true))
    guard let predicate = expressions.predicate(syntax.condition, in: scope) else { return }
    entity.description.checks.append(
      CheckDescription(
        name: syntax.name.text, documentation: syntax.documentation, predicate: predicate,
        message: syntax.message))
  }
}

extension KeySyntax {
  /// The span of the key's path.
  var span: Span {
    guard let first = path.first, let last = path.last else {
      return Span(file: 0, start: 0, end: 0)
    }
    return first.span.through(last.span)
  }
}
