import Foundation

/// A folder for the stores of one run: an empty one, a filled one, and copies of both.
///
/// Removed with everything in it by ``remove()``.
final class StoreFiles {
  let folder: URL
  private var copies = 0

  /// - Parameter folder: Where a folder is made; the default is the system's temporary one.
  init(in folder: String?) throws {
    let parent = folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    self.folder = parent.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    try makeEmpty(at: emptyPath)
  }

  var emptyPath: String { folder.appendingPathComponent("empty.sqlite").path }
  var filledPath: String { folder.appendingPathComponent("filled.sqlite").path }

  /// Fills a store with all the workload's banks, orders and purchases, for the cells that read.
  func fill(_ workload: Workload) throws {
    try FileManager.default.copyItem(atPath: emptyPath, toPath: filledPath)
    let contender = try RawContender(path: filledPath)
    _ = try contender.saveBanks(workload.banks(0))()
    _ = try contender.saveOrders(workload.orders(0))()
    try contender.connection.fillPurchases(lines: workload.all)
    try contender.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// A store of one's own for a cell.
  func copy(for cell: Cell) throws -> String {
    try copy(of: cell.startsEmpty ? emptyPath : filledPath)
  }

  /// A copy of a store under a new name: whoever had an earlier one open may be slow to close it.
  func copy(of original: String) throws -> String {
    copies += 1
    let path = folder.appendingPathComponent("copy-\(copies).sqlite").path
    try FileManager.default.copyItem(atPath: original, toPath: path)
    return path
  }

  /// The checksum of what a contender left.
  ///
  /// - Throws: ``BenchError`` if it is not a sound store, or its schema is not that of the empty
  ///   store that all began with.
  func check(_ path: String) throws -> Checksum {
    let check = try StoreCheck(path: path)
    guard try check.schema() == StoreCheck(path: emptyPath).schema() else {
      throw BenchError("the schema was changed")
    }
    return try check.checksum()
  }

  /// Deletes a copy that nobody has open any more.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Deletes the folder.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Lets the runtime make the store that everybody starts from.
  ///
  /// - Throws: ``BenchError`` if it is laid out otherwise than ``Schema`` says.
  private func makeEmpty(at path: String) throws {
    _ = try OursContender(path: path)
    let expected = try RawConnection(path: ":memory:")
    for statement in Schema.statements { try expected.execute(statement) }
    let connection = try RawConnection(path: path)
    let schemas = try (StoreCheck(connection).schema(), StoreCheck(expected).schema())
    guard schemas.0 == schemas.1 else {
      throw BenchError("a new store has the schema\n\(schemas.0)\nand not\n\(schemas.1)")
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
