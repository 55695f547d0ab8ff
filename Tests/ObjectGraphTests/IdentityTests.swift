import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

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

  func testAHeldObjectIsTheSameInEveryFetch() throws {
    try fill(3)
    let course = try XCTUnwrap(try context.first(Course.all))
    XCTAssertTrue(try context.first(Course.all) === course)
    XCTAssertTrue(try context.existingObject(Course.self, with: course.objectID) === course)
    XCTAssertFalse(try freshContext().first(Course.all) === course)
  }

  /// Unchanged objects without references are released in a loop of many fetches.
  func testALongLoopOverCleanObjectsStaysSmall() throws {
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

  func testChangedObjectsStayWhoeverHoldsThem() throws {
    try fill(20_000)
    do {
      let course = try XCTUnwrap(try context.first(Course.where { $0.title == "C5" }))
      course.title = "changed"
    }
    let held = try XCTUnwrap(try context.first(Course.where { $0.title == "C6" }))
    try goThroughCourses(in: context)
    XCTAssertEqual(context.updatedObjects.count, 1)
    XCTAssertTrue(try context.first(Course.where { $0.title == "C6" }) === held)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZTITLE FROM ZCOURSE WHERE Z_PK = 5", in: storeURL), ["changed"])
  }

  func testObjectsInTheMapAreFoundAfterItShrank() throws {
    try fill(30_000)
    let kept = try context.fetch(Course.all.limit(200))
    try goThroughCourses(in: context)
    for object in kept {
      XCTAssertTrue(context.registeredObject(with: object.objectID) === object)
    }
    XCTAssertEqual(kept.map(\.title), (1...200).map { "C\($0)" })
  }

  /// Members that have been read stay loaded as long as their owner is referenced, even if
  /// the identity map moves it.
  func testMembersStayWithTheirOwners() throws {
    try fill(30_000)
    let students = (1...10).map { Student(in: context, name: "S\($0)") }
    for (place, course) in try context.fetch(Course.all.limit(200)).enumerated() {
      course.students.append(students[place % 10])
    }
    try context.save()
    let reader = try freshContext()
    var held = try reader.fetch(Course.all.limit(200))
    XCTAssertEqual(held.map(\.students.count), Array(repeating: 1, count: 200))
    held = Array(held[30..<70])
    try goThroughCourses(in: reader)
    // Reading them again would find no rows.
    let tables = try rows(
      "SELECT name FROM sqlite_master WHERE name LIKE 'Z_%STUDENTS' AND type = 'table'",
      in: storeURL)
    XCTAssertEqual(tables.count, 1)
    for table in tables { try execute("DELETE FROM \(table)", in: storeURL) }
    XCTAssertEqual(held.map(\.students.count), Array(repeating: 1, count: 40))
    let all = try reader.fetch(Course.all.limit(200))
    XCTAssertEqual(all.map(\.students.count), Array(repeating: 0, count: 200))
  }

  /// Objects that outlive their context keep their loaded values.
  func testMembersOutliveTheirContext() throws {
    let student = Student(in: context, name: "S")
    student.courses = [Course(in: context, title: "a"), Course(in: context, title: "b")]
    try context.save()
    var reader: ManagedObjectContext? = try freshContext()
    let read = try XCTUnwrap(try reader?.first(Student.all))
    XCTAssertEqual(read.courses.map(\.title), ["a", "b"])
    let over = try freshContext()
    let held = try XCTUnwrap(try over.first(Student.all))
    let course = try XCTUnwrap(held.courses.first)
    reader = nil
    over.reset()
    XCTAssertEqual(read.courses.count, 2)
    XCTAssertFalse(read.isInaccessible)
    XCTAssertEqual(held.courses.count, 2)
    XCTAssertTrue(held.courses.contains(course))
  }

  /// Members without references stay while other members of the same owner are read.
  func testAWalkFindsWhatASweepWouldLetGo() throws {
    try fill(9_000)
    let student = Student(in: context, name: "S")
    student.courses = OrderedObjects(
      try context.fetch(Course.where { $0.title == "C1" || $0.title == "C9000" }))
    try context.save()
    for isChild in [false, true] {
      let root = try freshContext()
      let reader = isChild ? root.makeChild() : root
      let held = try XCTUnwrap(try reader.first(Student.all))
      XCTAssertEqual(try root.fetch(Course.all.limit(4200)).count, 4200)
      // The first sweep keeps them. The next read is above its limit again.
      XCTAssertEqual(try root.fetch(Course.all.offset(4200).limit(1)).count, 1)
      XCTAssertEqual(try root.fetch(Course.all.offset(4201).limit(4199)).count, 4199)
      XCTAssertEqual(held.courses.objects.map(\.title), ["C1", "C9000"], "child: \(isChild)")
    }
  }

  private func goThroughCourses(in context: ManagedObjectContext) throws {
    var cursor: FetchCursor?
    repeat {
      cursor = try context.page(of: Course.all, after: cursor, size: 1000).next
    } while cursor != nil
  }
}
