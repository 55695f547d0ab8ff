// What generated accessors call. The common case is decided by inlined code
// from the flags alone; everything else happens behind one call.

extension ManagedObject {
  /// A Boolean value that says whether a read has more to do than to load the
  /// value.
  @inlinable
  public final var _isGuarded: Bool { !_flags.isDisjoint(with: ._guarded) }

  /// Prepares a read: loads a fault.
  @inlinable
  public final func _willRead(_ key: some PropertyKey) { _prepareRead(key.rawValue) }

  /// Prepares a change: loads a fault, keeps the saved values, and enters the
  /// object into its context's list of changes.
  @inlinable
  public final func _willChange(_ key: some PropertyKey) {
    // Ready are new and changed objects that nobody observes.
    if _isGuarded || _flags.isDisjoint(with: ._prepared) { _prepareChange(key.rawValue) }
    _changes.insert(key.rawValue)
  }

  /// Reads a value: of a fault, once it is loaded.
  ///
  /// Inlined into getters it is one test of the flags and the load itself.
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

  /// Loads a fault, and tells who tracks what is read.
  public final func _prepareRead(_ number: Int) {
    if _flags.contains(.fault), _state?.loadedProperties?.contains(number) != true { fire() }
    if _flags.contains(.observed) { noteAccess(number) }
  }

  /// Loads a fault and keeps the saved values.
  public final func _prepareChange(_ number: Int) {
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.observed) { noteObservedChange(number) }
    if _flags.contains(.indexed) { _batch.context?.forgetValue(of: self) }
    // Only at the first change since the last save are there saved values to keep. What is set of
    // an object that is gone nobody saves: listed, it would be one that is to be deleted.
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

  /// The object that the key of a to-one relationship leads to; nil where its row is gone, which
  /// leaves the object what it was, or cannot be read.
  final func destination(
    _ relationship: CompiledRelationship, key: Int64, in context: _ObjectContext
  ) -> ManagedObject? {
    let known = context.map(ofDestination: relationship).object(key)
    if let known, context.fits(known, relationship) { return known }
    return context.services.loadDestination(relationship, of: self, key: key)
  }
}
