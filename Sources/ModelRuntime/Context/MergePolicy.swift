/// A policy that resolves the conflicts of a save.
///
/// A policy is called outside any lock or transaction, once for each conflict;
/// it can be called again if another context saves before the conflict is
/// resolved.
public protocol MergePolicy: Sendable {
  /// Returns the resolution of a conflict.
  ///
  /// - Throws: Any error, which the save then throws.
  func resolution(of conflict: SaveConflict) throws -> ConflictResolution
}

/// The way in which a conflict of an object is resolved.
public enum ConflictResolution: Sendable, Hashable {
  /// The save throws an error, and nothing is saved.
  case refuse
  /// The saved changes of other contexts and programs are kept, and the
  /// object's changes are discarded. An object that they have deleted is
  /// removed, an object that was to be deleted is kept, and a new object with
  /// the same unique values as a stored object is removed. A reference to an
  /// object that they have deleted is removed.
  case theirs
  /// The object is saved as it is in this context. If another context or
  /// program has deleted the object, or an object to which it refers, the
  /// deleted object is inserted again. An object that was to be deleted is
  /// deleted, and its delete rules also apply to members that another context
  /// or program has added. A new object with the same unique values as a stored
  /// object replaces the values of that object.
  case mine
  /// The named properties of this context are saved, and the stored values of
  /// all other properties are kept. Then the given values are set.
  ///
  /// If one side is a deletion, this has the same effect as `mine`.
  case merged(mine: Set<String>, values: [String: ConstantValue] = [:])
}

/// A merge policy with the behaviour of one of Core Data's merge policies.
public struct StandardMergePolicy: MergePolicy, Hashable {
  fileprivate enum Rule {
    case error
    case storeWins
    case objectWins
    case overwrite
    case rollback
  }

  fileprivate let rule: Rule

  /// Returns the resolution of a conflict according to the policy.
  public func resolution(of conflict: SaveConflict) -> ConflictResolution {
    switch rule {
    case .error: .refuse
    case .rollback: .theirs
    case .overwrite: .mine
    case .storeWins: Self.storeWins(conflict)
    case .objectWins: Self.objectWins(conflict)
    }
  }

  private static func storeWins(_ conflict: SaveConflict) -> ConflictResolution {
    switch conflict.kind {
    case .update:
      .merged(mine: conflict.names { $0.isChangedHere && !$0.isChangedThere })
    case .uniqueUpdate(let names):
      .merged(mine: conflict.names { !names.contains($0.name) })
    case .uniqueInsert: .merged(mine: [])
    case .updateOfDeleted, .deletionOfUpdated, .deletionOfReferenced, .referenceToDeleted: .theirs
    }
  }

  private static func objectWins(_ conflict: SaveConflict) -> ConflictResolution {
    switch conflict.kind {
    case .update, .uniqueInsert: .merged(mine: conflict.names(where: \.isChangedHere))
    case .updateOfDeleted, .deletionOfUpdated, .deletionOfReferenced, .referenceToDeleted: .mine
    case .uniqueUpdate: .refuse
    }
  }
}

extension MergePolicy where Self == StandardMergePolicy {
  /// A policy for which a save with a conflict throws an error. This is the default.
  public static var error: StandardMergePolicy { StandardMergePolicy(rule: .error) }

  /// A policy that decides separately for each property. The changes of other
  /// contexts and programs are kept, and properties that were changed only in
  /// this context are saved.
  public static var storeWins: StandardMergePolicy { StandardMergePolicy(rule: .storeWins) }

  /// A policy that decides separately for each property. The changes of this
  /// context are saved, and properties that were changed only by other contexts
  /// or programs are kept. A new object with the unique values of a stored
  /// object updates that object.
  public static var objectWins: StandardMergePolicy { StandardMergePolicy(rule: .objectWins) }

  /// A policy that saves the whole object as it is in this context.
  public static var overwrite: StandardMergePolicy { StandardMergePolicy(rule: .overwrite) }

  /// A policy that discards the changes of objects with conflicts, and saves
  /// the changes of all other objects.
  public static var rollback: StandardMergePolicy { StandardMergePolicy(rule: .rollback) }
}

extension SaveConflict {
  /// Returns the names of those properties of the conflict that satisfy a
  /// condition.
  public func names(where isIncluded: (Property) -> Bool) -> Set<String> {
    Set(properties.filter(isIncluded).map(\.name))
  }
}
