/// What objects find their context by; it outlives the context.
///
/// A weak reference to the context would send every retain of it through a side
/// table, and a change retains it several times.
final class ContextReference {
  private unowned let referent: ManagedObjectContext
  /// Whether the context is gone; it says so itself.
  @exclusivity(unchecked) var isGone = false

  init(_ context: ManagedObjectContext) {
    referent = context
  }

  /// The context; nil once it is gone.
  var context: ManagedObjectContext? { isGone ? nil : referent }
}
