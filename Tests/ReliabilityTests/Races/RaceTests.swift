import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// Tests of simultaneous writers and readers, in threads and in processes.
final class RaceTests: XCTestCase {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds: TimeInterval =
    TestRun.isLong ? 60 : TestRun.sanitizer == nil ? 0.3 : 6

  private static let kinds: [(name: String, store: @Sendable (URL) -> StockStore)] = [
    ("log", { StockStore($0) }), ("rollback journal", { StockStore($0, journalMode: .delete) }),
    ("groups", { StockStore($0, groupsSaves: true) }), ("XML", { StockStore($0, type: .xml) }),
  ]

  func testThreads() throws {
    for (name, store) in Self.kinds {
      let folder = try MemoryFolder()
      var race = StockRace(store(folder.file("Race.store")))
      try race.make()
      // Contexts of one container save in groups.
      if race.store.groupsSaves { race.shared = try race.store.open() }
      let results = Results()
      let end = Date(timeIntervalSinceNow: Self.seconds)
      let threads = (0..<race.actors).map { number in
        Thread { [race] in results.add(number, race.act(number, until: end)) }
      }
      for thread in threads { thread.start() }
      results.wait(for: threads.count)
      try check("\(name), threads", race, results.all)
    }
  }

  func testProcesses() throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    for (index, (name, store)) in Self.kinds.enumerated() {
      let folder = try MemoryFolder()
      let race = StockRace(store(folder.file("Race.store")))
      try race.make()
      let processes = try (0..<race.actors).map { number in
        try ChildTest.start(
          "ReliabilityTests.RaceTests/testChildOnly",
          [
            "MODEL_RACE": "\(number)", "MODEL_RACE_KIND": "\(index)",
            "MODEL_RACE_STORE": race.store.url.path(percentEncoded: false),
          ])
      }
      let results = try processes.enumerated().map { number, process in
        process.waitUntilExit()
        let data = try Data(contentsOf: folder.file("Race.store.result\(number)"))
        return (number, try JSONDecoder().decode(StockRace.Result.self, from: data))
      }
      try check("\(name), processes", race, Dictionary(uniqueKeysWithValues: results))
    }
  }

  private func check(
    _ name: String, _ race: StockRace, _ results: [Int: StockRace.Result]
  ) throws {
    let writers = (0..<StockRace.writers).map { results[$0] ?? StockRace.Result() }
    let problems =
      results.values.flatMap(\.problems)
      + (try race.problems(writers.map { $0.saves...$0.saves }))
    let reads = results.values.reduce(0) { $0 + $1.reads }
    let saves = writers.reduce(0) { $0 + $1.saves }
    let conflicts = writers.reduce(0) { $0 + $1.conflicts }
    print("\(name): \(saves) saves, \(conflicts) conflicts, \(reads) readings in \(Self.seconds) s")
    XCTAssertEqual(problems.prefix(5), [], name)
    XCTAssertGreaterThan(saves, 0, name)
    XCTAssertGreaterThan(reads, 0, name)
  }

  // MARK: Processes

  /// What one process does.
  func testChildOnly() throws {
    guard let number = Self.environment["MODEL_RACE"].flatMap({ Int($0) }),
      let kind = Self.environment["MODEL_RACE_KIND"].flatMap({ Int($0) }),
      let path = Self.environment["MODEL_RACE_STORE"]
    else { throw XCTSkip("only another test runs this") }
    let race = StockRace(Self.kinds[kind].store(URL(filePath: path)))
    let result = race.act(number, until: Date(timeIntervalSinceNow: Self.seconds))
    try JSONEncoder().encode(result).write(to: URL(filePath: path + ".result\(number)"))
  }

  /// The results of threads, by their numbers.
  private final class Results: @unchecked Sendable {
    // because everything is used under the condition's lock.
    private let condition = NSCondition()
    private var results: [Int: StockRace.Result] = [:]

    var all: [Int: StockRace.Result] { condition.withLock { results } }

    func add(_ number: Int, _ result: StockRace.Result) {
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
