internal import ModelSQLite

/// The files of values that were replaced or deleted, and that readers of older
/// moments may still ask for.
///
/// All connections of a store share it: whoever commits next looks again. What is
/// left when the program ends is swept when the store is opened.
final class DroppedFiles: @unchecked Sendable {
  // because names are touched under the lock.
  private let lock = PlatformLock()
  private var names: [String] = []

  /// Adds names.
  func add(_ more: [String]) { lock.withLock { names += more } }

  /// Takes all names out.
  func takeAll() -> [String] {
    lock.withLock {
      defer { names = [] }
      return names
    }
  }
}

extension PersistentStore {
  /// Removes the files of values that a connection's transaction replaced or
  /// deleted, and those that had to wait before; all of them wait where somebody
  /// may read an older moment.
  func removeDroppedFiles(_ writer: StoreConnection) {
    guard let external = writer.external else { return }
    let dropped = external.commit()
    let waiting = droppedFiles.takeAll()
    guard !dropped.isEmpty || !waiting.isEmpty else { return }
    guard !mayHaveOlderReaders(writer), let named = names(of: waiting, writer) else {
      return droppedFiles.add(waiting + dropped)
    }
    external.remove(dropped + waiting.filter { !named.contains($0) })
  }

  /// The names that rows have again, since a copy of an older moment took the
  /// content's place; nil where they cannot be read.
  private func names(of waiting: [String], _ connection: StoreConnection) -> Set<String>? {
    waiting.isEmpty ? [] : try? mapping.externalNames(in: connection.connection)
  }

  private func mayHaveOlderReaders(_ writer: StoreConnection) -> Bool {
    func look(_ connection: StoreConnection) -> Bool {
      mapping.schemas.contains { connection.connection.mayHaveOlderReaders(of: $0) }
    }
    // One that reads from one moment, which is the newest again, cannot look itself.
    guard writer.isPinned else { return look(writer) }
    guard let other = try? borrow() else { return true }
    defer { giveBack(other) }
    return look(other)
  }
}

extension Connection {
  /// Returns whether anybody, in any program, may read an older moment of a
  /// database than its last commit.
  ///
  /// A checkpoint moves the log into the file as far as no reader needs the
  /// former pages: what is left tells of one, or of a commit meanwhile. With a
  /// rollback journal there are no older moments, since a commit waits for readers.
  ///
  /// - Precondition: The connection has no transaction open.
  func mayHaveOlderReaders(of schema: String) -> Bool {
    do {
      let statement = try prepare("PRAGMA \(schema).wal_checkpoint(PASSIVE)")
      defer { statement.reset() }
      guard try statement.step() else { return true }
      // Whether another checkpoint runs, the pages in the log, and those of them in the file.
      let row = Row(statement)
      return row.int64(0) != 0 || row.int64(1) != row.int64(2)
    } catch {
      // The files stay for the next transaction, or a sweep.
      return true
    }
  }
}
