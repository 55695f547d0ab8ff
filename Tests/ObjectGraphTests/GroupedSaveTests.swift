import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// Saves of several contexts in one transaction have the same results as in separate
/// transactions.
final class GroupedSaveTests: XCTestCase {
  private var folder: TemporaryFolder!
  private let commits = Counter()

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private func open(
    _ model: CompiledModel, _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file("Group.sqlite"))
    configuration.groupsSaves = true
    configuration.busyTimeout = 30
    configuration.trace = SQLTrace { [commits] in if $0.sql == "COMMIT" { commits.add() } }
    change(&configuration)
    return try PersistentContainer(model, configuration: configuration)
  }

  private func saves(
    _ container: PersistentContainer, _ changes: [SimultaneousSaves.Change]
  ) -> SimultaneousSaves {
    SimultaneousSaves(container, folder.file("Group.sqlite"), changes)
  }

  /// Makes a store with courses of some titles.
  private func courses(
    _ titles: [String], _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    let container = try open(.school, change)
    try container.performAndWait { context in
      for title in titles { _ = Course(in: context, title: title) }
      try context.save()
    }
    _ = commits.take()
    return container
  }

  private static func rename(_ title: String, _ new: String) -> SimultaneousSaves.Change {
    { context in
      for course in try context.fetch(Course.where { $0.title == title }) { course.title = new }
    }
  }

  private func courseRows() throws -> [String] {
    try rows(
      "SELECT ZTITLE, ZRATIO, Z_OPT FROM ZCOURSE ORDER BY Z_PK", in: folder.file("Group.sqlite"))
  }

  private func reasons(_ errors: [(any Error)?]) -> [StoreError.Reason?] {
    errors.map { ($0 as? StoreError)?.reason }
  }

  // MARK: One transaction

  func testSavesThatWaitAreOneTransaction() throws {
    let titles = (0..<8).map { "\($0)" }
    for (groups, count) in [(true, 1), (false, 8)] {
      folder = try TemporaryFolder()
      let container = try courses(titles) { $0.groupsSaves = groups }
      let errors = try saves(container, titles.map { Self.rename($0, $0 + "!") }).run()
      XCTAssertEqual(errors.count { $0 != nil }, 0, "grouped \(groups)")
      XCTAssertEqual(commits.take(), count, "grouped \(groups)")
      XCTAssertEqual(try courseRows(), titles.map { "\($0)!|0.5|2" }, "grouped \(groups)")
    }
  }

  func testASaveThatWaitsForNobodyHasNoSavepoint() throws {
    let savepoints = Counter()
    let container = try courses(["A"]) {
      $0.trace = SQLTrace { if $0.sql.hasPrefix("SAVEPOINT") { savepoints.add() } }
    }
    try container.performAndWait { context in
      try Self.rename("A", "B")(context)
      try context.save()
    }
    XCTAssertEqual(savepoints.take(), 0)
    XCTAssertEqual(try courseRows(), ["B|0.5|2"])
  }

  func testAGreatSaveHasATransactionOfItsOwn() throws {
    let container = try courses(["A", "B"])
    let great: SimultaneousSaves.Change = { context in
      for number in 0..<200 { _ = Course(in: context, title: "great \(number)") }
    }
    // Reserving the keys takes a commit, so there are at least two commits.
    let errors = try saves(container, [Self.rename("A", "a"), great, Self.rename("B", "b")]).run {
      _ in _ = commits.take()
    }
    XCTAssertEqual(errors.count { $0 != nil }, 0)
    XCTAssertEqual(commits.take(), 3)
    XCTAssertEqual(try container.performAndWait { try $0.count(Course.all) }, 202)
  }

  func testContextsShareTheReservationsOfKeys() throws {
    let container = try courses([])
    for number in 0..<50 {
      try container.performAndWait { context in
        _ = Course(in: context, title: "\(number)")
        try context.save()
      }
    }
    // Keys are reserved in blocks of 1, 8 and 64, so there are three more commits.
    XCTAssertEqual(commits.take(), 50 + 3)
    XCTAssertEqual(try courseRows().count, 50)
  }

  // MARK: Conflicts

  func testAConflictUndoesItsSaveAlone() throws {
    let container = try courses(["A", "B", "C"])
    let errors = try saves(
      container,
      [
        Self.rename("A", "first"), Self.rename("B", "b"),
        { context in
          try Self.rename("A", "second")(context)
          _ = Teacher(in: context, name: "Undone")
        },
        Self.rename("C", "c"),
      ]
    ).run()
    XCTAssertEqual(reasons(errors), [nil, nil, .conflict, nil])
    XCTAssertEqual((errors[2] as? StoreError)?.conflicts.count, 1)
    XCTAssertEqual(commits.take(), 3, "the keys of the teacher, the group, a look for conflicts")
    XCTAssertEqual(try courseRows(), ["first|0.5|2", "b|0.5|2", "c|0.5|2"])
    XCTAssertEqual(try container.performAndWait { try $0.count(Teacher.all) }, 0)
  }

  func testAPolicyResolvesAConflictWithinAGroup() throws {
    let container = try courses(["A"])
    let errors = try saves(
      container,
      [
        Self.rename("A", "mine"),
        { context in
          context.mergePolicy = .objectWins
          for course in try context.fetch(Course.all) { course.ratio = 0.25 }
        },
      ]
    ).run()
    XCTAssertEqual(reasons(errors), [nil, nil])
    XCTAssertEqual(try courseRows(), ["mine|0.25|3"])
  }

  func testUniqueValuesAreUniqueWithinAGroup() throws {
    let container = try courses(["A", "B", "C"])
    let errors = try saves(
      container, [Self.rename("A", "same"), Self.rename("B", "same"), Self.rename("C", "free")]
    ).run()
    XCTAssertEqual(reasons(errors), [nil, .notUnique, nil])
    XCTAssertEqual(try courseRows(), ["same|0.5|2", "B|0.5|1", "free|0.5|2"])
  }

  func testReferencesAreCheckedForEachSave() throws {
    let container = try courses(["A"])
    try container.performAndWait { context in
      for name in ["gone", "goes"] { _ = Student(in: context, name: name) }
      try context.save()
    }
    let grade: @Sendable (String) -> SimultaneousSaves.Change = { name in
      { context in
        let student = try context.fetch(Student.where { $0.name == name })[0]
        _ = Grade(in: context, points: 1, student: student)
      }
    }
    let errors = try saves(
      container,
      [
        grade("gone"),
        { context in
          for student in try context.fetch(Student.where { $0.name == "goes" }) {
            context.delete(student)
          }
        },
        grade("goes"), Self.rename("A", "a"),
      ]
    ).run { try $0.execute("DELETE FROM ZPERSON WHERE ZNAME = 'gone'") }
    XCTAssertEqual(reasons(errors), [.conflict, nil, .conflict, nil])
    XCTAssertEqual(try courseRows(), ["a|0.5|2"])
    XCTAssertEqual(try container.performAndWait { try $0.count(Grade.all) }, 0)
  }

  // MARK: What belongs to a save

  func testDerivedValuesCountTheMembersOfAllSaves() throws {
    let container = try open(.shop)
    try container.performAndWait { context in
      _ = Order(in: context)
      try context.save()
    }
    let add: SimultaneousSaves.Change = { context in
      let item = Item(in: context)
      item.order = try context.fetch(Order.all).first
      item.price = 2
    }
    let errors = try saves(container, [add, add, add]).run()
    XCTAssertEqual(reasons(errors), [nil, nil, nil])
    let values = try rows("SELECT ZITEMCOUNT, ZTOTAL FROM ZORDER", in: folder.file("Group.sqlite"))
    XCTAssertEqual(values, ["3|6.0"])
  }

  func testHistoryHasATransactionForEachSaveInTheirOrder() throws {
    let container = try courses(["A", "B", "C"]) { $0.keepsHistory = true }
    let before = try container.currentHistoryToken()
    let changes: [SimultaneousSaves.Change] = ["A", "B", "A", "C"].enumerated().map {
      place, title in
      { context in
        context.transactionAuthor = "\(place)"
        try Self.rename(title, title + "!")(context)
      }
    }
    let errors = try saves(container, changes).run()
    XCTAssertEqual(reasons(errors), [nil, nil, .conflict, nil])
    let history = try container.history(after: before)
    XCTAssertEqual(history.map(\.author), ["0", "1", "3"])
    XCTAssertEqual(history.map(\.changes.count), [1, 1, 1])
  }

  func testContextsMergeWhatWasSavedInAGroup() throws {
    let container = try courses(["A", "B"])
    let watcher = try container.makeContext()
    watcher.automaticallyMergesChanges = true
    let held = try watcher.fetch(Course.all.sorted { [$0.title.ascending] })
    _ = try saves(container, [Self.rename("A", "a"), Self.rename("B", "b")]).run()
    _ = try watcher.fetch(Course.all)
    XCTAssertEqual(held.map(\.title), ["a", "b"])
  }

  // MARK: Many

  func testWritersOfManyThreadsLoseNothing() throws {
    let container = try courses([]) { $0.keepsHistory = true }
    let (threads, count) = (8, 40)
    let failures = Counter()
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do {
        try container.performAndWait { context in
          let own = Course(in: context, title: "\(thread)")
          try context.save()
          for number in 0..<count {
            own.tiny = Int16(number + 1)
            _ = Teacher(in: context, name: "\(thread) \(number)")
            try context.save()
          }
        }
      } catch {
        failures.add()
      }
    }
    XCTAssertEqual(failures.take(), 0)
    let url = folder.file("Group.sqlite")
    XCTAssertEqual(
      try rows("SELECT DISTINCT ZTINY, Z_OPT FROM ZCOURSE", in: url), ["\(count)|\(count + 1)"])
    XCTAssertEqual(
      try rows("SELECT count(*), count(DISTINCT ZNAME) FROM ZPERSON", in: url),
      ["\(threads * count)|\(threads * count)"])
    XCTAssertEqual(try container.history().count, threads * (count + 1))
    XCTAssertLessThanOrEqual(commits.take(), threads * (count + 1) + 20)
  }

  func testOtherStoresGroupSavesToo() throws {
    for type in [StoreType.xml, .binary, .inMemory] {
      var configuration = StoreConfiguration(url: folder.file("other"), type: type)
      if type == .inMemory { configuration = .inMemory }
      configuration.groupsSaves = true
      let container = try PersistentContainer(.school, configuration: configuration)
      let failures = Counter()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        do {
          for number in 0..<5 {
            try container.performAndWait { context in
              _ = Course(in: context, title: "\(thread) \(number)")
              try context.save()
            }
          }
        } catch {
          failures.add()
        }
      }
      XCTAssertEqual(failures.take(), 0, "\(type)")
      XCTAssertEqual(try container.performAndWait { try $0.count(Course.all) }, 20, "\(type)")
      try? FileManager.default.removeItem(at: folder.file("other"))
    }
  }
}
