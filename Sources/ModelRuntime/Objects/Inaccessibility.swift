/// The reason why an object, or an object to which it refers, is inaccessible.
struct Inaccessibility {
  /// The kinds of inaccessibility, which determine how long it lasts.
  enum Kind {
    /// The object's row has been deleted.
    case gone
    /// The object's row contains a value that its type cannot represent; this lasts
    /// until the row is corrected.
    case damaged
    /// The object's row could not be read, because the store was busy or the
    /// disk failed.
    case unreadable
    /// The object's row was read, but an object to which a relationship refers
    /// could not be read.
    case unreachable
  }

  let kind: Kind
  let error: StoreError
  /// The reason as text, which follows the object's name in messages.
  let reason: String
}

extension ManagedObject {
  /// The error that made the object, or an object to which its relationships refer,
  /// inaccessible; nil if all of them could be read.
  public final var accessError: StoreError? {
    _flags.contains(.inaccessible) ? _state?.inaccessibility?.error : nil
  }

  /// The kind of the object's inaccessibility; nil if the object can be read.
  final var inaccessibilityKind: Inaccessibility.Kind? {
    _flags.contains(.inaccessible) ? _state?.inaccessibility?.kind ?? .gone : nil
  }

  /// Loads the object's values if they are not loaded, and tries again to read an
  /// object that could not be read before.
  ///
  /// Properties cannot throw: while they cannot be read, they have the default values
  /// of their types. After this method has returned, they have the values in the store.
  ///
  /// - Throws: `StoreError`: `.inaccessible` if the row has been deleted or contains a
  ///   value that its type cannot represent, `.busy` or `.ioFailure` if the store
  ///   cannot be read now.
  public final func load() throws {
    // Only a failure that may be temporary is retried: a missing row stays missing.
    if inaccessibilityKind == .unreadable { readAgain() }
    if inaccessibilityKind == .unreachable { becomeAccessible() }
    if _flags.contains(.fault) { fire() }
    if let accessError { throw accessError }
  }

  /// Tries again to read an object that could not be read. Properties that have
  /// been set while it could not be read keep their new values.
  final func readAgain() {
    // The properties that have been set since are stored separately while the row is
    // read.
    let mine = twin(_copyValues())
    let set = _changes
    let isDeleted = _flags.contains(.deleted)
    dropValues()
    becomeAccessible()
    _changes = PropertySet()
    // An object that is marked as deleted would not be read.
    _flags.remove(.deleted)
    _flags.insert(.fault)
    fire()
    take(set, from: mine)
    _changes = _changes.union(set)
    if isDeleted { _flags.insert(.deleted) }
  }

  final func becomeAccessible() {
    _flags.remove(.inaccessible)
    _state?.inaccessibility = nil
  }

  /// Marks an object as inaccessible, because of its own row or an object to which it
  /// refers.
  final func markInaccessible(_ reason: String, _ kind: Inaccessibility.Kind = .gone) {
    markInaccessible(Inaccessibility(kind: kind, error: accessError(reason), reason: reason))
  }

  final func markInaccessible(_ cause: Inaccessibility) {
    // Otherwise, each access would try in vain to read it again.
    if cause.kind != .unreachable { _flags.remove(.fault) }
    _flags.insert(.inaccessible)
    expandedState.inaccessibility = cause
  }

  final func accessError(_ reason: String, _ name: String? = nil) -> StoreError {
    StoreError(
      .inaccessible, "\(entityName) p\(_key): \(reason)", objectIDs: [objectID],
      propertyNames: name.map { [$0] } ?? [])
  }

  /// Marks an object that could not be read, and reports the reason to the program.
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
    // A failure to read the object's own row takes precedence over a failure at the
    // other end of a relationship.
    if kind != .unreachable || inaccessibilityKind == nil {
      markInaccessible(Inaccessibility(kind: kind, error: error, reason: reason))
    }
    _batch.context?.services.tell(accessError: error)
  }
}
