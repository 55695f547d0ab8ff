/// The saves of several contexts in one transaction, which need only one commit.
///
/// The holder of the write lock writes its own save, and then the saves that are waiting, each
/// within a savepoint:
///
/// ```
/// BEGIN IMMEDIATE
/// INSERT …                                     the holder's
/// SAVEPOINT member; UPDATE …; RELEASE member
/// SAVEPOINT member; UPDATE …; ROLLBACK TO member; RELEASE member     one with a conflict
/// COMMIT
/// ```
final class SaveGroup {
  // Invariants:
  // 1. Members learn the outcome only after the transaction has ended, so that a context that looks
  //    for the conflict that caused a failure finds it in the store.
  // 2. A member's failure affects only that member. If the transaction fails, it is not known which
  //    save caused it: all saves are written again, each alone.
  // 3. A member's thread waits while its save is written here, on the holder's connection.

  /// The maximum number of saves in a transaction, since the holder waits for all of them.
  private static let limit = 64

  private let store: PersistentStore
  private let connection: StoreConnection
  private var members: [WriteTurn] = []

  init(_ store: PersistentStore, _ connection: StoreConnection) {
    self.store = store
    self.connection = connection
  }

  /// Writes a save while the lock is held, together with the saves that are waiting for the lock.
  func write(_ save: WriteTurn.Save) throws {
    do {
      try store.transacting(connection) { try writeAll(save) }
    } catch {
      guard !members.isEmpty else { throw error }
      guard (error as? SQLiteError)?.isOutcomeUnknown != true else {
        tell { $0?.flatMap { .failure(error) } }
        throw error
      }
      tell { _ in nil }
      return try store.transacting(connection) { try save(connection) }
    }
    if !members.isEmpty { connection.noteForeignContent() }
    tell { $0 }
  }

  /// Reports to the members the outcome of their saves, and lets their threads continue.
  private func tell(_ outcome: (WriteTurn.Outcome?) -> WriteTurn.Outcome?) {
    for member in members {
      member.outcome = outcome(member.outcome)
      member.end()
    }
    members = []
  }

  private func writeAll(_ save: WriteTurn.Save) throws -> CommitWitness? {
    var witness = try save(connection)
    // If a transaction has unresolved references, its commit fails.
    while !connection.connection.hasUnresolvedReferences, members.count < Self.limit - 1,
      let member = store.writeLock.takeSave()
    {
      members.append(member)
      witness = try write(member) ?? witness
    }
    return witness
  }

  private func write(_ member: WriteTurn) throws -> CommitWitness? {
    let mark = connection.external?.mark
    try connection.statement("SAVEPOINT member").run()
    do {
      let witness = try member.save?(connection)
      // In a transaction with a single save, references are checked by the commit.
      if connection.connection.hasUnresolvedReferences { throw SQLiteError.unresolvedReference }
      try connection.statement("RELEASE member").run()
      member.outcome = .success(())
      return witness
    } catch {
      // Some errors, such as a full disk, end the whole transaction.
      guard connection.connection.isInTransaction else { throw error }
      member.outcome = .failure(connection.cause(of: error))
      if let mark { connection.external?.rollBack(to: mark) }
      try connection.statement("ROLLBACK TO member").run()
      try connection.statement("RELEASE member").run()
      return nil
    }
  }
}

extension PersistentStore {
  /// Runs a save in a transaction, or, if the option is set, in the transaction of a context that
  /// is already writing.
  ///
  /// - Parameters:
  ///   - joins: True if the save is so small that other saves can wait for it.
  ///   - save: A closure that writes on the connection that is passed to it, on any thread, and
  ///     returns a row that shows whether the transaction was committed.
  package func saving(
    _ connection: StoreConnection, joins: Bool, _ save: @escaping WriteTurn.Save
  ) throws {
    guard configuration.groupsSaves, joins else {
      return try writing(connection) { try save(connection) }
    }
    let turn = WriteTurn(save)
    guard try writeLock.take(turn, patience: configuration.busyTimeout) else {
      guard let outcome = turn.outcome else {
        return try writing(connection) { try save(connection) }
      }
      return try outcome.get()
    }
    defer { writeLock.release() }
    try SaveGroup(self, connection).write(save)
  }
}
