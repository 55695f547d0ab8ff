package import Synchronization

/// A value that is made when it is first asked for, by any thread.
///
/// Threads that ask at once may each make it; all are given the same one.
package final class Lazy<Value: Sendable>: Sendable {
  // Other modules inline all of it: a generic class that they do not specialize takes several times
  // as long to be asked.
  @usableFromInline
  final class Made: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
      self.value = value
    }
  }

  // As an address: an `AtomicLazyReference` of a generic class looks its type up each time it is
  // read, which takes hundreds of instructions. The value is kept until this is let go.
  @usableFromInline let made = Atomic<UInt>(0)
  @usableFromInline let make: @Sendable () -> Value

  @inlinable
  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  @inlinable
  deinit {
    known(made.load(ordering: .acquiring))?.release()
  }

  /// The value, which is made where nobody has asked for it before.
  @inlinable
  package var value: Value {
    if let known = known(made.load(ordering: .acquiring)) { return Self.value(of: known) }
    let fresh = Unmanaged.passRetained(Made(make()))
    let before = made.compareExchange(
      expected: 0, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing
    ).original
    guard let known = known(before) else { return Self.value(of: fresh) }
    fresh.release()
    return Self.value(of: known)
  }

  @inlinable
  func known(_ address: UInt) -> Unmanaged<Made>? {
    UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
  }

  @inlinable
  static func value(of made: Unmanaged<Made>) -> Value {
    made._withUnsafeGuaranteedRef { $0.value }
  }
}
