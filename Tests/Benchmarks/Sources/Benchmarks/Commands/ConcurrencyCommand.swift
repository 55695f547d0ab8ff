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
    try FileManager.default.copyItem(atPath: files.emptyPath, toPath: files.filledPath)
    try MatrixStore.fill(files.filledPath, rows: rows)
    print("Contexts on threads of their own, \(rows) banks. Load \(Machine.load).\n")
    for count in Self.readers { try measure(readers: count) }
    try measureTasks()
  }

  /// One thread saves ten changed banks again and again, the others fetch fifty by their state.
  private func measure(readers count: Int) throws {
    let path = try files.copy(for: .fetchBanks)
    defer { files.remove(path) }
    let container = try OursContender(path: path).container
    let end = ContinuousClock.now + .seconds(seconds)
    let found = min(50, rows / 50)
    let work = ThreadedWork()
    for reader in 0..<count {
      work.start { reads in
        var number = reader
        while ContinuousClock.now < end {
          let context = try container.makeContext()
          let state = "S\(number % 50)"
          let banks = try context.fetch(FailedBankInfo.where { $0.state == state }.limit(50))
          guard banks.count == found, banks.allSatisfy({ $0.state == state }) else {
            throw BenchError("not the banks of \(state)")
          }
          number += 1
          reads.add(1, ordering: .relaxed)
        }
      }
    }
    let saves = try container.performAndWait { context in
      let banks = try context.fetch(FailedBankInfo.all.limit(10))
      var saves = 0
      while ContinuousClock.now < end {
        for bank in banks { bank.city = "City number \(saves)" }
        try context.save()
        saves += 1
      }
      return saves
    }
    let reads = try work.wait()
    print(
      String(
        format: "C1 %2ld readers: %8.0f fetches of 50 a second, %6.0f saves of 10 a second", count,
        Double(reads) / seconds, Double(saves) / seconds))
  }

  /// Several threads save one new object at a time: each save is a transaction of its own.
  private func measureTasks() throws {
    for tasks in [1, Self.tasks] {
      let path = try files.copy(for: .fetchBanks)
      defer { files.remove(path) }
      let container = try OursContender(path: path).container
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
      print(
        String(
          format: "C2 %2ld tasks:   %8.0f saves of one object a second", tasks,
          Double(saves) / seconds))
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
