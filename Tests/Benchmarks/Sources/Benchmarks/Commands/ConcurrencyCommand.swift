import BenchModel
import Dispatch
import Foundation
import ModelRuntime
import Synchronization

/// Readers beside a writer, and many tasks that save one object each.
struct ConcurrencyCommand {
  private static let readers = [0, 1, 2, 4, 8, 16]
  private static let tasks = 16

  private let rows: Int
  private let seconds = 1.0
  private let files: StoreFiles

  init(_ options: Options) throws {
    rows = options.size ?? 100_000
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try MatrixStore.banks.make(files.filledPath, rows: rows)
    print(
      """
      On threads of their own, \(rows) banks: fetches of 50 and saves of 10 a second, and the share of its saves \
      that the writer keeps beside the readers. Load \(Machine.load).

      """)
    try compareWriters()
    try measureTasks()
  }

  /// This library's readers and writer, and the same by hand: what is lost beside them is a matter of the machine's cores.
  private func compareWriters() throws {
    var alone: [MatrixContender: Double] = [:]
    for count in Self.readers {
      let figures = try [MatrixContender.ours, .raw].map { contender in
        let figures = try measure(contender, readers: count)
        alone[contender] = alone[contender] ?? figures.saves
        let share = figures.saves / (alone[contender] ?? figures.saves)
        return String(
          format: "  \(contender.rawValue): %7.0f fetches %7.0f saves (%4.2f)", figures.reads,
          figures.saves, share)
      }
      print(String(format: "C1 %2ld readers", count) + figures.joined())
    }
  }

  /// One thread saves ten changed banks again and again, the others fetch fifty by their state.
  private func measure(
    _ contender: MatrixContender, readers count: Int
  ) throws -> (reads: Double, saves: Double) {
    let path = try files.copy(for: .fetchBanks)
    defer { files.remove(path) }
    let side = try ConcurrentSide(contender, path, rows: rows)
    let end = ContinuousClock.now + .seconds(seconds)
    let found = min(50, rows / 50)
    let work = ThreadedWork()
    for reader in 0..<count {
      work.start { reads in
        let fetch = try side.reader()
        var number = reader
        while ContinuousClock.now < end {
          guard try fetch("S\(number % 50)") == found else { throw BenchError("not the banks") }
          number += 1
          reads.add(1, ordering: .relaxed)
        }
      }
    }
    let save = try side.writer()
    var saves = 0
    while ContinuousClock.now < end {
      try save("City number \(saves)")
      saves += 1
    }
    return (Double(try work.wait()) / seconds, Double(saves) / seconds)
  }

  /// Several threads save one new object at a time: each save is a transaction of its own, or they are grouped.
  private func measureTasks() throws {
    for synchronous in [SQLiteOptions.Synchronous.normal, .full] {
      for tasks in [1, Self.tasks] {
        let figures = try [false, true].map {
          String(format: "%8.0f", try saves(by: tasks, synchronous, groupsSaves: $0))
        }
        print(
          String(format: "C2 %2ld tasks", tasks)
            + ", \(synchronous.rawValue): \(figures[0]) saves of one object a second, grouped \(figures[1])"
        )
      }
    }
  }

  private func saves(
    by tasks: Int, _ synchronous: SQLiteOptions.Synchronous, groupsSaves: Bool
  ) throws -> Double {
    let path = try files.copy(for: .fetchBanks)
    defer { files.remove(path) }
    let container = try MatrixStore.banks.container(path) {
      $0.options.synchronous = synchronous
      $0.groupsSaves = groupsSaves
    }
    let end = ContinuousClock.now + .seconds(seconds)
    let work = ThreadedWork()
    for _ in 0..<tasks {
      work.start { saves in
        while ContinuousClock.now < end {
          try container.performAndWait { context in
            _ = FailedBankDetails(in: context, zip: 1)
            try context.save()
          }
          saves.add(1, ordering: .relaxed)
        }
      }
    }
    let saves = try work.wait()
    let found = try container.performAndWait { try $0.count(FailedBankDetails.all) } - rows
    guard found == saves else { throw BenchError("\(saves) saves, and \(found) objects") }
    return Double(saves) / seconds
  }
}

/// Readers and a writer of one store, by this library or by hand.
private struct ConcurrentSide: Sendable {
  private let path: String
  /// nil by hand.
  private let container: PersistentContainer?

  init(_ contender: MatrixContender, _ path: String, rows: Int) throws {
    self.path = path
    container = contender == .ours ? try MatrixStore.banks.container(path) : nil
  }

  /// Fetches fifty banks of a state, with a context or a statement of its own, and returns how many are of the state.
  func reader() throws -> (_ state: String) throws -> Int {
    if let container {
      return { state in
        let context = try container.makeContext()
        return try context.fetch(FailedBankInfo.where { $0.state == state }.limit(50))
          .count { $0.state == state }
      }
    }
    let sql = SQL.selectBanks + " WHERE ZSTATE = ? LIMIT 50"
    let (statement, arena) = (try RawConnection(path: path).prepare(sql), TextArena())
    return { state in
      arena.reset()
      statement.bind(state, at: 1, in: arena)
      defer { statement.reset() }
      var banks: [Bank] = []
      while try statement.step() { banks.append(Bank(statement)) }
      return banks.count { $0.state == state }
    }
  }

  /// Gives the first ten banks a city and saves.
  func writer() throws -> (_ city: String) throws -> Void {
    if let container {
      let context = try container.makeContext()
      let banks = try context.fetch(FailedBankInfo.all.limit(10))
      return { city in
        for bank in banks { bank.city = city }
        try withExtendedLifetime(context) { try context.save() }
      }
    }
    let (connection, arena) = (try RawConnection(path: path), TextArena())
    let update = try connection.prepare(SQL.updateCity)
    var version: Int32 = 1
    return { city in
      try connection.transaction {
        for key in 1...Int64(10) {
          arena.reset()
          update.bind(version + 1, at: 1)
          update.bind(city, at: 2, in: arena)
          update.bind(key, at: 3)
          update.bind(version, at: 4)
          try update.run()
          guard connection.changes == 1 else { throw BenchError("a row was not changed") }
        }
      }
      version += 1
    }
  }
}

/// Work on threads of their own, which counts what it does.
private final class ThreadedWork: Sendable {
  private let group = DispatchGroup()
  private let count = Atomic(0)
  private let failure = Mutex<(any Error)?>(nil)

  func start(_ body: @escaping @Sendable (borrowing Atomic<Int>) throws -> Void) {
    group.enter()
    Thread.detachNewThread { [self] in
      do { try body(count) } catch { failure.withLock { $0 = error } }
      group.leave()
    }
  }

  /// Waits for all of it.
  ///
  /// - Returns: The count.
  func wait() throws -> Int {
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    return count.load(ordering: .relaxed)
  }
}
