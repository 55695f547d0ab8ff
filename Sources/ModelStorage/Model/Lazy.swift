package import Synchronization

/// A value that is created when it is first read, by any thread.
///
/// Threads that read it at the same time may each create a value, but all receive the
/// same one.
package final class Lazy<Value: Sendable>: Sendable {
  // The whole class is inlined into other modules, since reading a generic
  // class that is not specialized takes several times as long.
  @usableFromInline
  final class Made: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
      self.value = value
    }
  }

  // The reference is stored as an address: an `AtomicLazyReference` of a
  // generic class looks up its type at each read, which takes hundreds of
  // instructions. The value is retained until this object is released.
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

  /// The value, which is created by the first read.
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
