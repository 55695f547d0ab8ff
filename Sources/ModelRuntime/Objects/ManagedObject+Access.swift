// Entry points of generated accessors. The common case is decided by inlined code from
// the flags alone; everything else happens behind one call.

extension ManagedObject {
  /// True if a read has more to do than to load the value.
  @inlinable
  public final var _isGuarded: Bool { !_flags.isDisjoint(with: ._guarded) }

  /// Prepares a read: loads a fault.
  @inlinable
  public final func _willRead(_ key: some PropertyKey) { _prepareRead(key.rawValue) }

  /// Prepares a change: loads a fault, keeps the saved values, and adds the object to
  /// its context's list of changes.
  @inlinable
  public final func _willChange(_ key: some PropertyKey) {
    // New and changed objects that nobody observes need no preparation.
    if _isGuarded || _flags.isDisjoint(with: ._prepared) { _prepareChange(key.rawValue) }
    _changes.insert(key.rawValue)
  }

  /// Reads a value, after loading a fault.
  ///
  /// Inlined into getters this is one test of the flags and the load itself.
  @inlinable @inline(__always)
  public final func _reading<Value>(
    _ key: some PropertyKey, _ value: @autoclosure () -> Value
  ) -> Value {
    if _isGuarded { _willRead(key) }
    return value()
  }

  /// Changes a value, once the object is prepared for it.
  @inlinable @inline(__always)
  public final func _changing(_ key: some PropertyKey, _ change: () -> Void) {
    _willChange(key)
    change()
  }

  /// Loads a fault, and notes the read for observers.
  public final func _prepareRead(_ number: Int) {
    if _flags.contains(.fault), _state?.loadedProperties?.contains(number) != true { fire() }
    if _flags.contains(.observed) { noteAccess(number) }
  }

  /// Loads a fault and keeps the saved values.
  public final func _prepareChange(_ number: Int) {
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.observed) { noteObservedChange(number) }
    if _flags.contains(.indexed) { _batch.context?.forgetValue(of: self) }
    // Values are kept only at the first change since the last save. Changes of a
    // deleted object are not saved: if it were listed, the next save would delete it
    // again.
    guard _flags.isDisjoint(with: [.changed, .inserted]), !isGone, let context = _batch.context
    else { return }
    keepValues()
    _flags.insert(.changed)
    context.list(self)
    context.recorder?.willChange(self)
  }

  /// Loads the values of a fault, or marks the object as inaccessible.
  final func fire() {
    guard let context = _batch.context else { return markInaccessible("its context is gone") }
    context.services.load(self)
  }

  /// The object that the key of a to-one relationship leads to; nil if its row
  /// cannot be read or is gone, which leaves the owner accessible.
  final func destination(
    _ relationship: CompiledRelationship, key: Int64, in context: _ObjectContext
  ) -> ManagedObject? {
    let known = context.map(ofDestination: relationship).object(key)
    if let known, context.fits(known, relationship) { return known }
    return context.services.loadDestination(relationship, of: self, key: key)
  }
}
