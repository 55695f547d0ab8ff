/// A way to search for objects, with a title and a condition.
public struct SearchKind: Sendable {
  /// The name of the search for command lines, such as `name-begins`.
  public var name: String
  /// The title that users see.
  public var title: String
  /// The description of the expected input, such as `name:city`; empty if the
  /// title is sufficient.
  public var prompt = ""
  /// True if the user types text for the search.
  public var takesText: Bool
  /// The order of the results; nil if they have the order of lists.
  public var order: [SortKey]?
  /// True if the user types the condition itself, in which case an error is shown at
  /// its position in the text.
  package var isCondition = false
  /// A closure that returns the condition for typed text, and throws an error
  /// if the text is not valid.
  public let predicate: @Sendable (String) throws -> ObjectPredicate

  /// Creates a way to search.
  ///
  /// - Parameter predicate: A closure that returns the condition for typed
  ///   text, and throws an error if the text is not valid.
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

/// An error in a typed condition, with its position in the text.
struct ConditionError: Error, CustomStringConvertible {
  let description: String
}

extension SearchKind {
  /// A search whose text is a condition in the syntax of
  /// `NSPredicate(format:)`.
  package static var format: SearchKind {
    var kind = SearchKind("where", "Condition, such as name BEGINSWITH 'A' AND price > 3") {
      try ObjectPredicate(format: $0)
    }
    kind.isCondition = true
    return kind
  }
}
