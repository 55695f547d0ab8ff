internal import Synchronization

/// A value that is made when it is first asked for, by any thread.
///
/// Threads that ask at once may each make it; all are given the same one.
final class Lazy<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  /// The value, which is made where nobody has asked for it before.
  var value: Value { (made.load() ?? made.storeIfNil(Made(make()))).value }
}
