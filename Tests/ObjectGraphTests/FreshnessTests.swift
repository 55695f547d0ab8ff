import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Changes of other programs and contexts that a context has not been notified of.
final class FreshnessTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ mode: SQLiteOptions.JournalMode = .writeAheadLog) throws
    -> PersistentContainer
  {
    var configuration = StoreConfiguration(url: folder.file("\(mode).sqlite"))
    configuration.options.journalMode = mode
    return try PersistentContainer(.shop, configuration: configuration)
  }

  func testAFetchWithoutMergingShowsWhatIsDerivedOfOthers() throws {
    for mode in [SQLiteOptions.JournalMode.writeAheadLog, .delete] {
      let container = try open(mode)
      let context = try container.makeContext()
      let order = Order(in: context)
      for price in [1.0, 2] { order.items.insert(Item(in: context, price: price)) }
      try context.save()
      XCTAssertEqual(order.items.count, 2)
      let other = try container.makeContext()
      let item = try XCTUnwrap(try other.first(Item.where { $0.price == 2 }))
      item.order = nil
      try other.save()
      XCTAssertEqual(order.itemCount, 2, "nobody has fetched")
      _ = try context.fetch(Item.all)
      _ = try context.fetch(Order.all)
      XCTAssertEqual(order.itemCount, 1, "\(mode)")
      XCTAssertEqual(order.total, 1, "\(mode)")
      XCTAssertEqual(order.items.map(\.price), [1], "\(mode)")
      XCTAssertFalse(context.hasChanges)
    }
  }

  /// The version of the order's own row does not change.
  func testWhatAnotherProgramDerivesIsMerged() throws {
    let container = try open()
    let context = try container.makeContext()
    context.automaticallyMergesChanges = true
    let order = Order(in: context)
    for price in [1.0, 2] { order.items.insert(Item(in: context, price: price)) }
    try context.save()
    let list = FetchedResultsController(Order.where { $0.itemCount > 1 }, in: context)
    try list.performFetch()
    XCTAssertEqual(list.objects.map(\.itemCount), [2])
    try container.checkForExternalChanges()
    let others = try open()
    try others.performAndWait { other in
      try XCTUnwrap(try other.first(Item.where { $0.price == 2 })).order = nil
      try other.save()
    }
    order.note = "mine"
    XCTAssertTrue(try container.checkForExternalChanges())
    context.mergePendingChanges()
    XCTAssertEqual(order.itemCount, 1)
    XCTAssertEqual(order.total, 1)
    XCTAssertEqual(order.note, "mine")
    XCTAssertTrue(list.objects.isEmpty)
  }

  func testAListIsToldOfWhatIsDerivedOfOthers() throws {
    let container = try open()
    let context = try container.makeContext()
    let order = Order(in: context)
    for price in [1.0, 2] { order.items.insert(Item(in: context, price: price)) }
    try context.save()
    let list = FetchedResultsController(Order.all.sorted { [$0.note.ascending] }, in: context)
    try list.performFetch()
    var told = 0
    list.onChange = { _ in told += 1 }
    let other = try container.makeContext()
    try XCTUnwrap(try other.first(Item.where { $0.price == 2 })).order = nil
    try other.save()
    for _ in 1...2 {
      _ = try context.fetch(Order.all)
      context.processPendingChanges()
      XCTAssertEqual(order.itemCount, 1)
      XCTAssertEqual(told, 1)
    }
  }

  func testACountIsThatOfTheMembersThatAreShown() throws {
    let container = try open()
    let context = try container.makeContext()
    let order = Order(in: context)
    order.items.insert(Item(in: context, price: 1))
    try context.save()
    XCTAssertEqual(order.items.map(\.price), [1])
    let other = try container.makeContext()
    let theirs = try XCTUnwrap(try other.first(Order.all))
    theirs.items.insert(Item(in: other, price: 2))
    try other.save()
    XCTAssertEqual(order.items.count, 1)
    XCTAssertEqual(order.items.map(\.price), [1])
  }

  func testAFetchKeepsUnsavedMembers() throws {
    let container = try open()
    let context = try container.makeContext()
    let order = Order(in: context)
    let items = [1.0, 2].map { Item(in: context, price: $0, order: order) }
    try context.save()
    let other = try container.makeContext()
    let theirs = try XCTUnwrap(try other.existingObject(Order.self, with: order.objectID))
    theirs.items.insert(Item(in: other, price: 3))
    try other.save()
    order.items.insert(Item(in: context, price: 4))
    order.items.remove(items[0])
    order.note = "mine"
    _ = try context.fetch(Order.all)
    XCTAssertEqual(order.items.map(\.price).sorted(), [2, 3, 4])
    XCTAssertNil(order.accessError)
    XCTAssertEqual(order.note, "mine")
    try context.save()
    XCTAssertEqual(try container.integrityCheck(), [])
    let reader = try container.makeContext()
    let fresh = try XCTUnwrap(try reader.first(Order.all))
    XCTAssertEqual(fresh.items.map(\.price).sorted(), [2, 3, 4])
    XCTAssertEqual(fresh.itemCount, 3)
  }

  func testOwnSavesReadNothingAnew() throws {
    let container = try open()
    let context = try container.makeContext()
    let order = Order(in: context)
    try context.save()
    _ = try context.fetch(Order.all)
    var changes: [ContextChange] = []
    let list = FetchedResultsController(Order.all.sorted { [$0.note.ascending] }, in: context)
    try list.performFetch()
    var told = 0
    list.onChange = { _ in told += 1 }
    _ = context.addObserver { changes.append($0) }
    order.note = "a"
    try context.save()
    let before = told
    _ = try context.fetch(Order.all)
    context.processPendingChanges()
    XCTAssertEqual(told, before)
  }

  func testAListShowsAllRowsOfAnOwnBatchInsert() throws {
    for merges in [false, true] {
      for isChild in [false, true] {
        let container = try PersistentContainer(.shop, configuration: .inMemory)
        let parent = try container.makeContext()
        let context = isChild ? parent.makeChild() : parent
        context.automaticallyMergesChanges = merges
        let list = FetchedResultsController(
          Customer.all.sorted { [$0.name.ascending] }, in: context)
        try list.performFetch()
        try context.batchInsert(["c", "a", "b"], into: Customer.self) { $0.name = $1 }
        context.processPendingChanges()
        XCTAssertEqual(list.objects.map(\.name), ["a", "b", "c"], "\(merges) \(isChild)")
        try context.batchDelete(Customer.where { $0.name == "b" })
        context.processPendingChanges()
        XCTAssertEqual(list.objects.map(\.name), ["a", "c"], "\(merges) \(isChild)")
      }
    }
  }

  func testAnObserverIsToldOfAllRowsOfAnOwnBatchInsert() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    var inserted = 0
    _ = context.addObserver { inserted += $0.inserted.count }
    try context.batchInsert(["c", "a", "b"], into: Customer.self) { $0.name = $1 }
    XCTAssertEqual(inserted, 3)
  }

  func testAFinderFindsNewObjects() throws {
    let container = try PersistentContainer(.school, configuration: .inMemory)
    let parent = try container.makeContext()
    for context in [parent, parent.makeChild(), parent.makeChild().makeChild()] {
      let course = Course(in: context, title: "Logic")
      XCTAssertTrue(try Course.find(title: "Logic", in: context) === course)
      for title in ["Latin", "Greek", "Latin", "Logic", "Greek"]
      where try Course.find(title: title, in: context) == nil {
        _ = Course(in: context, title: title)
      }
      XCTAssertEqual(context.insertedObjects.count, 3)
      course.title = "Other"
      XCTAssertNil(try Course.find(title: "Logic", in: context))
      XCTAssertTrue(try Course.find(title: "Other", in: context) === course)
      context.delete(course)
      XCTAssertNil(try Course.find(title: "Other", in: context))
      context.rollback()
    }
  }

  // MARK: What belongs to contexts alone

  func testRefreshingForgetsWhatIsNotStored() throws {
    let container = try PersistentContainer(.school, configuration: .inMemory)
    let context = try container.makeContext()
    let student = Student(in: context, name: "Ann")
    try context.save()
    student.isSelected = true
    context.refresh(student, mergeChanges: false)
    XCTAssertFalse(student.isSelected)
    XCTAssertFalse(context.hasChanges)
    student.isSelected = true
    context.refresh(student, mergeChanges: true)
    XCTAssertTrue(student.isSelected, "changes are kept")
    try context.save()
    context.refreshAllObjects()
    XCTAssertFalse(student.isSelected, "it is no change any more")
    student.isSelected = true
    student.name = "Eve"
    context.refreshAllObjects()
    XCTAssertTrue(student.isSelected)
    XCTAssertEqual(student.name, "Eve")
  }

  func testASaveOfAChildValidatesOnce() throws {
    let container = try PersistentContainer(.school, configuration: .inMemory)
    let parent = try container.makeContext()
    let child = parent.makeChild()
    var calls = 0
    HookScript.current.validate = { _, _, _ in calls += 1 }
    defer { HookScript.current = HookScript() }
    let student = Student(in: child, name: "Ann")
    try child.save()
    XCTAssertEqual(calls, 1)
    try parent.save()
    XCTAssertEqual(calls, 2)
    student.name = "Eve"
    try child.save()
    XCTAssertEqual(calls, 3)
  }

  // MARK: Required relationships by name

  func testARequiredRelationshipCanBeSetByName() throws {
    let container = try open()
    let context = try container.makeContext()
    let saved = Item(in: context, price: 1)
    try context.save()
    let ways: [(String, (Item) throws -> Void)] = [
      ("at once", { try context.insert(entityName: "Ticket", ["text": "a", "item": $0]) }),
      (
        "by name",
        { try context.insert(entityName: "Ticket", ["text": "b"]).setValue($0, forKey: "item") }
      ),
      (
        "typed",
        { item in
          let ticket = try context.insert(entityName: "Ticket", ["text": "c"])
          (ticket as? Ticket)?.item = item
        }
      ),
      (
        "read before",
        { item in
          let ticket = try context.insert(entityName: "Ticket", ["text": "d"])
          _ = try ticket.value(forKey: "item")
          try ticket.setValue(item, forKey: "item")
        }
      ),
      (
        "from the other end",
        { item in
          let ticket = try context.insert(entityName: "Ticket", ["text": "e"])
          try item.setValue([ticket] + Array(item.tickets), forKey: "tickets")
        }
      ),
    ]
    for (name, make) in ways {
      for isNew in [false, true] {
        try make(isNew ? Item(in: context, price: 2) : saved)
        XCTAssertNoThrow(try context.save(), name)
        XCTAssertFalse(context.hasChanges, name)
        context.rollback()
      }
    }
    XCTAssertEqual(try container.makeContext().count(Ticket.where { $0.item.price > 0 }), 10)
    XCTAssertEqual(try container.integrityCheck(), [])
    _ = try context.insert(entityName: "Ticket", ["text": "none"])
    XCTAssertThrowsError(try context.save()) { XCTAssertTrue($0 is ValidationError, "\($0)") }
  }
}
