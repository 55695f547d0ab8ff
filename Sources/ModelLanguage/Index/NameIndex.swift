/// The findings of a run about names: which declaration each use stands for,
/// and which names could stand at one place.
///
/// An editor asks for it; a run that only makes a model has none. The checker
/// enters what it resolves anyway, and the names that a message would choose
/// its suggestions from are those that completion offers: so the editor knows
/// whatever the checker knows, and there is no second set of rules for names.
final class NameIndex {
  /// The word that stands in the text where completions are asked for. No
  /// declaration has this name, so it is always looked up in vain.
  static let probe = "__completion__"

  /// The uses so far: where the name stands, and where its declaration names
  /// itself.
  private(set) var uses: [(name: Span, declaration: Span)] = []
  /// The uses within text literals: the literal, the bytes of its value that
  /// are the name, and where the declaration names itself.
  private(set) var usesInTexts: [TextUse] = []
  /// The names that could stand in place of the probe.
  private(set) var candidates: [Completion] = []

  /// Enters a use of a declaration.
  func use(_ name: Span, of declaration: Span) {
    uses.append((name, declaration))
  }

  /// Enters a use of a declaration within a text.
  func use(_ use: TextUse) { usesInTexts.append(use) }

  /// Enters the names that could stand in place of a word, where it is the
  /// probe.
  func candidates(
    for word: String, among names: some Sequence<String>, as kind: SymbolKind, prefix: String,
    owner: String?, version: Int?
  ) {
    guard word == Self.probe else { return }
    for name in names where !candidates.contains(where: { $0.name == name && $0.kind == kind }) {
      candidates.append(
        Completion(name: name, prefix: prefix, kind: kind, owner: owner, version: version))
    }
  }
}

/// A use of a declaration within a text literal.
struct TextUse {
  /// The stretch of the literal, with its quotes.
  let literal: Span
  /// The UTF-8 bytes of the name in what the literal stands for.
  let range: Range<Int>
  let declaration: Span
  /// A Boolean value that says whether it is a key of a format, where words of
  /// the format's own need a sign.
  var isFormatKey = false

  /// The stretch of the name in a source; nil where the literal cannot be read.
  func span(in source: SourceText) -> Span? {
    let token = source.bytes[Int(literal.start)..<Int(literal.end)]
    guard let places = TextLiteral.places(of: token), range.upperBound < places.count else {
      return nil
    }
    return Span(
      file: literal.file, start: Int32(places[range.lowerBound]),
      end: Int32(places[range.upperBound]))
  }
}

/// A name that could stand at a place of a text.
package struct Completion: Sendable, Hashable {
  /// The name, without sign.
  package let name: String
  /// The sign before it: `@`, `$`, `.`, `#`, or nothing.
  package let prefix: String
  /// The kind of what it names.
  package let kind: SymbolKind
  /// The declaration that holds what it names, such as a property's entity.
  package let owner: String?
  /// The released version whose name it is; nil for one of the text's own.
  package let version: Int?
}

extension SourceDiagnostics {
  /// Enters a use of a declaration, where an editor asked for names.
  func use(_ name: NameSyntax, of declaration: NameSyntax) {
    names?.use(name.span, of: declaration.span)
  }

  /// Enters what could stand in place of a word that is looked up in vain.
  func offer(
    _ candidates: some Sequence<String>, for word: String, as kind: SymbolKind,
    prefix: String = "", owner: String? = nil, version: Int? = nil
  ) {
    names?.candidates(
      for: word, among: candidates, as: kind, prefix: prefix, owner: owner, version: version)
  }

  /// `; did you mean 'a' or 'b'?`, or nothing; what it chooses from is offered.
  func question(
    for word: String, among candidates: some Sequence<String>, as kind: SymbolKind,
    prefix: String = "", owner: String? = nil
  ) -> Question {
    offer(candidates, for: word, as: kind, prefix: prefix, owner: owner)
    let matches = Suggestions.matches(for: word, among: candidates)
    return Question(
      text: Suggestions.question(among: matches, prefix: prefix),
      replacements: matches.map { prefix + (kind.isOfLanguage ? $0 : PrintedName.quoted($0)) },
      isSure: kind.isSure)
  }
}

extension SymbolKind {
  /// A Boolean value that says whether names of the kind are words of the
  /// language, which need no back-ticks.
  fileprivate var isOfLanguage: Bool {
    switch self {
    case .keyword, .annotation, .function, .option, .warning, .builtinType, .enumerationCase,
      .parameter:
      true
    case .model, .entity, .composite, .enumeration, .typeAlias, .configuration, .query, .migration,
      .attribute, .relationship, .fetchedProperty, .fetch, .index, .uniqueConstraint,
      .fullTextIndex, .check:
      false
    }
  }

  /// A Boolean value that says whether the nearest name is what was meant,
  /// where there is one such name.
  fileprivate var isSure: Bool {
    switch self {
    case .keyword, .annotation, .option, .warning, .builtinType, .entity: true
    case .function, .enumerationCase, .parameter, .model, .composite, .enumeration, .typeAlias,
      .configuration, .query, .migration, .attribute, .relationship, .fetchedProperty, .fetch,
      .index, .uniqueConstraint, .fullTextIndex, .check:
      false
    }
  }
}
