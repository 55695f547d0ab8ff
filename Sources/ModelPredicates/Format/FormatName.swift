/// A name of the model in a format string, and where it stands.
///
/// The reader of formats notes names as it reads them, the checker as it
/// visits their expressions. Both go from left to right, so that the n-th name
/// of the one is the n-th of the other.
package struct FormatName: Sendable, Hashable {
  /// The kind of what a name stands for.
  package enum Kind: Sendable, Hashable {
    case key
    case variable
    case entity
  }

  package let kind: Kind
  package let text: String
  /// The UTF-8 bytes of the name, without the `#`, the `$` or the quotes around
  /// it.
  package let range: Range<Int>
  /// A Boolean value that says whether it is a key without `#` and without
  /// quotes, as which words of the format's own cannot stand.
  package let isBareKey: Bool

  /// The names in a format string; those before a mistake, where it has one.
  package static func names(in format: String) -> [FormatName] {
    guard var parser = try? FormatParser(format, []) else { return [] }
    parser.names = []
    _ = try? parser.predicate()
    return parser.names ?? []
  }

  /// A key as it is written in a format: a word of the format's own behind `#`.
  package static func bareKey(_ name: String) -> String { FormatPrinter.keyText(name) }
}

/// The thing that a name in a condition stands for.
package struct ResolvedFormatName: Sendable, Hashable {
  package let kind: FormatName.Kind
  package let text: String
  /// The entity or the composite that has the key; nil where nobody knows, and
  /// for other names.
  package let owner: String?
  /// A Boolean value that says whether a SUBQUERY around declares the variable.
  package let isBound: Bool
}

extension ObjectPredicate {
  /// The names in the condition, as one on objects of an entity, in the order
  /// in which they are written.
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
  /// Notes a name, where somebody asks for names.
  mutating func note(
    _ kind: FormatName.Kind, _ text: String, _ range: Range<Int>, isMarked: Bool = false
  ) {
    names?.append(
      FormatName(kind: kind, text: text, range: range, isBareKey: kind == .key && !isMarked))
  }

  /// Notes a name that stands in quotes; one with escapes in it is none.
  mutating func note(quoted kind: FormatName.Kind, _ text: String, _ range: Range<Int>) {
    guard range.count == text.utf8.count + 2 else { return }
    note(kind, text, range.lowerBound + 1..<range.upperBound - 1, isMarked: true)
  }
}
