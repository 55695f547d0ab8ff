import Foundation
import ModelRuntime
import ModelScreens
import TestSupport
import TodoApp
import TodoModel
import XCTest

@testable import ModelRuntime

/// The to-do list: what is due, and the migration of the article.
final class TodoTests: XCTestCase {
  private let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func container(_ folder: TemporaryFolder) throws -> PersistentContainer {
    try TodoStore.open(folder.file("Todo.sqlite"))
  }

  private func minutes(_ count: Double) -> Date { noon.addingTimeInterval(count * 60) }

  func testVersionOneRepeatsWhatIsDueWithinFiveMinutes() throws {
    let folder = try TemporaryFolder()
    let context = try container(folder).makeContext()
    for (name, due) in [("past", -1.0), ("now", 0), ("soon", 5), ("later", 5.1)] {
      _ = ToDo(in: context, name: name, dueDate: minutes(due))
    }
    try context.save()
    for _ in 0..<2 {
      let due = try context.fetch(DueSearch.repeating(now: noon))
      XCTAssertEqual(due.map(\.name), ["now", "soon"])
    }
  }

  func testVersionTwoTellsOnceAndNeverOfSilentItems() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try container.performAndWait { context in
      _ = ToDo(in: context, name: "water", dueDate: self.minutes(4))
      _ = ToDo(in: context, name: "sleep", dueDate: self.minutes(4), doNotAlert: true)
      _ = ToDo(
        in: context, name: "told", dueDate: self.minutes(4), lastAlertDate: self.minutes(-4))
      _ = ToDo(
        in: context, name: "told long ago", dueDate: self.minutes(4),
        lastAlertDate: self.minutes(-6))
      try context.save()
    }
    let watch = DueWatch(container, now: { [noon] in noon }, tell: { _ in })
    XCTAssertEqual(Set(try watch.check()), ["water", "told long ago"])
    XCTAssertEqual(try watch.check(), [])
    let told = try container.performAndWait { context in
      try context.fetch(ToDo.where { $0.name == "water" }).map(\.lastAlertDate)
    }
    XCTAssertEqual(told, [noon])
  }

  func testTheTimerStopsCleanly() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    let counter = Counter()
    let watch = DueWatch(container, now: { [noon] in noon }, tell: { _ in counter.add() })
    watch.start(every: 0.01)
    for _ in 0..<500 where counter.count < 3 { usleep(10_000) }
    watch.stop()
    let count = counter.count
    XCTAssertGreaterThanOrEqual(count, 3)
    usleep(100_000)
    XCTAssertEqual(counter.count, count)
  }

  private final class Counter: @unchecked Sendable {
    // because the count is touched under `lock` alone.
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func add() { lock.withLock { number += 1 } }
  }

  // MARK: Migration

  /// A list as version 1 wrote it.
  private func makeOldList(_ url: URL, _ type: StoreType) throws {
    let configuration = StoreConfiguration(url: url, type: type)
    let store = try PersistentStore(
      CompiledModel(layoutOf: .todoVersion1), configuration: configuration)
    let connection = try store.borrow()
    try store.writing(connection) {
      try connection.connection.execute(
        """
        INSERT INTO ZCATEGORY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'home'); \
        INSERT INTO ZTODO (Z_PK, Z_ENT, Z_OPT, ZCOMPLETED, ZCATEGORY, ZDUEDATE, ZNAME) VALUES \
        (11, 2, 1, 0, 1, 800000000, 'answer mail'), (12, 2, 1, 1, NULL, 800000060, 'Buy milk'), \
        (13, 2, 1, 0, 1, 800000120, 'Argue'); \
        UPDATE Z_PRIMARYKEY SET Z_MAX = 13
        """)
    }
  }

  private func silent(_ container: PersistentContainer) throws -> [String] {
    try container.performAndWait { context in
      try context.fetch(ToDo.all.sorted { [$0.dueDate.ascending] }).map { item in
        let group = item.category?.name ?? "-"
        return "\(item.name) \(item.completed) \(group) \(item.doNotAlert) "
          + "\(item.lastAlertDate == nil)"
      }
    }
  }

  func testVersionOneBecomesTwoByItselfAndByTheArticlesPolicy() throws {
    for ending in ["sqlite", "xml"] {
      for policy in [false, true] {
        let folder = try TemporaryFolder()
        let url = folder.file("Todo.\(ending)")
        try makeOldList(url, ending == "xml" ? .xml : .sqlite)
        let container = try TodoStore.open(url, policy: policy)
        XCTAssertEqual(
          try silent(container),
          [
            "answer mail false home \(policy) true", "Buy milk true - false true",
            "Argue false home \(policy) true",
          ], "\(ending), policy: \(policy)")
        XCTAssertEqual(try silent(try TodoStore.open(url)), try silent(container), ending)
      }
    }
  }

  func testTheArticlesFirstVersionTellsAtEveryLook() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try container.performAndWait { context in
      _ = ToDo(in: context, name: "water", dueDate: self.minutes(4))
      _ = ToDo(in: context, name: "sleep", dueDate: self.minutes(4), doNotAlert: true)
      try context.save()
    }
    let watch = DueWatch(
      container, rule: .repeating, now: { [noon] in noon }, tell: { _ in })
    for _ in 0..<2 { XCTAssertEqual(Set(try watch.check()), ["sleep", "water"]) }
    let told = try container.performAndWait { context in
      try context.fetch(ToDo.all).compactMap(\.lastAlertDate)
    }
    XCTAssertEqual(told, [])
  }

  // MARK: The list

  func testACategoryIsEditedApartAndItsItemsStay() throws {
    for ending in ["sqlite", "xml"] {
      let folder = try TemporaryFolder()
      let container = try TodoStore.open(folder.file("Todo.\(ending)"))
      try container.performAndWait { context in
        let list = try TodoList(in: context)
        try list.addCategory("home")
        try list.add("water", due: self.noon, category: "home")
        try list.renameCategory("home", to: "garden")
        XCTAssertEqual(try list.select(1).category?.name, "garden", ending)
        XCTAssertThrowsError(try list.add("x", due: self.noon, category: "home")) {
          XCTAssertEqual("\($0)", "there is no category 'home'; there are 'garden'")
        }
        try list.deleteCategory("garden")
        XCTAssertNil(try list.select(1).category, ending)
        XCTAssertThrowsError(try list.select(2)) {
          XCTAssertEqual("\($0)", "there is no item 2: the list has 1")
        }
        XCTAssertThrowsError(try list.add("", due: self.noon))
        XCTAssertEqual(list.items.objects.count, 1)
        XCTAssertFalse(context.hasChanges)
      }
    }
  }

  func testItemsAreChangedAtOnceOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try container.performAndWait { context in
      let list = try TodoList(in: context)
      try list.addCategory("home")
      try list.add("water", due: self.minutes(2))
      try list.add("sow", due: self.minutes(1))
      XCTAssertEqual(list.items.objects.map(\.name), ["sow", "water"])
      XCTAssertEqual(list.items.selectedObject?.name, "sow", "what was added is selected")
      try list.change(.init(due: self.minutes(3), category: "home", isCompleted: true))
      XCTAssertEqual(list.items.objects.map(\.name), ["water", "sow"], "it moves")
      XCTAssertEqual(list.items.selectedOffset, 1)
      XCTAssertThrowsError(try list.change(.init(name: "", isSilent: true)))
      XCTAssertFalse(list.items.hasEdits)
      let other = try container.makeContext()
      let items = try other.fetch(ToDo.where { $0.name == "sow" })
      XCTAssertEqual(items.map(\.completed), [true])
      XCTAssertEqual(items.map(\.doNotAlert), [false])
      XCTAssertEqual(items.map { $0.category?.name }, ["home"])
      try list.change(.init(category: ""))
      XCTAssertNil(list.items.selectedObject?.category)
      try list.removeSelected()
      XCTAssertEqual(list.items.objects.map(\.name), ["water"])
      XCTAssertEqual(list.items.selectedObject?.name, "water")
    }
  }

  func testTimesAreReadAsPeopleTypeThem() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    func read(_ text: String) -> String? {
      DueTime.read(text, now: now, calendar: calendar).map { DueTime.text($0, calendar: calendar) }
    }
    XCTAssertEqual(read("2026-11-21 15:30"), "2026-11-21 15:30")
    XCTAssertEqual(read("+10"), DueTime.text(now.addingTimeInterval(600), calendar: calendar))
    XCTAssertEqual(read("7:05")?.suffix(5), "07:05")
    for text in ["", "noon", "25:00", "2026-02-30 10:00", "+", "+x", "1:2:3", "2026-11-21"] {
      XCTAssertNil(read(text), text)
    }
  }
}
