/// The files of large values that the transactions of one connection write and
/// remove.
///
/// Files are written before the rows that name them; the files of values that
/// were replaced or deleted go once the transaction has been committed and nobody
/// reads an older moment. What a crash leaves over is swept when the store is
/// opened.
package final class ExternalValues {
  let storage: ExternalStorage?
  private var written: [String] = []
  /// The names of the files that the transaction's rows name no more.
  private(set) var dropped: [String] = []
  /// The error for which a file could not be written; SQL errors carry text
  /// only.
  private(set) var failure: (any Error)?

  init(_ storage: ExternalStorage?) {
    self.storage = storage
  }

  /// Gives a connection the functions that statements of such columns call.
  ///
  /// A store's own schema, which is input, cannot call them.
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

  /// The transaction is committed.
  ///
  /// - Returns: The names of the files that its rows name no more.
  func commit() -> [String] {
    defer { forget() }
    return dropped
  }

  /// The transaction is undone: the files that it wrote go.
  ///
  /// Where it cannot be read whether the commit was made, the files stay; those
  /// that no row names are swept once they are old.
  func rollBack(after error: any Error) {
    let failure = error as? SQLiteError ?? (error as? StoreError)?.underlying
    if failure?.isOutcomeUnknown != true { storage?.remove(written) }
    forget()
  }

  /// The files up to a savepoint.
  package var mark: (written: Int, dropped: Int) { (written.count, dropped.count) }

  /// What was written since a savepoint is undone, and with it what became of
  /// files.
  package func rollBack(to mark: (written: Int, dropped: Int)) {
    storage?.remove(Array(written[mark.written...]))
    written.removeSubrange(mark.written...)
    dropped.removeSubrange(mark.dropped...)
    failure = nil
  }

  private func forget() {
    written = []
    dropped = []
    failure = nil
  }

  // MARK: Functions

  private func read(_ arguments: FunctionArguments) -> FunctionResult {
    guard case .bytes(let bytes) = arguments.value(0) else { return arguments.value(0) ?? .null }
    let mark = ExternalMark(bytes)
    if case .inline(let value) = mark { return .bytes(value) }
    guard let name = mark.fileName, let storage else { return .integer(0) }
    do {
      if let file = try storage.open(name) { return .bytes(Array(try file.read())) }
      // A file that is not there leaves the rest of its object usable, where the statement says
      // what to read instead.
      return arguments.count > 1 ? .null : .integer(0)
    } catch {
      // One that cannot be read makes it inaccessible: a number is no data.
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
      let name = try storage.write(bytes)
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
