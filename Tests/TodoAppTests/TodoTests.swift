import Foundation
import ModelRuntime
import ModelScreens
import TestSupport
import TodoApp
import TodoModel
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Tests of the to-do list: the due items, and the migration from the article's version.
final class TodoTests: XCTestCase {
  private let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func container(_ folder: TemporaryFolder) throws -> PersistentContainer {
    try PersistentContainer(.todo, configuration: .todo(folder.file("Todo.sqlite")))
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
    let watch = DueWatch(try container.makeContext())
    XCTAssertEqual(Set(try watch.check(now: noon)), ["water", "told long ago"])
    XCTAssertEqual(try watch.check(now: noon), [])
    let told = try container.performAndWait { context in
      try context.fetch(ToDo.where { $0.name == "water" }).map(\.lastAlertDate)
    }
    XCTAssertEqual(told, [noon])
  }

  func testWhatIsDoneNeverRingsAndWhatIsLeftOpenRingsOn() throws {
    let folder = try TemporaryFolder()
    let context = try container(folder).makeContext()
    let item = ToDo(in: context, name: "water", dueDate: minutes(4))
    _ = ToDo(in: context, name: "done", dueDate: minutes(4), completed: true)
    let missed = ToDo(in: context, name: "missed", dueDate: minutes(-1000))
    try context.save()
    let watch = DueWatch(context)
    XCTAssertEqual(try watch.check(now: noon), ["missed", "water"])
    XCTAssertEqual(try watch.check(now: minutes(5)), [], "five minutes have not passed")
    XCTAssertEqual(try watch.check(now: minutes(6)), ["missed", "water"], "after its time too")
    (item.completed, missed.completed) = (true, true)
    try context.save()
    XCTAssertEqual(try watch.check(now: minutes(12)), [])
    XCTAssertEqual(try DueWatch(context, rule: .repeating).check(now: noon), [])
  }

  func testAListThatCannotBeWrittenRingsAllTheSame() throws {
    let folder = try TemporaryFolder()
    try container(folder).performAndWait { context in
      _ = ToDo(in: context, name: "water", dueDate: self.minutes(4))
      try context.save()
    }
    var configuration = StoreConfiguration.todo(folder.file("Todo.sqlite"))
    configuration.isReadOnly = true
    let reader = try PersistentContainer(.todo, configuration: configuration)
    let watch = DueWatch(try reader.makeContext(), isReadOnly: reader.isReadOnly)
    XCTAssertEqual(try watch.check(now: noon), ["water"])
    XCTAssertEqual(try watch.check(now: minutes(4)), [], "five minutes have not passed")
    XCTAssertEqual(try watch.check(now: minutes(6)), ["water"])
  }

  // MARK: Migration

  /// Makes a list in the form that version 1 wrote.
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
      return nil
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
        var configuration = StoreConfiguration.todo(url)
        if policy { configuration.addAlertPolicy() }
        let container = try PersistentContainer(.todo, configuration: configuration)
        XCTAssertEqual(
          try silent(container),
          [
            "answer mail false home \(policy) true", "Buy milk true - false true",
            "Argue false home \(policy) true",
          ], "\(ending), policy: \(policy)")
        XCTAssertEqual(
          try silent(PersistentContainer(.todo, configuration: .todo(url))), try silent(container),
          ending)
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
    let watch = DueWatch(try container.makeContext(), rule: .repeating)
    for _ in 0..<2 { XCTAssertEqual(Set(try watch.check(now: noon)), ["sleep", "water"]) }
    let told = try container.performAndWait { context in
      try context.fetch(ToDo.all).compactMap(\.lastAlertDate)
    }
    XCTAssertEqual(told, [])
  }
}
