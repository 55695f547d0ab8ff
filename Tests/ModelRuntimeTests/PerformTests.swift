import BankModel
import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Closures with background contexts run concurrently.
final class PerformTests: BankTestCase {
  /// A counter of the closures that run at the same time.
  private final class Counter: @unchecked Sendable {
    // because the numbers are only used under `lock`.
    private let lock = PlatformLock()
    private var now = 0
    private(set) var greatest = 0

    func enter() {
      lock.withLock {
        now += 1
        greatest = max(greatest, now)
      }
    }

    func leave() { lock.withLock { now -= 1 } }
  }

  func testTwelveBodiesReadAtOnce() async throws {
    let container = try XCTUnwrap(self.container)
    makeBank("A")
    try context.save()
    let counter = Counter()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await container.perform { context in
            counter.enter()
            defer { counter.leave() }
            let count = try context.count(FailedBankInfo.all)
            Thread.sleep(forTimeInterval: 0.3)
            return try context.fetch(FailedBankInfo.all).count + count
          }
        }
      }
      for try await count in group { XCTAssertEqual(count, 2) }
    }
    XCTAssertEqual(counter.greatest, 12)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
  }

  func testThereAreNotMoreThanTheirNumberAtOnce() async throws {
    let container = try XCTUnwrap(self.container)
    let counter = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await container.perform { _ in
            counter.enter()
            Thread.sleep(forTimeInterval: 0.002)
            counter.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    XCTAssertLessThanOrEqual(
      counter.greatest, max(16, 2 * ProcessInfo.processInfo.activeProcessorCount) + 2)
  }

  /// Any number of closures may wait for one another.
  func testBodiesMayWaitForEachOther() async throws {
    let container = try XCTUnwrap(self.container)
    let depth = max(16, 2 * ProcessInfo.processInfo.activeProcessorCount) + 6
    let reached = try await Self.nest(container, depth)
    XCTAssertEqual(reached, depth)
  }

  private static func nest(_ container: PersistentContainer, _ depth: Int) async throws -> Int {
    guard depth > 0 else { return 0 }
    return try await container.perform { context in
      _ = try context.count(FailedBankInfo.all)
      let done = DispatchSemaphore(value: 0)
      let counter = Counter()
      Task {
        for _ in 0..<(try await nest(container, depth - 1)) { counter.enter() }
        done.signal()
      }
      guard done.wait(timeout: .now() + 20) == .success else { return 0 }
      return counter.greatest + 1
    }
  }

  func testNothingIsLostWhereTwelveBodiesWrite() async throws {
    for mode in [SQLiteOptions.JournalMode.writeAheadLog, .delete] {
      var configuration = StoreConfiguration(url: folder.file("\(mode).sqlite"))
      configuration.options.journalMode = mode
      configuration.busyTimeout = 30
      let container = try PersistentContainer(.bank, configuration: configuration)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<12 {
          group.addTask {
            for number in 0..<5 {
              try await container.perform { context in
                _ = Tag(in: context, name: "\(task) \(number)")
                try context.save()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      XCTAssertEqual(try container.makeContext().count(Tag.all), 60, "\(mode)")
    }
  }
}
