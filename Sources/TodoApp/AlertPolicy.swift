public import ModelRuntime
public import TodoModel

/// A migration policy that sets items whose names begin with "a" or "A" not to
/// alert, and copies all other values.
public struct AlertPolicy: ToDo.PolicyFrom1 {
  /// Creates a policy, which has no state.
  public init() {}

  /// Copies all attributes of an older item, sets whether the new item alerts,
  /// and inserts it as its successor.
  ///
  /// - Throws: The errors of `destination(for:)` and `insert(_:for:)`.
  public func createDestinationInstances(for source: Source, session: Session) throws {
    let item = try session.destination(for: source)
    item.doNotAlert = source.name.lowercased().hasPrefix("a")
    try session.insert(item, for: source)
  }
}
