/// The files of large values that the transactions of one connection write and remove.
///
/// Files are written before the rows that refer to them. The files of replaced
/// or deleted values are removed after the transaction was committed, and when
/// no reader sees an older state. Files left over after a crash are removed
/// when the store is opened.
package final class ExternalValues {
  let storage: ExternalStorage?
  private var written: [String] = []
  /// The folder that the transaction writes to. It is kept open so that a
  /// program that has run out of descriptors can still remove what it wrote.
  private var folder: ValueFolder?
  /// The names of the files that the transaction's rows no longer refer to.
  private(set) var dropped: [String] = []
  /// The error that prevented a file from being written; nil if there was none.
  /// It is kept here because SQL errors carry only text.
  private(set) var failure: (any Error)?

  init(_ storage: ExternalStorage?) {
    self.storage = storage
  }

  /// Registers the functions that are called by statements with columns of
  /// large values.
  ///
  /// The store's own schema, which is untrusted input, cannot call these
  /// functions.
  func register(in connection: Connection) throws(SQLiteError) {
    try connection.register("model_external_read", argumentCount: -1, isDirectOnly: true) {
      [self] in read($0)
    }
    try connection.register("model_external_write", argumentCount: 2, isDirectOnly: true) {
      [self] in write($0)
    }
    try connection.register("model_external_drop", argumentCount: 1, isDirectOnly: true) {
      [self] arguments in
      drop(arguments, 0)
      return .integer(1)
    }
  }

  /// Clears the records of a committed transaction.
  ///
  /// - Returns: The names of the files that its rows no longer refer to.
  func commit() -> [String] {
    defer { forget() }
    return dropped
  }

  /// Removes the files of a transaction that was rolled back.
  ///
  /// If the outcome of the commit is unknown, the files are kept; files that no
  /// row refers to are removed later, when they are old.
  func rollBack(after error: any Error) {
    let failure = error as? SQLiteError ?? (error as? StoreError)?.underlying
    if failure?.isOutcomeUnknown != true { folder?.remove(written) }
    forget()
  }

  /// The numbers of written and dropped files, for returning to a savepoint.
  package var mark: (written: Int, dropped: Int) { (written.count, dropped.count) }

  /// Removes the files that were written since a savepoint, and discards the
  /// names of those that were dropped.
  package func rollBack(to mark: (written: Int, dropped: Int)) {
    folder?.remove(written[mark.written...])
    written.removeSubrange(mark.written...)
    dropped.removeSubrange(mark.dropped...)
    failure = nil
  }

  private func forget() {
    written = []
    folder = nil
    dropped = []
    failure = nil
  }

  // MARK: Functions

  private func read(_ arguments: FunctionArguments) -> FunctionResult {
    guard case .bytes(let bytes) = arguments.value(0) else { return arguments.value(0) ?? .null }
    let mark = ExternalMark(bytes)
    if case .inline(let value) = mark { return .bytes(value) }
    // If a file is missing, or has no name, the rest of its object remains usable, provided
    // that the statement specifies a value to read instead.
    let missing: FunctionResult = arguments.count > 1 ? .null : .integer(0)
    guard let name = mark.fileName, let storage else { return missing }
    do {
      guard let file = try storage.open(name) else { return missing }
      return .bytes(Array(try file.read()))
    } catch {
      // If a file cannot be read, the object is inaccessible, because the type
      // of the column does not allow a number.
      return .integer(0)
    }
  }

  private func write(_ arguments: FunctionArguments) -> FunctionResult {
    drop(arguments, 1)
    guard case .bytes(let bytes) = arguments.value(0) else { return arguments.value(0) ?? .null }
    guard let storage, bytes.count > storage.threshold else {
      return .bytes(ExternalMark.inline(bytes).bytes)
    }
    do {
      let folder = try folder ?? storage.makeFolder()
      self.folder = folder
      let name = UUID.random().uuidString
      try folder.write(Data(bytes), name)
      written.append(name)
      return .bytes(ExternalMark.file(name).bytes)
    } catch {
      failure = error
      return .error("a large value's file cannot be written: \(error)")
    }
  }

  private func drop(_ arguments: FunctionArguments, _ index: Int) {
    guard case .bytes(let bytes) = arguments.value(index),
      let name = ExternalMark(bytes).fileName
    else { return }
    dropped.append(name)
  }
}
