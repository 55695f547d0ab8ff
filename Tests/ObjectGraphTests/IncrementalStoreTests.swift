import Foundation
import ModelRuntime
import ModelSchema
import StoreSupport
import TestSupport
import XCTest

/// Contexts on a store that returns single rows and does not evaluate fetches itself, or on
/// another store if `MODEL_TEST_STORE` is set.
final class IncrementalStoreTests: XCTestCase {
  private func open(_ model: CompiledModel) throws -> PersistentContainer {
    guard TestStores.kind == nil else { return try TestStores.container(model, .inMemory) }
    return try PersistentContainer(model, incrementalStore: DictionaryStore())
  }

  func testAHierarchyIsSavedAndFetched() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    let ben = Student(in: context, name: "Ben", address: Address(street: "Main", zip: 5))
    let ann = Head(in: context, name: "Ann")
    ann.office = "A1"
    ann.salary = Decimal(string: "1234.50")
    ben.mentor = ann
    ben.friends = [ann]
    try context.save()
    let other = try container.makeContext()
    let people = try other.fetch(Person.all.sorted { $0.name.ascending })
    XCTAssertEqual(people.map(\.name), ["Ann", "Ben"])
    XCTAssertEqual((people[0] as? Head)?.office, "A1")
    XCTAssertEqual((people[0] as? Head)?.salary, Decimal(string: "1234.5"))
    XCTAssertEqual((people[0] as? Head)?.mentees.map(\.name), ["Ben"])
    XCTAssertEqual(Array(people[0].friends), [people[1]])
    XCTAssertEqual(people[1].address, Address(street: "Main", zip: 5))
    XCTAssertEqual(try other.fetch(Teacher.all).map(\.name), ["Ann"])
    XCTAssertEqual(try other.count(Student.where { $0.mentor.name == "Ann" }), 1)
  }

  func testKeysAreThoseThatTheStoreGives() throws {
    try XCTSkipUnless(TestStores.kind == nil)
    let context = try open(.school).makeContext()
    let courses = ["a", "b", "c"].map { Course(in: context, title: $0) }
    XCTAssertEqual(
      courses.map { $0.objectID.uriRepresentation.lastPathComponent }, ["p1", "p2", "p3"])
  }

  func testConditionsOrdersAndWindows() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    for (index, title) in ["a", "B", "c", "ä", "d"].enumerated() {
      let course = Course(in: context, title: title)
      course.huge = index == 2 ? nil : Int64(index)
      course.rooms = index == 0 ? ["x", "y"] : []
    }
    try context.save()
    let other = try container.makeContext()
    func titles(_ request: FetchRequest<Course>) throws -> [String] {
      try other.fetch(request.sorted { $0.title.ascending }).map(\.title)
    }
    XCTAssertEqual(try titles(Course.all), ["B", "a", "c", "d", "ä"])
    XCTAssertEqual(try titles(Course.where { $0.huge == nil }), ["c"])
    XCTAssertEqual(try titles(Course.where { !($0.huge > 1) }), ["B", "a", "c"])
    XCTAssertEqual(try titles(Course.all.limit(2).offset(1)), ["a", "c"])
    XCTAssertEqual(
      try titles(Course.where { $0.title.equals("A", .caseInsensitive, .diacriticInsensitive) }),
      ["a", "ä"])
    XCTAssertEqual(try other.count(Course.all.limit(3).offset(3)), 2)
    XCTAssertEqual(try other.first(Course.where { $0.title == "a" })?.rooms, ["x", "y"])
    // The result is the same with unsaved changes.
    _ = Course(in: other, title: "b2")
    XCTAssertEqual(try titles(Course.all.limit(3)), ["B", "a", "b2"])
    XCTAssertEqual(try other.count(Course.all), 6)
  }

  func testRowsAndAggregatesAreComputed() throws {
    let container = try open(.shop)
    let context = try container.makeContext()
    let order = Order(in: context, note: "n")
    for price in [1.5, 4, 2] { _ = Item(in: context, price: price, order: order) }
    try context.save()
    let other = try container.makeContext()
    XCTAssertEqual(try other.sum(Item.all) { $0.price }, 7.5)
    XCTAssertEqual(try other.maximum(Item.where { $0.price < 4 }) { $0.price }, 2)
    XCTAssertEqual(
      try other.fetch(Item.all, as: Item.Snapshot.self).map(\.price).sorted(), [1.5, 2, 4])
  }

  func testWhatIsDerivedFollowsItsSources() throws {
    let container = try open(.shop)
    let context = try container.makeContext()
    let customer = Customer(in: context, name: "Zoë")
    let order = Order(in: context, note: "Crème", customer: customer)
    let items = [1.5, 4].map { Item(in: context, price: $0, order: order) }
    try context.save()
    XCTAssertEqual(order.plainNote, "creme")
    XCTAssertEqual([order.total, order.dearest, Double(order.itemCount)], [5.5, 4, 2])
    XCTAssertEqual(customer.itemCount, 2)
    let other = try container.makeContext()
    let item = try XCTUnwrap(other.first(Item.where { $0.price == 4 }))
    other.delete(item)
    try other.save()
    XCTAssertEqual(try other.first(Order.all)?.total, 1.5)
    XCTAssertEqual(try container.makeContext().first(Customer.all)?.itemCount, 1)
    context.refresh(order, mergeChanges: false)
    items[0].price = 3
    customer.name = "Ann"
    try context.save()
    XCTAssertEqual([order.customerName], ["Ann"])
    XCTAssertEqual(try container.makeContext().first(Order.all)?.total, 3)
  }

  func testOrderedListsKeepTheirOrder() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    let course = Course(in: context, title: "x")
    let students = (0..<4).map { Student(in: context, name: "\($0)") }
    course.students = [students[3], students[1], students[0]]
    try context.save()
    course.students.insert(students[2], at: 1)
    let other = try container.makeContext()
    let same = try XCTUnwrap(other.first(Course.all))
    XCTAssertEqual(same.students.map(\.name), ["3", "1", "0"])
    let student = Student(in: other, name: "4")
    same.students.append(student)
    try other.save()
    try context.save(mergePolicy: .objectWins)
    let last = try container.makeContext()
    XCTAssertEqual(try last.first(Course.all)?.students.map(\.name), ["3", "2", "1", "0", "4"])
  }

  func testConflictsAreFoundAndResolved() throws {
    let container = try open(.school)
    let (one, two) = (try container.makeContext(), try container.makeContext())
    let mine = Course(in: one, title: "t")
    try one.save()
    let theirs = try XCTUnwrap(two.first(Course.all))
    theirs.tiny = 7
    try two.save()
    mine.huge = 8
    XCTAssertThrowsError(try one.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .conflict, "\($0)")
    }
    try one.save(mergePolicy: .objectWins)
    XCTAssertEqual([Int64(mine.tiny), mine.huge], [7, 8])
    let same = Course(in: two, title: "t")
    XCTAssertThrowsError(try two.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique, "\($0)")
    }
    two.delete(same)
    // The object was deleted by another context.
    two.refresh(theirs, mergeChanges: false)
    XCTAssertEqual(theirs.huge, 8)
    one.delete(mine)
    try one.save()
    theirs.huge = 1
    XCTAssertThrowsError(try two.save())
    try two.save(mergePolicy: .rollback)
    XCTAssertEqual(try container.makeContext().count(Course.all), 0)
  }

  func testAFailedSaveChangesNothing() throws {
    let container = try open(.shop)
    let context = try container.makeContext()
    let account = Account(in: context, name: "a", balance: 1)
    account.limit = 5
    try context.save()
    let order = Order(in: context, note: "N")
    let other = Account(in: context, name: "b", balance: 2)
    other.limit = 5
    XCTAssertThrowsError(try context.save())
    XCTAssertTrue(order.isInserted)
    XCTAssertEqual(order.plainNote, "", "what was computed is taken back")
    XCTAssertEqual(try container.makeContext().count(Order.all), 0)
    other.limit = 6
    try context.save()
    XCTAssertEqual(order.plainNote, "n")
  }

  /// A change of the owner by another context is not a conflict. Members that the other
  /// context has added or changed count.
  func testWhatIsDerivedIsComputedOfWhatOthersSaved() throws {
    let container = try open(.shop)
    let (one, two) = (try container.makeContext(), try container.makeContext())
    let order = Order(in: one)
    try one.save()
    let theirs = try XCTUnwrap(two.first(Order.all))
    XCTAssertEqual(theirs.items.count, 0)
    order.note = "changed"
    let item = Item(in: one, price: 1)
    item.order = order
    try one.save()
    Item(in: two, price: 2).order = theirs
    try two.save()
    XCTAssertEqual([Double(theirs.itemCount), theirs.total ?? 0], [2, 3])
    item.price = 5
    try one.save()
    Item(in: two, price: 1).order = theirs
    try two.save()
    let stored = try XCTUnwrap(container.makeContext().first(Order.all))
    XCTAssertEqual([Double(stored.itemCount), stored.total ?? 0], [3, 8])
    XCTAssertEqual(stored.note, "changed")
  }

  /// Objects whose values derive from a computed value are searched among rows with the old
  /// value.
  func testWhatWasComputedIsNotReadBack() throws {
    let node = EntityDescription(
      name: "Node",
      properties: [
        .attribute("name", .string),
        .toOne("peer", "Node", inverse: "back"), .toOne("back", "Node", inverse: "peer"),
        .toMany("leaves", "Leaf", inverse: "node"),
        .attribute(
          "leafCount", .int32, isOptional: true, derivation: .keyPath("leaves", "@count")),
        .attribute(
          "peerCount", .int32, isOptional: true, derivation: .keyPath("peer", "leafCount")),
      ])
    let leaf = EntityDescription(
      name: "Leaf",
      properties: [.attribute("label", .string), .toOne("node", "Node", inverse: "leaves")])
    let container = try open(
      CompiledModel(ManagedObjectModel(name: "Tree", version: 1, entities: [node, leaf])))
    let one = try container.makeContext()
    let first = try one.insert(entityName: "Node", ["name": "a"])
    _ = try one.insert(entityName: "Node", ["name": "b", "peer": first])
    try one.save()
    let two = try container.makeContext()
    let nodes = try two.fetch(entityName: "Node")
    let owner = try XCTUnwrap(nodes.first { $0.objectID.key == first.objectID.key })
    // After a fetch, all other objects may be read again when their rows are returned next.
    XCTAssertEqual(try two.fetch(entityName: "Leaf").count, 0)
    _ = try two.insert(entityName: "Leaf", ["label": "x", "node": owner])
    try two.save()
    let stored = try container.makeContext().fetch(entityName: "Node")
    let counts = try stored.map {
      [try $0.value(forKey: "leafCount"), try $0.value(forKey: "peerCount")].map { "\($0 ?? "-")" }
    }
    XCTAssertEqual(counts.sorted { $0[0] < $1[0] }, [["0", "1"], ["1", "-"]])
  }

  func testASaveWhoseAnswerIsLostIsNotMadeTwice() throws {
    let store = DictionaryStore()
    let container = try PersistentContainer(.school, incrementalStore: store)
    let context = try container.makeContext()
    let old = Course(in: context, title: "old")
    try context.save()
    old.huge = 1
    let new = Course(in: context, title: "new")
    store.loseNextAnswer()
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .ioFailure)
    }
    XCTAssertTrue(context.hasChanges)
    new.tiny = 3
    try context.save()
    let other = try container.makeContext()
    let courses = try other.fetch(Course.all.sorted { $0.title.ascending })
    XCTAssertEqual(courses.map(\.title), ["new", "old"])
    XCTAssertEqual([Int64(courses[0].tiny), courses[1].huge], [3, 1])
  }

  func testWhatOthersSavedIsNotTakenForASaveInDoubt() throws {
    let store = DictionaryStore()
    let container = try PersistentContainer(.school, incrementalStore: store)
    let (one, two) = (try container.makeContext(), try container.makeContext())
    let mine = Course(in: one, title: "t")
    try one.save()
    let theirs = try XCTUnwrap(two.first(Course.all))
    mine.tiny = 7
    store.loseNextAnswer(isSaved: false)
    XCTAssertThrowsError(try one.save())
    theirs.huge = 8
    try two.save()
    XCTAssertThrowsError(try one.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .conflict, "\($0)")
    }
    try one.save(mergePolicy: .objectWins)
    let stored = try XCTUnwrap(container.makeContext().first(Course.all))
    XCTAssertEqual([Int64(stored.tiny), stored.huge], [7, 8])
  }

  /// This is the same as in a file, where the owner is a column of the member.
  func testAMemberOfOneWaySetsHasTheLastOwner() throws {
    let box = EntityDescription(
      name: "Box", properties: [.attribute("name", .string), .toMany("things", "Thing")])
    let thing = EntityDescription(name: "Thing", properties: [.attribute("name", .string)])
    let model = CompiledModel(
      ManagedObjectModel(name: "Boxes", version: 1, entities: [box, thing]))
    for container in [try open(model), try PersistentContainer(model, configuration: .inMemory)] {
      let context = try container.makeContext()
      let boxes = try ["a", "b"].map { try context.insert(entityName: "Box", ["name": $0]) }
      let thing = try context.insert(entityName: "Thing", ["name": "t"])
      for box in boxes {
        try box.setValue(Set([thing]), forKey: "things")
        try context.save()
      }
      let other = try container.makeContext()
      for (box, count) in zip(boxes, [0, 1]) {
        let stored = try XCTUnwrap(
          other.fetch(entityName: "Box").first { $0.objectID.key == box.objectID.key })
        let things = try stored.value(forKey: "things") as? ObjectSet<ManagedObject>
        XCTAssertEqual(things?.count, count)
      }
    }
  }

  func testChildrenSaveIntoTheirParents() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    let child = context.makeChild()
    let course = Course(in: child, title: "draft")
    course.students = [Student(in: child, name: "S")]
    try child.save()
    XCTAssertEqual(try container.makeContext().count(Course.all), 0)
    try context.save()
    let other = try container.makeContext()
    XCTAssertEqual(try other.first(Course.all)?.students.count, 1)
  }

  func testWhatNeedsAFileIsRefused() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    func check(_ body: () throws -> Void, line: UInt = #line) {
      XCTAssertThrowsError(try body(), line: line) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .unsupportedFeature, "\($0)", line: line)
      }
    }
    check { _ = try context.rows(sql: "SELECT 1") }
    check { _ = try container.copyStore(to: URL(filePath: "/tmp/none/none.sqlite")) }
    check { _ = try container.integrityCheck() }
    check { _ = try container.metadata }
    if TestStores.kind == nil || TestStores.kind == "dictionary" {
      check { try context.pinReads() }
    }
    check { _ = try container.history() }
  }

  func testStoresOpenByTheirAddresses() throws {
    let shelf = DictionaryStore()
    StoreAddresses.register(["shelf", "box"]) { address in
      guard address.lowercased() == "shelf://books" else {
        throw StoreError(.cannotOpen, "no \(address)")
      }
      return shelf
    }
    func open(_ address: String) throws -> PersistentContainer {
      let url = try StoreAddresses.url(address)
      return try PersistentContainer(.school, configuration: StoreConfiguration(url: url))
    }
    let context = try open("shelf://books").makeContext()
    _ = Teacher(in: context, name: "Ann")
    try context.save()
    XCTAssertEqual(try open("SHELF://books").makeContext().fetch(Teacher.all).map(\.name), ["Ann"])
    let cases: [(address: String, words: String)] = [
      ("box://books", "no box://books"), ("shelf://a b", "the shelf address makes no sense"),
      ("rack://books", "this program does not open stores at 'rack://' addresses"),
    ]
    for (address, words) in cases {
      XCTAssertThrowsError(try open(address), address) { error in
        XCTAssertTrue("\(error)".hasPrefix(words), "\(error)")
      }
    }
    // An address without a URL scheme is a path.
    for path in ["books.sqlite", "://books", "a-b://books"] {
      XCTAssertTrue(try StoreAddresses.url(path).isFileURL, path)
    }
  }

  func testUniqueValuesItemsAndCountsAreLookedUp() throws {
    let container = try open(.school)
    let context = try container.makeContext()
    for (title, huge) in [("a", 1), ("b", 2)] as [(String, Int64)] {
      Course(in: context, title: title).huge = huge
    }
    let course = try XCTUnwrap(try Course.find(title: "a", in: context))
    course.students = [Student(in: context, name: "Ann"), Student(in: context, name: "Ben")]
    try context.save()
    let other = try container.makeContext()
    XCTAssertEqual(try Course.find(title: "b", in: other)?.huge, 2)
    XCTAssertNil(try Course.find(title: "c", in: other))
    let matching = try other.match(
      [1, 2, 3], by: { ItemKey($0) }, with: Course.self, localKey: "huge")
    XCTAssertEqual(matching.existing.count, 2)
    XCTAssertEqual(matching.new.count, 1)
    let fresh = try container.makeContext()
    let counted = try XCTUnwrap(fresh.first(Course.where { $0.title == "a" }))
    XCTAssertEqual(counted.students.count, 2)
    XCTAssertNil(fresh.registeredObject(with: course.students[0].objectID))
  }

  func testAKeyThatCannotBeReadIsNone() throws {
    let store = DictionaryStore()
    let container = try PersistentContainer(.school, incrementalStore: store)
    let context = try container.makeContext()
    let grade = Grade(in: context, points: 9, student: Student(in: context, name: "Ben"))
    try context.save()
    store.damage("points", of: "Grade", key: grade.objectID.key, with: "many")
    let other = try container.makeContext()
    let matching = try other.match(
      [Int64(0)], by: { .number($0) }, with: Grade.self, localKey: "points")
    XCTAssertEqual(matching.existing.count, 0)
    XCTAssertEqual(matching.localIDsWithoutKey, [grade.objectID])
  }

  func testWhatOthersSavedIsMerged() throws {
    let container = try open(.school)
    let (context, other) = (try container.makeContext(), try container.makeContext())
    let courses = ["a", "b"].map { Course(in: context, title: $0) }
    try context.save()
    let theirs = try other.fetch(Course.all.sorted { $0.title.ascending })
    courses[0].tiny = 7
    context.delete(courses[1])
    try context.save()
    try other.mergeExternalChanges()
    XCTAssertEqual(theirs[0].tiny, 7)
    XCTAssertNil(other.registeredObject(with: theirs[1].objectID))
    XCTAssertEqual(try other.count(Course.all), 1)
  }

  func testTheStoreIsToldWhenNobodyFollowsItAnyMore() async throws {
    let store = DictionaryStore()
    let container = try PersistentContainer(.school, incrementalStore: store)
    var streams = (0..<2).map { _ in container.externalChanges(everyMilliseconds: 20) }
    streams.removeLast()
    try await Task.sleep(for: .milliseconds(200))
    XCTAssertEqual(store.stopCount, 0)
    streams.removeLast()
    let end = Date(timeIntervalSinceNow: 10)
    while store.stopCount == 0, Date() < end { try await Task.sleep(for: .milliseconds(10)) }
    XCTAssertEqual(store.stopCount, 1)
    withExtendedLifetime(container) {}
  }

  func testAFetchSaysWhoAnswersIt() throws {
    let context = try PersistentContainer(.school, incrementalStore: DictionaryStore())
      .makeContext()
    let request = Course.where { $0.title == "a" }.sorted { $0.title.ascending }.limit(1)
    XCTAssertEqual(
      try context.explain(request).sql,
      "the store does: \nin memory: condition, order, window")
    XCTAssertEqual(
      try context.explain(Course.all).sql, "the store does: condition\nin memory: order, window")
  }

  func testADerivedValueIsHandedDownEveryGeneration() throws {
    let rootName = ObjectExpression.conditional(
      .compare(.keyPath("parent"), .equal, .constant(.null)), then: .keyPath("name"),
      else: .keyPath("parent", "rootName"))
    let node = EntityDescription(
      name: "Node",
      properties: [
        .attribute("name", .string, isOptional: true),
        .toOne("parent", "Node", inverse: "children"),
        .toMany("children", "Node", inverse: "parent"),
        .attribute("rootName", .string, isOptional: true, derivation: rootName),
      ])
    let container = try open(
      CompiledModel(ManagedObjectModel(name: "Tree", version: 1, entities: [node])))
    let context = try container.makeContext()
    let root = try context.insert(entityName: "Node", ["name": "a"])
    var last = root
    for number in 1...12 {
      last = try context.insert(entityName: "Node", ["name": "\(number)", "parent": last])
    }
    try context.save()
    XCTAssertEqual(try last.value(forKey: "rootName") as? String, "a")
    try root.setValue("b", forKey: "name")
    try context.save()
    XCTAssertEqual(try last.value(forKey: "rootName") as? String, "b")
  }
}
