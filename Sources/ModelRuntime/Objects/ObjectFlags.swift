/// The states of a managed object. Several states can apply at the same time.
public struct ObjectFlags: OptionSet, Sendable {
  /// The states as bits.
  public let rawValue: UInt32

  /// Creates states from their bits.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // MARK: Tested by generated accessors

  /// The object's values are not loaded.
  public static let fault = ObjectFlags(rawValue: 1 << 0)
  /// The reads and changes of the object's properties are recorded for
  /// observers.
  public static let observed = ObjectFlags(rawValue: 1 << 1)
  /// The object is new since the last save.
  public static let inserted = ObjectFlags(rawValue: 1 << 2)
  /// The object's values have changed since the last save, and a copy of the saved
  /// values is kept.
  public static let changed = ObjectFlags(rawValue: 1 << 3)

  /// The object's context has recorded the unique values by which the object is found.
  public static let indexed = ObjectFlags(rawValue: 1 << 10)

  /// The states in which accessing a property may require more than loading or
  /// storing its value: `.fault`, `.observed` and `.indexed`.
  ///
  /// The set is computed, so that accessors in other modules only need to test
  /// the bits; a stored set would require a function call.
  @inlinable
  public static var _guarded: ObjectFlags { ObjectFlags(rawValue: 1 << 0 | 1 << 1 | 1 << 10) }
  /// The states in which a change does not need to keep the saved values: `.inserted`
  /// and `.changed`.
  @inlinable
  public static var _prepared: ObjectFlags { ObjectFlags(rawValue: 1 << 2 | 1 << 3) }

  // MARK: The object's state

  /// The members of the object's to-many relationships have changed since the
  /// last save.
  public static let linksChanged = ObjectFlags(rawValue: 1 << 4)
  /// The object will be deleted, or has been deleted.
  public static let deleted = ObjectFlags(rawValue: 1 << 5)
  /// The object's row, or an object to which it refers, cannot be read. The
  /// object's state contains the reason.
  public static let inaccessible = ObjectFlags(rawValue: 1 << 6)
  /// The object is in its context's list of changes.
  public static let listed = ObjectFlags(rawValue: 1 << 7)

  // MARK: The context's records about the object

  /// The object was read since the last sweep of the identity map.
  static let recent = ObjectFlags(rawValue: 1 << 8)
  /// The object's values have been read, but its hooks have not been called yet. This
  /// state has no meaning if the entity has no hooks.
  static let awakening = ObjectFlags(rawValue: 1 << 9)
  /// The object contains the values of rows that a batch operation inserts, and is not
  /// in any context.
  static let carrier = ObjectFlags(rawValue: 1 << 16)
  /// The object is in its context's journal.
  static let noted = ObjectFlags(rawValue: 1 << 20)
  /// The object's row has changed in the store, but it cannot be read again
  /// because the object has unsaved changes.
  static let outdated = ObjectFlags(rawValue: 1 << 21)

  /// Other contexts or programs have saved since the object's row was read. Its
  /// members and derived values, which depend on other rows, may be different
  /// although its version is the same.
  static let stale = ObjectFlags(rawValue: 1 << 22)

  /// The states of an object whose values have just been read.
  static let justRead: ObjectFlags = [.recent, .awakening]
  /// The states in which the context needs the object even if nothing else refers to
  /// it.
  static let needed: ObjectFlags = [.inserted, .changed, .linksChanged, .deleted, .listed]
}
