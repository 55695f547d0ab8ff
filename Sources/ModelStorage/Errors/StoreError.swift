/// An error of a store, a save or a fetch.
public struct StoreError: Error, Sendable {
  /// The kind of error, for programs.
  public enum Reason: Sendable, Hashable {
    /// The file cannot be opened or created.
    case cannotOpen
    /// The file is not an SQLite database, or is damaged.
    case notAStore
    /// The file of a store that is read as a whole, such as an XML store, is
    /// damaged.
    case damaged
    /// The database does not have Core Data's layout.
    case notThisLayout
    /// The store's tables do not match the program's model.
    case modelMismatch
    /// The store that was opened has been replaced by another store.
    case otherStore
    /// An option of the configuration has an invalid value.
    case wrongOption
    /// The store has features that this library cannot write. Open it read-only
    /// instead.
    case unsupportedFeature
    /// Another program has been writing for longer than the time limit.
    case busy
    /// The disk is full, and nothing was saved.
    case diskFull
    /// The disk failed to read or write.
    case ioFailure
    /// The store was opened read-only, or its file may not be written.
    case readOnly
    /// The store's file was removed, renamed or replaced since it was opened.
    case movedFile
    /// Two objects have the same value of a unique property.
    case notUnique
    /// The row was changed or deleted since the object was fetched.
    case conflict
    /// The object's row no longer exists, or cannot be read.
    case inaccessible
    /// The file of a large value is missing.
    case missingFile
    /// Transactions after the token have already been deleted from the history.
    case historyPurged
    /// The history token belongs to another store.
    case unknownHistoryToken
    /// Several objects match where at most one is expected.
    case tooManyObjects
    /// The model has no such entity or property.
    case unknownName
    /// The predicate or sort order cannot be translated into SQL.
    case untranslatable
    /// The program's own SQL is not accepted: it is invalid, writes to the
    /// store, or has several statements.
    case invalidSQL
    /// The entity is abstract, so it has no objects of its own.
    case abstractEntity
    /// A value does not have the type of its property.
    case wrongType
    /// The property cannot be set.
    case readOnlyProperty
    /// Objects at the other end of a relationship prevent a deletion.
    case deniedDelete
    /// Hooks kept changing objects during a save, or observers kept changing
    /// objects each time they were notified of a change.
    case endlessChanges
    /// Objects of different contexts cannot be related.
    case differentContexts
    /// A statement ran for longer than the configuration's limit.
    case timeLimit
    /// Any other SQLite error.
    case database
  }

  /// The kind of error, for programs.
  public var reason: Reason
  /// A human-readable description of the error.
  public var message: String
  /// The objects that the error concerns.
  public var objectIDs: [ObjectID]
  /// The names of the properties that the error concerns.
  public var propertyNames: [String]
  /// The SQLite error; nil if there was none.
  public var underlying: SQLiteError?
  /// Every conflict of a save (`.conflict`, `.notUnique`).
  public var conflicts: [SaveConflict] = []
  /// The position in the store's file; nil if it is not known.
  public var position: Position?
  /// The position in a condition that cannot be translated into SQL, or in SQL
  /// that SQLite does not accept; nil if it is not known.
  public var location: ObjectPredicateError.Location?
  /// True if it is certain that nothing was saved. After `.ioFailure` of a remote store
  /// this is unknown, unless the store reports it.
  package var isUndone = false

  /// Creates an error with a reason and a human-readable message.
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
  /// The message, followed by SQLite's error if it adds information, or by the
  /// position in a condition.
  public var description: String {
    if location != nil {
      return ObjectPredicateError(.notFetchable(message), location: location).description
    }
    // These messages say everything that SQLite's messages do, without the
    // names of its columns.
    guard ![.cannotOpen, .notAStore, .notUnique, .readOnly, .movedFile].contains(reason),
      let underlying
    else { return message }
    return "\(message): \(underlying.message)"
  }
}

extension StoreError {
  /// The error code that Core Data uses for the reason.
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
