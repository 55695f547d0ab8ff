/// The states of a managed object; several hold at once.
public struct ObjectFlags: OptionSet, Sendable {
  /// The states as bits.
  public let rawValue: UInt32

  /// States by their bits.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Its values are not loaded.
  public static let fault = ObjectFlags(rawValue: 1)
  /// Somebody observes it.
  public static let observed = ObjectFlags(rawValue: 2)
  /// It is new since the last save.
  public static let inserted = ObjectFlags(rawValue: 4)
  /// Its values changed since the last save, and a copy of the saved ones is kept.
  public static let changed = ObjectFlags(rawValue: 8)
  /// Objects joined or left its to-many relationships since the last save.
  public static let linksChanged = ObjectFlags(rawValue: 16)
  /// It will be deleted, or has been.
  public static let deleted = ObjectFlags(rawValue: 32)
  /// Its row cannot be read; the state says why.
  public static let inaccessible = ObjectFlags(rawValue: 64)
  /// It is in its context's list of changes.
  public static let listed = ObjectFlags(rawValue: 128)
  /// It carries the values of rows that a batch operation inserts, and is in no
  /// context.
  static let carrier = ObjectFlags(rawValue: 1 << 16)
}
