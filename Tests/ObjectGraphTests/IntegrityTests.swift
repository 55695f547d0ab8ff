import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// The problems that `integrityCheck()` finds in damaged stores.
final class IntegrityTests: SchoolTestCase {
  /// Saves a teacher, a student with two grades and a friend, and a course of both
  /// students.
  private func fill() throws {
    let teacher = Teacher(in: context, name: "Ada")
    let student = Student(in: context, name: "Ben")
    let friend = Student(in: context, name: "Cid")
    student.mentor = teacher
    student.friends.insert(friend)
    _ = Grade(in: context, points: 1, student: student)
    _ = Grade(in: context, points: 2, student: student)
    let course = Course(in: context, title: "Latin", code: "AB12")
    course.students = [student, friend]
    course.teacher = teacher
    try context.save()
  }

  func testASoundStoreHasNoFindings() throws {
    try fill()
    XCTAssertEqual(try container.integrityCheck(), [])
    XCTAssertEqual(try StoreInspection(url: storeURL).integrityCheck(), [])
  }

  private struct Damage {
    let name: String
    let sql: String
    let kind: IntegrityFinding.Kind
    let entity: String
    let key: Int64?
    let property: String?
    let says: String
  }

  private let damages = [
    Damage(
      name: "unknown entity", sql: "UPDATE ZPERSON SET Z_ENT = 77 WHERE Z_PK = 3",
      kind: .unknownEntity, entity: "Person", key: 3, property: nil, says: "entity number 77"),
    Damage(
      name: "abstract entity", sql: "UPDATE ZPERSON SET Z_ENT = 3 WHERE Z_PK = 3",
      kind: .unknownEntity, entity: "Person", key: 3, property: nil, says: "entity number 3"),
    Damage(
      name: "key", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Course'",
      kind: .keyBeyondLast, entity: "Course", key: 1, property: nil, says: "set Z_MAX"),
    Damage(
      name: "dangling to-one", sql: "UPDATE ZPERSON SET ZMENTOR = 99 WHERE Z_PK = 2",
      kind: .danglingLink, entity: "Student", key: 2, property: "mentor",
      says: "'mentor' leads to Teacher p99, which is not there"),
    Damage(
      name: "wrong destination", sql: "UPDATE ZPERSON SET ZMENTOR = 3 WHERE Z_PK = 2",
      kind: .wrongDestination, entity: "Student", key: 2, property: "mentor",
      says: "that is no Teacher"),
    Damage(
      name: "dangling pair", sql: "UPDATE Z_1STUDENTS SET Z_4STUDENTS = 99 WHERE Z_4STUDENTS = 3",
      kind: .danglingLink, entity: "Course", key: 1, property: "students",
      says: "holds Student p99, which is not there"),
    Damage(
      name: "friend", sql: "DELETE FROM Z_3FRIENDS WHERE Z_3FRIENDS = 3",
      kind: .oneSidedLink, entity: "Person", key: 2, property: "friends",
      says: "which does not hold it"),
    Damage(
      name: "shared place", sql: "UPDATE ZGRADE SET Z_FOK_STUDENT = 1",
      kind: .brokenOrder, entity: "Student", key: 2, property: "grades",
      says: "has 2 objects at place 1"),
    Damage(
      name: "no place", sql: "UPDATE ZGRADE SET Z_FOK_STUDENT = NULL WHERE Z_FOK_STUDENT = 2048",
      kind: .brokenOrder, entity: "Student", key: 2, property: "grades",
      says: "without a place"),
    Damage(
      name: "missing value", sql: "UPDATE ZCOURSE SET ZTITLE = NULL", kind: .missingValue,
      entity: "Course", key: 1, property: "title", says: "is required and has no value"),
    Damage(
      name: "missing link", sql: "UPDATE ZGRADE SET ZSTUDENT = NULL WHERE Z_PK = 1",
      kind: .missingValue, entity: "Grade", key: 1, property: "student", says: "is required"),
    Damage(
      name: "text for a number", sql: "UPDATE ZGRADE SET ZPOINTS = 'many' WHERE Z_PK = 1",
      kind: .wrongType, entity: "Grade", key: 1, property: "points", says: "(text) is not"),
    Damage(
      name: "too great", sql: "UPDATE ZCOURSE SET ZTINY = 40000", kind: .wrongType,
      entity: "Course", key: 1, property: "tiny", says: "(integer) is not"),
    Damage(
      name: "short UUID", sql: "UPDATE ZPERSON SET ZNUMBER = x'0102' WHERE Z_PK = 1",
      kind: .wrongType, entity: "Person", key: 1, property: "number", says: "(blob) is not"),
    Damage(
      name: "no document", sql: "UPDATE ZCOURSE SET ZNOTES = 'x'", kind: .wrongType,
      entity: "Course", key: 1, property: "notes", says: "(text) is not"),
    Damage(
      name: "no JSON for a list", sql: "UPDATE ZCOURSE SET ZROOMS = 'x'", kind: .wrongType,
      entity: "Course", key: 1, property: "rooms", says: "(text) is not"),
    Damage(
      name: "no list", sql: "UPDATE ZCOURSE SET ZROOMS = '{}'", kind: .wrongType,
      entity: "Course", key: 1, property: "rooms", says: "(text) is not"),
    Damage(
      name: "a list of others", sql: "UPDATE ZCOURSE SET ZROOMS = '[\"A\", 1]'",
      kind: .wrongType, entity: "Course", key: 1, property: "rooms", says: "(text) is not"),
    Damage(
      name: "missing element", sql: "UPDATE ZPERSON SET ZZIP = 7 WHERE Z_PK = 2",
      kind: .missingValue, entity: "Person", key: 2, property: "address.street",
      says: "is required and has no value"),
    Damage(
      name: "unknown case", sql: "UPDATE ZPERSON SET ZSTANDING = 7 WHERE Z_PK = 2",
      kind: .wrongType, entity: "Student", key: 2, property: "standing", says: "is not of its type"),
  ]

  func testEveryDamageIsFoundAndNamed() throws {
    try fill()
    let sound = folder.file("sound.sqlite")
    try container.copyStore(to: sound)
    for damage in damages {
      let url = folder.file("\(damage.name).sqlite")
      try PersistentContainer.replaceStore(at: url, with: sound)
      try execute("PRAGMA foreign_keys = OFF; \(damage.sql)", in: url)
      let container = try PersistentContainer(
        .school, configuration: StoreConfiguration(url: url))
      let findings = try container.integrityCheck()
      let finding = findings.first { $0.kind == damage.kind }
      XCTAssertEqual(finding?.entityName, damage.entity, "\(damage.name): \(findings)")
      XCTAssertEqual(finding?.key, damage.key, "\(damage.name): \(findings)")
      XCTAssertEqual(finding?.propertyName, damage.property, "\(damage.name): \(findings)")
      let text = finding?.description ?? ""
      XCTAssertTrue(text.contains(damage.says), "\(damage.name): \(text)")
      XCTAssertTrue(text.contains("; "), "\(damage.name): no cure")
      XCTAssertEqual(
        try StoreInspection(url: url).integrityCheck(), findings, "\(damage.name): without a model")
    }
  }

  func testACopyOfADamagedStoreCanBeOpened() throws {
    try fill()
    let damages = [
      "dangling": "UPDATE ZPERSON SET ZMENTOR = 99 WHERE Z_PK = 2",
      "of another entity": "UPDATE ZPERSON SET ZMENTOR = 3 WHERE Z_PK = 2",
      "dangling pair": "UPDATE Z_1STUDENTS SET Z_4STUDENTS = 99 WHERE Z_4STUDENTS = 3",
      "pair of another entity": "UPDATE Z_1STUDENTS SET Z_4STUDENTS = 1 WHERE Z_4STUDENTS = 3",
    ]
    for (name, sql) in damages {
      let url = folder.file("\(name).sqlite")
      try container.copyStore(to: url)
      try execute("PRAGMA foreign_keys = OFF; \(sql)", in: url)
      let damaged = try PersistentContainer(.school, configuration: StoreConfiguration(url: url))
      for type in [StoreType.xml, .binary] {
        let copy = folder.file("\(name).\(type.name)")
        try damaged.copyStore(to: copy, as: type)
        let opened = try PersistentContainer(
          .school, configuration: StoreConfiguration(url: copy, type: type))
        let context = try opened.makeContext()
        let ben = try XCTUnwrap(try context.first(Student.where { $0.name == "Ben" }))
        XCTAssertEqual(
          ben.mentor?.name, name.contains("pair") ? "Ada" : nil, "\(name) \(type.name)")
        let course = try XCTUnwrap(try context.first(Course.all))
        XCTAssertEqual(
          course.students.map(\.name), name.contains("pair") ? ["Ben"] : ["Ben", "Cid"],
          "\(name) \(type.name)")
      }
    }
  }

  func testTriggersAndViewsOfOthersAreNamed() throws {
    try fill()
    try execute(
      """
      CREATE TRIGGER watch AFTER UPDATE ON ZCOURSE BEGIN SELECT 1; END;
      CREATE VIEW report AS SELECT ZNOTHING FROM ZCOURSE;
      """, in: storeURL)
    XCTAssertEqual(
      try container.integrityCheck().map(\.message),
      [
        "the view 'report' is neither Core Data's nor this library's",
        "the trigger 'watch' is neither Core Data's nor this library's",
        "the view 'report' does not work: no such column: ZNOTHING",
      ])
  }

  func testRowsOfValuesThatAreNoneThrow() throws {
    try fill()
    try execute("UPDATE ZGRADE SET ZPOINTS = 'many' WHERE Z_PK = 1", in: storeURL)
    let other = try freshContext()
    XCTAssertThrowsError(try other.rows(Grade.all) { $0.points }) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .inaccessible)
      XCTAssertTrue("\(error)".contains("ZPOINTS"), "\(error)")
    }
    // Later queries use the same statement.
    try execute("UPDATE ZGRADE SET ZPOINTS = 7 WHERE Z_PK = 1", in: storeURL)
    XCTAssertEqual(try other.rows(Grade.all) { $0.points }, [7, 2])
  }

  func testRowsOfValuesThatAreNoneThrowBesideChanges() throws {
    try fill()
    try execute("UPDATE ZGRADE SET ZPOINTS = 'many' WHERE Z_PK = 1", in: storeURL)
    let other = try freshContext()
    let student = try XCTUnwrap(try other.first(Student.all))
    _ = Grade(in: other, points: 9, student: student)
    XCTAssertThrowsError(try other.rows(Grade.all) { $0.points }) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .inaccessible)
      XCTAssertEqual((error as? StoreError)?.propertyNames, ["points"])
    }
  }

  func testRowsOfValuesThatAreNoneThrowInGroupsAndThroughRelationships() throws {
    try fill()
    // The other value is valid, and equals the value that the damaged one would be read as.
    try execute(
      """
      UPDATE ZGRADE SET ZPOINTS = iif(Z_PK = 1, 0, 'many');
      UPDATE ZPERSON SET ZNAME = x'00' WHERE Z_PK = 2;
      """, in: storeURL)
    for hasChanges in [false, true] {
      let other = try freshContext()
      if hasChanges { _ = Course(in: other, title: "Greek") }
      let points = Grade.all.selecting { $0.points }
      XCTAssertThrowsError(try other.rows(points.distinct()), "changes: \(hasChanges)")
      XCTAssertThrowsError(
        try other.rows(points.grouped { $0.points }), "changes: \(hasChanges)")
      XCTAssertThrowsError(
        try other.rows(Grade.all) { $0.student.name }, "changes: \(hasChanges)")
    }
  }

  func testAKeyThatCannotBeReadIsNone() throws {
    try fill()
    try execute("UPDATE ZGRADE SET ZPOINTS = 'many' WHERE Z_PK = 1", in: storeURL)
    for hasChanges in [false, true] {
      let other = try freshContext()
      if hasChanges {
        let student = try XCTUnwrap(try other.first(Student.all))
        _ = Grade(in: other, points: 9, student: student)
      }
      let matching = try other.match(
        [Int64(0)], by: { .number($0) }, with: Grade.self, localKey: "points")
      XCTAssertEqual(matching.existing.count, 0, "changes: \(hasChanges)")
      XCTAssertEqual(matching.new, [0], "changes: \(hasChanges)")
      XCTAssertEqual(matching.localIDsWithoutKey.map(\.key), [1], "changes: \(hasChanges)")
    }
  }

  func testFindingsAreBounded() throws {
    for number in 0..<150 { _ = Course(in: context, title: "\(number)") }
    try context.save()
    try execute("UPDATE ZCOURSE SET ZRATIO = 'x'", in: storeURL)
    XCTAssertEqual(try container.integrityCheck().count, 100)
  }

  func testALinkToAnotherClassIsTakenBackAlone() throws {
    try fill()
    try execute("UPDATE ZPERSON SET ZMENTOR = 3 WHERE Z_PK = 2", in: storeURL)
    let other = try freshContext()
    let people = try other.fetch(Person.all)
    let ben = try XCTUnwrap(people.first { $0.name == "Ben" } as? Student)
    ben.mentor = nil
    XCTAssertEqual(other.updatedObjects, [ben])
    try other.save()
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testALinkToAnotherClassLeadsNowhere() throws {
    try fill()
    try execute("UPDATE ZPERSON SET ZMENTOR = 3 WHERE Z_PK = 2", in: storeURL)
    try execute("UPDATE Z_1STUDENTS SET Z_4STUDENTS = 1 WHERE Z_4STUDENTS = 3", in: storeURL)
    let other = try freshContext()
    let people = try other.fetch(Person.all)
    let ben = try XCTUnwrap(people.first { $0.name == "Ben" } as? Student)
    XCTAssertNil(ben.mentor)
    let course = try XCTUnwrap(try other.first(Course.all))
    XCTAssertTrue(course.students.objects.allSatisfy { ($0 as ManagedObject) is Student })
    for student in course.students { XCTAssertTrue((student as ManagedObject) is Student) }
  }
}
