/// The names found in a run: the declaration of each use, and the completions at a
/// position.
///
/// Only editors need the index; a run that only produces a model has none. The
/// checker enters all names that it resolves, and completions are the names
/// from which it would choose suggestions, so there is no second set of rules
/// for names.
final class NameIndex {
  /// The placeholder for the word to complete. No declaration has this name, so it is
  /// never found.
  static let probe = "__completion__"

  /// The uses found so far, each with the span of the name and the span of the
  /// declaration's name.
  private(set) var uses: [(name: Span, declaration: Span)] = []
  /// The uses within string literals.
  private(set) var usesInTexts: [TextUse] = []
  /// The names that can replace the placeholder, which are the completions.
  private(set) var candidates: [Completion] = []

  func use(_ name: Span, of declaration: Span) {
    uses.append((name, declaration))
  }

  func use(_ use: TextUse) { usesInTexts.append(use) }

  /// Adds the names that could replace a word to the candidates, if the word is
  /// the placeholder.
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

/// A use of a declaration within a string literal.
struct TextUse {
  /// The span of the literal, including quotes.
  let literal: Span
  /// The UTF-8 range of the name in the literal's value.
  let range: Range<Int>
  let declaration: Span
  /// True if the name is a key of a format, in which reserved words need a
  /// prefix.
  var isFormatKey = false

  /// Returns the span of the name in a source, or nil if the literal cannot be read.
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

/// A name that is valid at a position in the text.
package struct Completion: Sendable, Hashable {
  /// The name, without its prefix.
  package let name: String
  /// The prefix of the name: `@`, `$`, `.`, `#`, or an empty string.
  package let prefix: String
  /// The kind of the named declaration or keyword.
  package let kind: SymbolKind
  /// The owner of the declaration, such as a property's entity, or nil if it
  /// has none.
  package let owner: String?
  /// The number of the released version with the declaration, or nil for the text
  /// itself.
  package let version: Int?
}

extension SourceDiagnostics {
  /// Records a use of a declaration, if an editor needs names.
  func use(_ name: NameSyntax, of declaration: NameSyntax) {
    names?.use(name.span, of: declaration.span)
  }

  /// Records the names that could replace a word, if an editor completes this
  /// word.
  func offer(
    _ candidates: some Sequence<String>, for word: String, as kind: SymbolKind,
    prefix: String = "", owner: String? = nil, version: Int? = nil
  ) {
    names?.candidates(
      for: word, among: candidates, as: kind, prefix: prefix, owner: owner, version: version)
  }

  /// Returns the question `; did you mean 'a' or 'b'?`, which is empty if there
  /// are no suggestions, and enters its candidates as completions.
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
  /// True if names of the kind need no back-ticks, because they are keywords or
  /// follow a prefix.
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

  /// True if a single nearest name is certain to be correct.
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
