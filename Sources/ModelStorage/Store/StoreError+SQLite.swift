extension SQLiteError {
  /// The system's message for the failure, or SQLite's message if there is
  /// none.
  fileprivate var systemWords: String {
    switch systemCode {
    case 0: message
    case ENOENT: "there is no such file"
    default: SystemError(systemCode).description
    }
  }
}

extension StoreError {
  init(_ error: SQLiteError, path: String) {
    if error.isOutcomeUnknown {
      self.init(
        .ioFailure,
        """
        the disk of '\(path)' failed at the end of a transaction, and cannot be read: whether \
        it was committed is not known; another save of the context finds out
        """, underlying: error)
      return
    }
    switch error.code {
    case .inputOutput where FileObstacle.isNoFile(path), .cannotOpen:
      let reason =
        StoreFolder(of: path).obstacle
        ?? "cannot be opened: \(FileObstacle.opening(path)?.description ?? error.systemWords)"
      self.init(.cannotOpen, "'\(path)' \(reason)", underlying: error)
    case .notADatabase, .corrupt:
      // SQLite also reports a schema that is nested too deeply as damaged.
      let schema = error.message.hasPrefix("malformed database schema") ? ": \(error.message)" : ""
      let reason = ForeignFile(path)?.sentence ?? "is not a database, or is damaged\(schema)"
      self.init(.notAStore, "'\(path)' \(reason)", underlying: error)
    case .busy, .locked:
      self.init(
        .busy, "'\(path)' is being written by another program; try again", underlying: error)
    case .interrupted:
      self.init(
        .timeLimit, "a statement of '\(path)' ran for longer than the time limit",
        underlying: error)
    case .outOfMemory:
      let limit = Connection.memoryLimit.map { "than the \($0 >> 20) MB that SQLite may take" }
      self.init(
        .database, "'\(path)' needs more memory \(limit ?? "than there is")", underlying: error)
    case .tooBig:
      self.init(
        .database, "'\(path)' has a value or a statement that is too long", underlying: error)
    case .full,
      .inputOutput where [ENOSPC, EDQUOT].contains(error.systemCode):
      self.init(.diskFull, "the disk of '\(path)' is full; nothing was saved", underlying: error)
    case .inputOutput:
      self.init(
        .ioFailure, "the disk of '\(path)' failed; what was not saved can be saved again",
        underlying: error)
    case .readOnly:
      if error.isMovedFile, let moved = StoreError(movedFile: path, error) {
        self = moved
        return
      }
      let cause = FileObstacle.opening(path)?.description ?? "it was opened read-only"
      let reason = StoreFolder(of: path).obstacle ?? "cannot be written: \(cause)"
      self.init(.readOnly, "'\(path)' \(reason)", underlying: error)
    default:
      self.init(.database, "'\(path)' failed", underlying: error)
    }
  }

  /// Runs the body, and translates SQLite errors into store errors.
  package static func translating<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
