/// A name of the model in a format string, with its location.
///
/// The parser records the names that it reads, and the checker records the
/// names that it visits. Both proceed from left to right, so that the *n*th
/// name of the parser is also the *n*th name of the checker.
package struct FormatName: Sendable, Hashable {
  /// The kinds of elements that a name can denote.
  package enum Kind: Sendable, Hashable {
    case key
    case variable
    case entity
  }

  package let kind: Kind
  package let text: String
  /// The range of the name in the UTF-8 bytes of the text, without the `#`, the
  /// `$` or the quotes around it.
  package let range: Range<Int>
  /// True if the name is a key without `#` or quotes, which cannot be a reserved word.
  package let isBareKey: Bool

  /// Returns the names in a format string, up to the first error.
  package static func names(in format: String) -> [FormatName] {
    guard var parser = try? FormatParser(format, []) else { return [] }
    parser.names = []
    _ = try? parser.predicate()
    return parser.names ?? []
  }

  /// Returns a key as it is written in a format string, with a `#` before a reserved
  /// word.
  package static func bareKey(_ name: String) -> String { FormatPrinter.keyText(name) }
}

/// The meaning of a name in a condition.
package struct ResolvedFormatName: Sendable, Hashable {
  package let kind: FormatName.Kind
  package let text: String
  /// The entity or composite that has the key; nil if the owner is not known,
  /// or if the name is not a key.
  package let owner: String?
  /// True if an enclosing SUBQUERY declares the variable.
  package let isBound: Bool
}

extension ObjectPredicate {
  /// Returns the names in the condition when it is applied to objects of an entity, in
  /// the order in which they are written.
  package func resolvedNames(
    for entity: EntityDescription, in model: ManagedObjectModel, variables: [String: ValueType]
  ) -> [ResolvedFormatName] {
    guard !isTooHigh else { return [] }
    var checker = PredicateChecker(model, .object(entity.name), variables)
    checker.names = []
    checker.check(self)
    return checker.names ?? []
  }
}

extension FormatParser {
  /// Records a name in the text, if names are recorded.
  mutating func note(
    _ kind: FormatName.Kind, _ text: String, _ range: Range<Int>, isMarked: Bool = false
  ) {
    names?.append(
      FormatName(kind: kind, text: text, range: range, isBareKey: kind == .key && !isMarked))
  }

  /// Records a quoted name in the text, unless it contains escapes.
  mutating func note(quoted kind: FormatName.Kind, _ text: String, _ range: Range<Int>) {
    guard range.count == text.utf8.count + 2 else { return }
    note(kind, text, range.lowerBound + 1..<range.upperBound - 1, isMarked: true)
  }
}
