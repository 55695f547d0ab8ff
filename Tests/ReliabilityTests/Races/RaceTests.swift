import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of simultaneous writers and readers, in threads and in processes.
final class RaceTests: XCTestCase {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds: TimeInterval =
    TestRun.isLong ? 60 : TestRun.sanitizer == nil ? 0.3 : 6

  private func store(
    _ folder: MemoryFolder, _ type: StoreType, _ mode: SQLiteOptions.JournalMode
  ) throws -> RaceStore {
    let store = RaceStore(url: folder.file("Race"), type: type, journalMode: mode)
    try store.make()
    return store
  }

  private static let kinds: [(name: String, type: StoreType, mode: SQLiteOptions.JournalMode)] = [
    ("log", .sqlite, .writeAheadLog), ("rollback journal", .sqlite, .delete),
    ("XML", .xml, .writeAheadLog),
  ]

  func testThreads() throws {
    for kind in Self.kinds {
      let folder = try MemoryFolder()
      let store = try store(folder, kind.type, kind.mode)
      let results = Results()
      let end = Date(timeIntervalSinceNow: Self.seconds)
      let threads = (0..<store.actors).map { number in
        Thread { results.add(number, store.act(number, until: end)) }
      }
      for thread in threads { thread.start() }
      results.wait(for: threads.count)
      try check("\(kind.name), threads", store, results.all)
    }
  }

  func testProcesses() throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    for kind in Self.kinds {
      let folder = try MemoryFolder()
      let store = try store(folder, kind.type, kind.mode)
      let processes = try (0..<store.actors).map {
        try start($0, store)
      }
      let results = try processes.enumerated().map { number, process in
        process.waitUntilExit()
        let file = URL(filePath: store.url.path(percentEncoded: false) + ".result\(number)")
        return (
          number, try JSONDecoder().decode(RaceStore.Result.self, from: Data(contentsOf: file))
        )
      }
      try check(
        "\(kind.name), processes", store, Dictionary(uniqueKeysWithValues: results))
    }
  }

  private func check(
    _ name: String, _ store: RaceStore, _ results: [Int: RaceStore.Result]
  ) throws {
    let writers = (0..<RaceStore.writers).map { results[$0] ?? RaceStore.Result() }
    let problems =
      results.values.flatMap(\.problems)
      + (try store.problems(writers.map(\.saves)))
    let reads = results.values.reduce(0) { $0 + $1.reads }
    let saves = writers.reduce(0) { $0 + $1.saves }
    let conflicts = writers.reduce(0) { $0 + $1.conflicts }
    print("\(name): \(saves) saves, \(conflicts) conflicts, \(reads) readings in \(Self.seconds) s")
    XCTAssertEqual(problems.prefix(5), [], name)
    XCTAssertGreaterThan(saves, 0, name)
    XCTAssertGreaterThan(reads, 0, name)
  }

  // MARK: Processes

  private func start(_ number: Int, _ store: RaceStore) throws -> Process {
    try ChildTest.start(
      "ReliabilityTests.RaceTests/testChildOnly",
      [
        "MODEL_RACE": "\(number)", "MODEL_RACE_STORE": store.url.path(percentEncoded: false),
        "MODEL_RACE_TYPE": store.type.name, "MODEL_RACE_MODE": store.journalMode.rawValue,
      ])
  }

  /// The work of one process, which another test starts.
  func testChildOnly() throws {
    guard let number = Self.environment["MODEL_RACE"].flatMap({ Int($0) }),
      let path = Self.environment["MODEL_RACE_STORE"],
      let mode = SQLiteOptions.JournalMode(rawValue: Self.environment["MODEL_RACE_MODE"] ?? "")
    else { throw XCTSkip("only another test runs this") }
    let type: StoreType = Self.environment["MODEL_RACE_TYPE"] == "XML" ? .xml : .sqlite
    let store = RaceStore(url: URL(filePath: path), type: type, journalMode: mode)
    let end = Date(timeIntervalSinceNow: Self.seconds)
    let result = store.act(number, until: end)
    try JSONEncoder().encode(result).write(to: URL(filePath: path + ".result\(number)"))
  }

  /// The results of threads, by their numbers.
  private final class Results: @unchecked Sendable {
    // because everything is used under the condition's lock.
    private let condition = NSCondition()
    private var results: [Int: RaceStore.Result] = [:]

    var all: [Int: RaceStore.Result] { condition.withLock { results } }

    func add(_ number: Int, _ result: RaceStore.Result) {
      condition.withLock {
        results[number] = result
        condition.signal()
      }
    }

    func wait(for count: Int) {
      condition.withLock { while results.count < count { condition.wait() } }
    }
  }
}
