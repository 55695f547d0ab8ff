public import ModelRuntime
public import TodoModel

/// The article's migration policy: items whose names begin with "a" or "A" become "do
/// not alert", and all other values are copied.
public struct AlertPolicy: ToDo.PolicyFrom1 {
  /// Creates a policy, which has no state.
  public init() {}

  /// Copies all attributes, decides about the alert, and associates the new
  /// item with the old one.
  public func createDestinationInstances(for source: Source, session: Session) throws {
    let item = try session.destination(for: source)
    item.doNotAlert = source.name.lowercased().hasPrefix("a")
    try session.insert(item, for: source)
  }
}
