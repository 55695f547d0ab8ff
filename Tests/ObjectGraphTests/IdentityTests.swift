import TestSupport
import XCTest

@testable import ModelRuntime

final class IdentityTests: SchoolTestCase {
  private func fill(_ count: Int) throws {
    try execute(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
      INSERT INTO ZCOURSE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZROOMS, ZRATIO, ZTINY, ZISOPEN)
      SELECT n, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Course'), 1, 'C' || n, '[]', 0.5, 0, 1
      FROM numbers
      """, in: storeURL)
    try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Course'", in: storeURL)
  }

  func testL17_AHeldObjectIsTheSameInEveryFetch() throws {
    try fill(3)
    let course = try XCTUnwrap(try context.first(Course.all))
    XCTAssertTrue(try context.first(Course.all) === course)
    XCTAssertTrue(try context.existingObject(Course.self, with: course.objectID) === course)
    XCTAssertFalse(try freshContext().first(Course.all) === course)
  }

  /// Clean objects that nobody holds go, in a loop of many fetches.
  func testL17_ALongLoopOverCleanObjectsStaysSmall() throws {
    try fill(40_000)
    var greatest = (objects: 0, slots: 0)
    var seen = 0
    var cursor: FetchCursor?
    repeat {
      let page = try context.page(of: Course.all, after: cursor, size: 1000)
      seen += page.objects.count
      cursor = page.next
      greatest.objects = max(greatest.objects, context.registeredObjectCount)
      greatest.slots = max(greatest.slots, context.maps.map(\.slotCount).reduce(0, +))
    } while cursor != nil
    XCTAssertEqual(seen, 40_000)
    XCTAssertLessThan(greatest.objects, 12_000)
    XCTAssertLessThan(greatest.slots, 25_000)
  }

  func testL17_ChangedObjectsStayWhoeverHoldsThem() throws {
    try fill(20_000)
    do {
      let course = try XCTUnwrap(try context.first(Course.where { $0.title == "C5" }))
      course.title = "changed"
    }
    let held = try XCTUnwrap(try context.first(Course.where { $0.title == "C6" }))
    var cursor: FetchCursor?
    repeat {
      let page = try context.page(of: Course.all, after: cursor, size: 1000)
      cursor = page.next
    } while cursor != nil
    XCTAssertEqual(context.updatedObjects.count, 1)
    XCTAssertTrue(try context.first(Course.where { $0.title == "C6" }) === held)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZTITLE FROM ZCOURSE WHERE Z_PK = 5", in: storeURL), ["changed"])
  }

  func testL17_ObjectsInTheMapAreFoundAfterItShrank() throws {
    try fill(30_000)
    let kept = try context.fetch(Course.all.limit(200))
    var cursor: FetchCursor?
    repeat {
      let page = try context.page(of: Course.all, after: cursor, size: 1000)
      cursor = page.next
    } while cursor != nil
    for object in kept {
      XCTAssertTrue(context.registeredObject(with: object.objectID) === object)
    }
    XCTAssertEqual(kept.map(\.title), (1...200).map { "C\($0)" })
  }

  /// Members that were read are known as long as somebody holds their owner, wherever the map keeps
  /// it meanwhile.
  func testMembersStayWithTheirOwners() throws {
    try fill(30_000)
    let teachers = (1...100).map { Teacher(in: context, name: "T\($0)") }
    for (place, course) in try context.fetch(Course.all.limit(200)).enumerated() {
      course.teacher = teachers[place % 50]
    }
    try context.save()
    let reader = freshContext()
    var held = try reader.fetch(Teacher.all)
    XCTAssertEqual(held.map(\.taught.count).reduce(0, +), 200)
    let expected = Dictionary(uniqueKeysWithValues: held.map { ($0.name, $0.taught.count) })
    held = Array(held[30..<70])
    var cursor: FetchCursor?
    repeat {
      let page = try reader.page(of: Course.all, after: cursor, size: 1000)
      cursor = page.next
    } while cursor != nil
    // Who reads them again finds none.
    try execute("UPDATE ZCOURSE SET ZTEACHER = NULL", in: storeURL)
    for teacher in held {
      XCTAssertEqual(teacher.taught.count, expected[teacher.name], teacher.name)
    }
    // One that is read again, under the key of one that nobody held, has no members of that one.
    for teacher in try reader.fetch(Teacher.all) where !held.contains(teacher) {
      XCTAssertEqual(teacher.taught.count, 0, teacher.name)
    }
  }
}
