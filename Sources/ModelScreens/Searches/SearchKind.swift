public import ModelRuntime

/// A way to search for objects: what it is called, and its condition.
public struct SearchKind: Sendable {
  /// The name for command lines, such as `name-begins`.
  public var name: String
  /// What people call it.
  public var title: String
  /// Whether there is anything to type.
  public var takesText: Bool
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

  /// A search by a typed condition and the text as a value.
  public static func value<Object: ManagedObject, Value: FieldValue>(
    _ name: String, _ title: String, in type: Object.Type,
    where condition: @escaping @Sendable (Paths<Object>, Value) -> Condition
  ) -> SearchKind {
    SearchKind(name, title) { text in
      condition(Paths<Object>(), try Value(fieldText: text)).predicate
    }
  }
}
