/// A way to search for objects: what it is called, and its condition.
public struct SearchKind: Sendable {
  /// The name for command lines, such as `name-begins`.
  public var name: String
  /// The name for people.
  public var title: String
  /// The text that shows what is to be typed, such as `name:city`; empty where
  /// the title says it.
  public var prompt = ""
  /// A Boolean value that says whether there is anything to type.
  public var takesText: Bool
  /// The order of what is found; nil for that of lists.
  public var order: [SortKey]?
  /// A Boolean value that says whether people type the condition itself, so
  /// that mistakes are shown at their place.
  package var isCondition = false
  /// The condition of a text.
  public let predicate: @Sendable (String) throws -> ObjectPredicate

  /// Makes a way to search.
  ///
  /// - Parameter predicate: Throws where the text is not what it takes.
  public init(
    _ name: String, _ title: String, takesText: Bool = true,
    predicate: @escaping @Sendable (String) throws -> ObjectPredicate
  ) {
    self.name = name
    self.title = title
    self.takesText = takesText
    self.predicate = predicate
  }
}

/// A mistake in a condition that was typed, with its place.
struct ConditionError: Error, CustomStringConvertible {
  let description: String
}

extension SearchKind {
  /// A condition as `NSPredicate(format:)` takes it.
  package static var format: SearchKind {
    var kind = SearchKind("where", "Condition, such as name BEGINSWITH 'A' AND price > 3") {
      try ObjectPredicate(format: $0)
    }
    kind.isCondition = true
    return kind
  }
}
