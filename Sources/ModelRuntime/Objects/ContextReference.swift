internal import CModelSQLite

/// A reference by which objects find their context; it outlives the context.
///
/// A weak reference to the context would send every retain of it through a side
/// table, and a change retains it several times. An unowned reference traps when
/// the context is released on another thread while its objects are read, which
/// Swift accepts: the deinit of an actor or of a class of the main actor runs
/// wherever the last reference is released. So the runtime is asked whether the
/// context can still be retained.
final class ContextReference {
  /// Keeps the memory at `address`, though not the context.
  private unowned let referent: _ObjectContext
  private let address: UnsafeMutableRawPointer

  init(_ context: _ObjectContext) {
    referent = context
    address = Unmanaged.passUnretained(context).toOpaque()
  }

  /// The context; nil once its deallocation has begun.
  var context: _ObjectContext? {
    guard let retained = swift_tryRetain(address) else { return nil }
    return Unmanaged.fromOpaque(retained).takeRetainedValue()
  }
}
