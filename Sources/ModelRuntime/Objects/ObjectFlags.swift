/// The states of a managed object; several hold at once.
///
/// All of them are named here, and nowhere by their bits.
public struct ObjectFlags: OptionSet, Sendable {
  /// The states as bits.
  public let rawValue: UInt32

  /// States by their bits.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // MARK: What generated accessors test

  /// Its values are not loaded.
  public static let fault = ObjectFlags(rawValue: 1 << 0)
  /// Somebody observes it.
  public static let observed = ObjectFlags(rawValue: 1 << 1)
  /// It is new since the last save.
  public static let inserted = ObjectFlags(rawValue: 1 << 2)
  /// Its values changed since the last save, and a copy of the saved ones is kept.
  public static let changed = ObjectFlags(rawValue: 1 << 3)

  /// Its context has noted under which unique values it is found.
  public static let indexed = ObjectFlags(rawValue: 1 << 10)

  /// The states in which an access may have more to do than to load or store the
  /// value: `.fault`, `.observed` and `.indexed`.
  ///
  /// These sets are computed, since accessors in other modules take them apart
  /// into one test of bits; a stored one would be a call.
  @inlinable
  public static var _guarded: ObjectFlags { ObjectFlags(rawValue: 1 << 0 | 1 << 1 | 1 << 10) }
  /// The states in which a change has nothing to keep: `.inserted` and `.changed`.
  @inlinable
  public static var _prepared: ObjectFlags { ObjectFlags(rawValue: 1 << 2 | 1 << 3) }

  // MARK: What the object is

  /// Objects joined or left its to-many relationships since the last save.
  public static let linksChanged = ObjectFlags(rawValue: 1 << 4)
  /// It will be deleted, or has been.
  public static let deleted = ObjectFlags(rawValue: 1 << 5)
  /// Its row cannot be read; the state says why.
  public static let inaccessible = ObjectFlags(rawValue: 1 << 6)
  /// It is in its context's list of changes.
  public static let listed = ObjectFlags(rawValue: 1 << 7)

  // MARK: What its context keeps of it

  /// It was read since the last sweep of the identity map.
  static let recent = ObjectFlags(rawValue: 1 << 8)
  /// Its values were read, and hooks have not been called yet; means nothing
  /// where its entity has none.
  static let awakening = ObjectFlags(rawValue: 1 << 9)
  /// It carries the values of rows that a batch operation inserts, and is in no
  /// context.
  static let carrier = ObjectFlags(rawValue: 1 << 16)
  /// It is in its context's journal.
  static let noted = ObjectFlags(rawValue: 1 << 20)
  /// Its row has changed, and its own changes are in the way of reading it again.
  static let outdated = ObjectFlags(rawValue: 1 << 21)

  /// Others have saved since its row was read: what depends on other rows, members
  /// and derived values, may differ though its version is the same.
  static let stale = ObjectFlags(rawValue: 1 << 22)

  /// The state of an object whose values have just been read.
  static let justRead: ObjectFlags = [.recent, .awakening]
  /// The states in which the context needs the object, whoever else holds it.
  static let needed: ObjectFlags = [.inserted, .changed, .linksChanged, .deleted, .listed]
}
