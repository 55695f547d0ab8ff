/// An error of a store, a save or a fetch.
public struct StoreError: Error, Sendable {
  /// The kind of an error, for programs.
  public enum Reason: Sendable, Hashable {
    /// The file cannot be opened or made.
    case cannotOpen
    /// The file is no SQLite database, or is damaged.
    case notAStore
    /// The file of a store that is read as a whole is damaged.
    case damaged
    /// The database holds no store of Core Data's layout.
    case notThisLayout
    /// The store's tables are not those of the program's model.
    case modelMismatch
    /// Another store has taken the place of the one that was opened.
    case otherStore
    /// An option of the configuration cannot be.
    case wrongOption
    /// The store has features that are not written here; open it read-only.
    case unsupportedFeature
    /// Another program writes, for longer than the time limit.
    case busy
    /// The disk is full.
    case diskFull
    /// The disk failed to read or write.
    case ioFailure
    /// The store is read-only.
    case readOnly
    /// The store's file was removed or renamed since it was opened, or another
    /// one has its name.
    case movedFile
    /// Two objects have the same value where values are unique.
    case notUnique
    /// The row was changed or deleted since the object was fetched.
    case conflict
    /// The object's row is gone or cannot be read.
    case inaccessible
    /// The file of a large value is not there.
    case missingFile
    /// Transactions behind a token are deleted from the history already.
    case historyPurged
    /// A token of the history is of another store.
    case unknownHistoryToken
    /// There are several objects where at most one is expected.
    case tooManyObjects
    /// The model has no such entity or property.
    case unknownName
    /// The predicate or sort order cannot be turned into SQL.
    case untranslatable
    /// SQL of the program's own is not taken: it is wrong, writes, or is several
    /// statements.
    case invalidSQL
    /// The entity is abstract, and has no objects of its own.
    case abstractEntity
    /// A value is of another type than its property.
    case wrongType
    /// The property cannot be set.
    case readOnlyProperty
    /// Objects at the other end of a relationship forbid a delete.
    case deniedDelete
    /// Hooks changed ever more objects while they were saved, or observers something each time
    /// they were told of a change.
    case endlessChanges
    /// Two objects of different contexts were to be related.
    case differentContexts
    /// A statement ran for longer than the configuration's limit.
    case timeLimit
    /// Any other error of SQLite.
    case database
  }

  /// The kind of the error, for programs.
  public var reason: Reason
  /// The sentence that says what went wrong, for people.
  public var message: String
  /// The objects concerned.
  public var objectIDs: [ObjectID]
  /// The properties concerned.
  public var propertyNames: [String]
  /// SQLite's error, where there was one.
  public var underlying: SQLiteError?
  /// Every conflict of a save (`.conflict`, `.notUnique`).
  public var conflicts: [SaveConflict] = []
  /// The place in the store's file, where it is known.
  public var position: Position?
  /// The place in the text of a condition that cannot be turned into SQL, or of SQL that
  /// SQLite does not take, where there is one.
  public var location: ObjectPredicateError.Location?
  /// A Boolean value that says whether it is known that nothing was saved: after `.ioFailure` of a
  /// store that is somewhere else nobody can tell, unless the store says so.
  package var isUndone = false

  /// Makes an error.
  public init(
    _ reason: Reason, _ message: String, objectIDs: [ObjectID] = [],
    propertyNames: [String] = [], underlying: SQLiteError? = nil, position: Position? = nil
  ) {
    self.reason = reason
    self.message = message
    self.objectIDs = objectIDs
    self.propertyNames = propertyNames
    self.underlying = underlying
    self.position = position
  }
}

extension StoreError: CustomStringConvertible {
  /// The message, and SQLite's error behind it where that says more, or the place
  /// in a condition.
  public var description: String {
    if location != nil {
      return ObjectPredicateError(.notFetchable(message), location: location).description
    }
    // These messages say all that SQLite's do, without the names of its columns.
    guard ![.cannotOpen, .notAStore, .notUnique, .readOnly, .movedFile].contains(reason),
      let underlying
    else { return message }
    return "\(message): \(underlying.message)"
  }
}

extension StoreError {
  /// Core Data's number for the error, for those who know them.
  public var coreDataCode: Int {
    switch reason {
    case .cannotOpen, .notAStore, .notThisLayout, .otherStore: 134080
    case .damaged: 259
    case .modelMismatch: 134100
    case .unsupportedFeature, .wrongOption: 134020
    case .busy: 134090
    case .diskFull, .ioFailure, .readOnly, .movedFile, .database, .timeLimit: 134180
    case .notUnique: 133021
    case .conflict: 133020
    case .inaccessible, .missingFile: 133000
    case .historyPurged, .unknownHistoryToken: 134301
    case .deniedDelete: 1600
    case .abstractEntity, .wrongType, .readOnlyProperty, .tooManyObjects, .unknownName,
      .untranslatable, .invalidSQL,
      .differentContexts, .endlessChanges:
      134060
    }
  }
}
