extension ManagedObject {
  /// The object's identity, the same before and after it is saved.
  public final var objectID: ObjectID {
    guard let context = _batch.context else {
      return ObjectID(store: .zero, entityName: entityName, key: _key)
    }
    return context.objectID(of: self)
  }

  /// A Boolean value that says whether its deletion has been saved.
  final var isGone: Bool { _flags.contains(.deleted) && !_flags.contains(.listed) }

  /// True if it was made and deleted again since the last save, of which nothing will be left.
  final var isVoid: Bool { _flags.isSuperset(of: [.deleted, .inserted]) }

  /// The name of the object's entity.
  public final var entityName: String { _batch.entity.description.name }

  /// A Boolean value that says whether its values are not loaded yet; the first
  /// property read loads them.
  public final var isFault: Bool { _flags.contains(.fault) }

  /// A Boolean value that says whether it is new since the last save.
  public final var isInserted: Bool { _flags.contains(.inserted) }

  /// A Boolean value that says whether it was saved before and has changes.
  public final var isUpdated: Bool {
    !_flags.isDisjoint(with: [.changed, .linksChanged]) && !isInserted && !isDeleted
  }

  /// A Boolean value that says whether it will be deleted by the next save;
  /// false once it was.
  public final var isDeleted: Bool {
    if _flags.contains(.observed) { noteStateAccess() }
    return _flags.contains(.deleted) && _flags.contains(.listed)
  }

  /// A Boolean value that says whether it has anything to save.
  public final var hasChanges: Bool { _flags.contains(.listed) }

  /// A Boolean value that says whether any stored value differs from what was
  /// last fetched or saved.
  public final var hasPersistentChangedValues: Bool {
    isInserted || isDeleted || !persistentChanges.isEmpty || _state?.hasLinkChanges == true
  }

  /// A Boolean value that says whether its row is gone or cannot be read, or
  /// something that a relationship leads to was asked for and could not be;
  /// `accessError` says why.
  ///
  /// What cannot be read reads as its type's default, and a reference to a row that
  /// is gone as nil, which is no harm to the object. A save drops the changes of
  /// an object whose row is gone, reads again what could not be read, and throws
  /// where that fails and where a row holds what its type cannot.
  public final var isInaccessible: Bool { _flags.contains(.inaccessible) }

  /// The stored properties whose values differ from the saved ones.
  final var persistentChanges: PropertySet {
    guard let committed else { return PropertySet() }
    return _changes(since: committed, among: _changes)
  }

  /// The additional state, made when it is first needed.
  final var expandedState: ObjectState {
    if let _state { return _state }
    let state = ObjectState()
    _state = state
    return state
  }

  /// The values as they were fetched or saved; nil where the object has no changes.
  final var committed: AnyObject? { _flags.contains(.changed) ? _state : nil }

  /// Keeps the values, before the first change of a saved object.
  final func keepValues() {
    // because `_copyValues` makes nothing else than `CommittedValues`.
    let copy = unsafeDowncast(_copyValues(), to: ObjectState.self)
    if let _state { copy.take(_state) }
    _state = copy
  }

  /// Lets go of the values that were kept.
  final func dropValues() {
    guard _flags.contains(.changed), let kept = _state else { return }
    _flags.remove(.changed)
    _state = nil
    if !kept.isEmpty { expandedState.take(kept) }
  }
}
