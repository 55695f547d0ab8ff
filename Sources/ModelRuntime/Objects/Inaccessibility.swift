/// The reason why an object, or what it leads to, cannot be read.
struct Inaccessibility {
  /// The thing that cannot be read, and the time for which it cannot.
  enum Kind {
    /// The object's row is gone, for good.
    case gone
    /// The object's row holds what its type cannot, until it is set right.
    case damaged
    /// The object's row could not be read: the store was busy, or the disk failed.
    case unreadable
    /// The object's row is known, but what a relationship leads to could not be
    /// read.
    case unreachable
  }

  let kind: Kind
  let error: StoreError
  /// The reason in words that stand behind the object's name.
  let reason: String
}

extension ManagedObject {
  /// The error that made the object, or what one of its relationships leads to,
  /// inaccessible; nil where all could be read.
  public final var accessError: StoreError? {
    _flags.contains(.inaccessible) ? _state?.inaccessibility?.error : nil
  }

  /// The kind of what cannot be read; nil where all can.
  final var inaccessibilityKind: Inaccessibility.Kind? {
    _flags.contains(.inaccessible) ? _state?.inaccessibility?.kind ?? .gone : nil
  }

  /// Loads the object's values, where they are not there, and tries again what
  /// could not be read before.
  ///
  /// Properties cannot throw: they read as their types' defaults where they cannot
  /// be read. After this has returned they are the store's.
  ///
  /// - Throws: `StoreError`: `.inaccessible` when the row is gone or holds what its
  ///   type cannot, `.busy` or `.ioFailure` when the store cannot be read now.
  public final func load() throws {
    // Only what may have been a matter of time is tried again: a row that is gone stays so.
    if inaccessibilityKind == .unreadable { readAgain() }
    if inaccessibilityKind == .unreachable { becomeAccessible() }
    if _flags.contains(.fault) { fire() }
    if let accessError { throw accessError }
  }

  /// Tries again to read an object that could not be read; what was set since is
  /// set again.
  final func readAgain() {
    // What was set since is kept aside while the row is read.
    let mine = twin(_copyValues())
    let set = _changes
    let isDeleted = _flags.contains(.deleted)
    dropValues()
    becomeAccessible()
    _changes = PropertySet()
    // What is marked deleted would not be read.
    _flags.remove(.deleted)
    _flags.insert(.fault)
    fire()
    for property in _batch.entity.properties
    where property.isStoredInRow && set.contains(property.number) {
      take(property, from: mine)
    }
    _changes = _changes.union(set)
    if isDeleted { _flags.insert(.deleted) }
  }

  final func becomeAccessible() {
    _flags.remove(.inaccessible)
    _state?.inaccessibility = nil
  }

  /// Marks an object whose row, or what it leads to, cannot be read.
  final func markInaccessible(_ reason: String, _ kind: Inaccessibility.Kind = .gone) {
    markInaccessible(Inaccessibility(kind: kind, error: accessError(reason), reason: reason))
  }

  final func markInaccessible(_ cause: Inaccessibility) {
    // Else each access would read in vain again.
    if cause.kind != .unreachable { _flags.remove(.fault) }
    _flags.insert(.inaccessible)
    expandedState.inaccessibility = cause
  }

  final func accessError(_ reason: String, _ name: String? = nil) -> StoreError {
    StoreError(
      .inaccessible, "\(entityName) p\(_key): \(reason)", objectIDs: [objectID],
      propertyNames: name.map { [$0] } ?? [])
  }

  /// Marks an object that was to be read, and tells the context's program why it
  /// could not be.
  final func failAccess(_ kind: Inaccessibility.Kind, _ reason: String, _ name: String? = nil) {
    fail(kind, accessError(reason), reason, name)
  }

  final func failAccess(_ kind: Inaccessibility.Kind, _ failure: any Error, _ name: String? = nil) {
    let known = _batch.context?.connection.storeError(failure) ?? failure
    fail(kind, known as? StoreError ?? accessError("\(known)"), "\(known)", name)
  }

  private final func fail(
    _ kind: Inaccessibility.Kind, _ cause: StoreError, _ reason: String, _ name: String?
  ) {
    var error = cause
    error.objectIDs = [objectID]
    error.propertyNames = name.map { [$0] } ?? []
    // What is known of the object's row is not made less of by what it leads to.
    if kind != .unreachable || inaccessibilityKind == nil {
      markInaccessible(Inaccessibility(kind: kind, error: error, reason: reason))
    }
    _batch.context?.services.tell(accessError: error)
  }
}
