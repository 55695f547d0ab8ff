/// The saves of several contexts in one transaction, which cost one commit.
///
/// The holder of the write lock writes its own save, and then those that wait
/// behind it, each inside of a savepoint:
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
  // 1. Nobody is told of an end before the transaction has one: whoever looks for the conflict
  //    behind a failure finds it in the store.
  // 2. What a member fails with is its own. Where the transaction fails nobody knows whose fault it
  //    was: all are written again, each alone.
  // 3. A member's thread waits while it is written here, over the holder's connection.

  /// The number of saves in a transaction: who came first waits for all of them.
  private static let limit = 64

  private let store: PersistentStore
  private let connection: StoreConnection
  private var members: [WriteTurn] = []

  init(_ store: PersistentStore, _ connection: StoreConnection) {
    self.store = store
    self.connection = connection
  }

  /// Writes a save while the lock is held, and takes those along that wait.
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

  /// Tells the members what became of their saves.
  private func tell(_ outcome: (WriteTurn.Outcome?) -> WriteTurn.Outcome?) {
    for member in members {
      member.outcome = outcome(member.outcome)
      member.end()
    }
    members = []
  }

  private func writeAll(_ save: WriteTurn.Save) throws -> CommitWitness? {
    var witness = try save(connection)
    // The commit refuses a transaction with references that lead nowhere.
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
      // Elsewhere the commit checks them.
      if connection.connection.hasUnresolvedReferences { throw SQLiteError.unresolvedReference }
      try connection.statement("RELEASE member").run()
      member.outcome = .success(())
      return witness
    } catch {
      // A full disk, say, ends the transaction of all.
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
  /// Runs a save in a transaction, where the option asks for it in that of
  /// somebody who writes already.
  ///
  /// - Parameters:
  ///   - joins: Whether others need not wait for long until it is written.
  ///   - save: Writes over the connection that it is given, on any thread, and names
  ///     a row that tells whether it was committed.
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
