public import ModelRuntime
public import TodoModel

/// The migration policy from the article: items whose names begin with "a" or "A" are
/// set not to alert, and all other values are copied.
public struct AlertPolicy: ToDo.PolicyFrom1 {
  /// Creates a policy, which has no state.
  public init() {}

  /// Copies all attributes, decides whether the item alerts, and associates the new
  /// item with the old one.
  public func createDestinationInstances(for source: Source, session: Session) throws {
    let item = try session.destination(for: source)
    item.doNotAlert = source.name.lowercased().hasPrefix("a")
    try session.insert(item, for: source)
  }
}
