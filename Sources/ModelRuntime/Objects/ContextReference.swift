internal import CModelSQLite

/// The reference through which objects find their context. It can outlive the
/// context.
///
/// With a weak reference to the context, every retain would go through a side table,
/// and a change retains the context several times. An unowned reference traps if the
/// context is released on another thread while its objects are read, which Swift
/// allows: the deinitialiser of an actor, or of a class of the main actor, runs
/// wherever the last reference is released. Therefore the runtime is asked whether the
/// context can still be retained.
final class ContextReference {
  /// An unowned reference, which keeps the memory at `address` allocated
  /// without keeping the context alive.
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
