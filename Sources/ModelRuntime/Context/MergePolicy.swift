/// Decides what becomes of the conflicts of a save.
///
/// A policy is asked outside of any lock or transaction, once for each
/// conflict; it may be asked again when somebody else saves in between.
public protocol MergePolicy: Sendable {
  /// Decides what becomes of a conflict.
  ///
  /// - Throws: What the save shall throw.
  func resolution(of conflict: SaveConflict) throws -> ConflictResolution
}

/// The outcome of a conflict for its object.
public enum ConflictResolution: Sendable, Hashable {
  /// The save throws, and nothing is saved.
  case refuse
  /// Keeps what somebody else saved; the object's changes are dropped. An
  /// object that is gone there is gone, one that was to be deleted stays, a new
  /// object that meets its unique values disappears. A reference to an object
  /// that is gone there is dropped.
  case theirs
  /// Saves what is here as a whole. An object that is gone there is inserted
  /// again, also where it is only referred to, one that was to be deleted is
  /// deleted, and its delete rules hold for the members that it got there; a
  /// new object that meets its unique values puts its own into the other one.
  case mine
  /// The named properties are saved as they are here, all others as they are
  /// there; then the values are set.
  ///
  /// Where one side is a deletion it means the same as `mine`.
  case merged(mine: Set<String>, values: [String: ConstantValue] = [:])
}

/// The policies of Core Data.
public struct StandardMergePolicy: MergePolicy, Hashable {
  fileprivate enum Rule {
    case error
    case storeWins
    case objectWins
    case overwrite
    case rollback
  }

  private let rule: Rule

  /// Decides what becomes of a conflict.
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
  /// A conflict makes the save throw; the default.
  public static var error: StandardMergePolicy { StandardMergePolicy(.error) }

  /// Property by property: what somebody else changed stays, what only this
  /// context changed is saved.
  public static var storeWins: StandardMergePolicy { StandardMergePolicy(.storeWins) }

  /// Property by property: what this context changed is saved, what only
  /// somebody else changed stays. A new object that meets a stored one's unique
  /// values updates it.
  public static var objectWins: StandardMergePolicy { StandardMergePolicy(.objectWins) }

  /// The whole object is saved as it is here.
  public static var overwrite: StandardMergePolicy { StandardMergePolicy(.overwrite) }

  /// The changes of objects in a conflict are dropped, all others saved.
  public static var rollback: StandardMergePolicy { StandardMergePolicy(.rollback) }
}

extension StandardMergePolicy {
  fileprivate init(_ rule: Rule) { self.rule = rule }
}

extension SaveConflict {
  /// The names of some of the properties.
  public func names(where isIncluded: (Property) -> Bool) -> Set<String> {
    Set(properties.filter(isIncluded).map(\.name))
  }
}
