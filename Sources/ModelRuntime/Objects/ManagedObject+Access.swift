// Entry points of generated accessors. The common case is handled by inlined code that
// only tests the flags; everything else is done in one function call.

extension ManagedObject {
  /// True if reading or changing a property requires more than accessing the
  /// value.
  @inlinable
  public final var _isGuarded: Bool { !_flags.isDisjoint(with: ._guarded) }

  /// Prepares the object for reading a property: loads a fault, and records the
  /// read for observers.
  @inlinable
  public final func _willRead(_ key: some PropertyKey) { _prepareRead(key.rawValue) }

  /// Prepares the object for changing a property: loads a fault, keeps the
  /// saved values, and adds the object to its context's list of changes.
  @inlinable
  public final func _willChange(_ key: some PropertyKey) {
    // New and changed objects that are not observed need no preparation.
    if _isGuarded || _flags.isDisjoint(with: ._prepared) { _prepareChange(key.rawValue) }
    _changes.insert(key.rawValue)
  }

  /// Returns the value of a property, after preparing the object for reading
  /// it.
  ///
  /// Inlined into a getter, this is one test of the flags and the load of the
  /// value.
  @inlinable @inline(__always)
  public final func _reading<Value>(
    _ key: some PropertyKey, _ value: @autoclosure () -> Value
  ) -> Value {
    if _isGuarded { _willRead(key) }
    return value()
  }

  /// Prepares the object for a change, then changes the value.
  @inlinable @inline(__always)
  public final func _changing(_ key: some PropertyKey, _ change: () -> Void) {
    _willChange(key)
    change()
  }

  /// Loads the object if it is a fault, and records for observers that a
  /// property is read.
  public final func _prepareRead(_ number: Int) {
    if _flags.contains(.fault), _state?.loadedProperties?.contains(number) != true { fire() }
    if _flags.contains(.observed) { noteAccess(number) }
  }

  /// Loads the object if it is a fault, and keeps its saved values before a
  /// property is changed.
  public final func _prepareChange(_ number: Int) {
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.observed) { noteObservedChange(number) }
    if _flags.contains(.indexed) { _batch.context?.forgetValue(of: self) }
    // Values are kept only at the first change since the last save. Changes of a
    // deleted object are not saved, because if it were listed, the next save would
    // delete it again.
    guard _flags.isDisjoint(with: [.changed, .inserted]), !isGone, let context = _batch.context
    else { return }
    keepValues()
    _flags.insert(.changed)
    context.list(self)
    context.recorder?.willChange(self)
  }

  /// Loads the values of a fault, or marks the object as inaccessible.
  final func fire() {
    guard let context = _batch.context else {
      return markInaccessible("its context no longer exists")
    }
    context.services.load(self)
  }

  /// Returns the object to which the key of a to-one relationship refers; nil
  /// if the row of that object cannot be read or has been deleted. In that
  /// case, the owner remains accessible.
  final func destination(
    _ relationship: CompiledRelationship, key: Int64, in context: _ObjectContext
  ) -> ManagedObject? {
    let known = context.map(ofDestination: relationship).object(key)
    if let known, context.fits(known, relationship) { return known }
    return context.services.loadDestination(relationship, of: self, key: key)
  }
}
