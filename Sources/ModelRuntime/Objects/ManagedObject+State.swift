extension ManagedObject {
  /// The object's ID, which is the same before and after it is saved.
  public final var objectID: ObjectID {
    guard let context = _batch.context else {
      return ObjectID(store: .zero, entityName: entityName, key: _key)
    }
    return context.objectID(of: self)
  }

  /// True if the object's deletion has been saved.
  final var isGone: Bool { _flags.contains(.deleted) && !_flags.contains(.listed) }

  /// True if the object was inserted and deleted since the last save, so that nothing
  /// will be saved.
  final var isVoid: Bool { _flags.isSuperset(of: [.deleted, .inserted]) }

  /// The name of the object's entity.
  public final var entityName: String { _batch.entity.description.name }

  /// True if the object's values are not loaded yet; they are loaded when a
  /// property is read.
  public final var isFault: Bool { _flags.contains(.fault) }

  /// True if the object has been inserted, but not saved yet.
  public final var isInserted: Bool { _flags.contains(.inserted) }

  /// True if the object was saved before and has unsaved changes.
  public final var isUpdated: Bool {
    !_flags.isDisjoint(with: [.changed, .linksChanged]) && !isInserted && !isDeleted
  }

  /// True if the next save will delete the object; false after its deletion has
  /// been saved.
  public final var isDeleted: Bool {
    if _flags.contains(.observed) { noteStateAccess() }
    return _flags.contains(.deleted) && _flags.contains(.listed)
  }

  /// True if the object has changes to save.
  public final var hasChanges: Bool { _flags.contains(.listed) }

  /// True if a stored value differs from the value last fetched or saved.
  public final var hasPersistentChangedValues: Bool {
    isInserted || isDeleted || !persistentChanges.isEmpty || _state?.hasLinkChanges == true
  }

  /// True if the object's row has been deleted or cannot be read, or if an object at
  /// the other end of a relationship could not be loaded; `accessError` contains the
  /// reason.
  ///
  /// A property that cannot be read has its type's default value. A reference to a
  /// deleted row is nil, and does not make the object inaccessible. A save discards the
  /// changes of an object whose row has been deleted, tries again to read an unreadable
  /// row, and throws if that fails or if a row contains a value that its type cannot
  /// represent.
  public final var isInaccessible: Bool { _flags.contains(.inaccessible) }

  /// The stored properties whose values differ from the values last fetched or
  /// saved.
  final var persistentChanges: PropertySet {
    guard let committed else { return PropertySet() }
    return _changes(since: committed, among: _changes)
  }

  /// The additional state, which is created when it is first needed.
  final var expandedState: ObjectState {
    if let _state { return _state }
    let state = ObjectState()
    _state = state
    return state
  }

  /// The values that were last fetched or saved; nil for an object without changes.
  final var committed: AnyObject? { _flags.contains(.changed) ? _state : nil }

  /// Copies the saved values before the first change of an object.
  final func keepValues() {
    // because `_copyValues` always returns a `CommittedValues`.
    let copy = unsafeDowncast(_copyValues(), to: ObjectState.self)
    if let _state { copy.take(_state) }
    _state = copy
  }

  /// Discards the copy of the saved values.
  final func dropValues() {
    guard _flags.contains(.changed), let kept = _state else { return }
    _flags.remove(.changed)
    _state = nil
    if !kept.isEmpty { expandedState.take(kept) }
  }
}
