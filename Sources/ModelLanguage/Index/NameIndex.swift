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
  /// The names that could stand in place of the probe.
  private(set) var candidates: [Completion] = []

  /// Enters a use of a declaration.
  func use(_ name: Span, of declaration: Span) {
    uses.append((name, declaration))
  }

  /// Enters the names that could stand in place of a word, where it is the
  /// probe.
  func candidates(
    for word: String, among names: some Sequence<String>, as kind: SymbolKind, prefix: String,
    owner: String?
  ) {
    guard word == Self.probe else { return }
    for name in names where !candidates.contains(where: { $0.name == name && $0.kind == kind }) {
      candidates.append(Completion(name: name, prefix: prefix, kind: kind, owner: owner))
    }
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
}

extension SourceDiagnostics {
  /// Enters a use of a declaration, where an editor asked for names.
  func use(_ name: NameSyntax, of declaration: NameSyntax) {
    names?.use(name.span, of: declaration.span)
  }

  /// Enters what could stand in place of a word that is looked up in vain.
  func offer(
    _ candidates: some Sequence<String>, for word: String, as kind: SymbolKind,
    prefix: String = "", owner: String? = nil
  ) {
    names?.candidates(for: word, among: candidates, as: kind, prefix: prefix, owner: owner)
  }

  /// `; did you mean 'a' or 'b'?`, or nothing; what it chooses from is offered.
  func question(
    for word: String, among candidates: some Sequence<String>, as kind: SymbolKind,
    prefix: String = "", owner: String? = nil
  ) -> String {
    offer(candidates, for: word, as: kind, prefix: prefix, owner: owner)
    return Suggestions.question(for: word, among: candidates, prefix: prefix)
  }
}
