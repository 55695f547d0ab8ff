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
}
