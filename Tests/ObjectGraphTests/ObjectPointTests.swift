import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Requirements on objects, validation and relationships that no other test covers.
final class ObjectPointTests: SchoolTestCase {
  private func saved(_ title: String = "Latin") throws -> Course {
    let course = Course(in: context, title: title)
    try context.save()
    return course
  }

  func testStatesArePending() throws {
    let course = Course(in: context, title: "Latin")
    XCTAssertTrue(course.isInserted)
    course.title = "Greek"
    XCTAssertFalse(course.isUpdated)
    try context.save()
    XCTAssertFalse(course.isInserted || course.isUpdated || course.isDeleted)
    course.title = "Art"
    XCTAssertTrue(course.isUpdated && course.hasChanges)
    context.delete(course)
    XCTAssertTrue(course.isDeleted)
    XCTAssertFalse(course.isUpdated)
    try context.save()
    XCTAssertFalse(course.isDeleted)
    XCTAssertNil(course.context)
  }

  func testAFaultWithoutARowSaysSo() throws {
    let course = try saved()
    context.refresh(course, mergeChanges: false)
    try execute("DELETE FROM ZCOURSE", in: storeURL)
    XCTAssertEqual(course.title, "")
    XCTAssertTrue(course.isInaccessible)
    XCTAssertFalse(course.isFault)
    XCTAssertEqual(course.accessError?.reason, .inaccessible)
    XCTAssertEqual(course.accessError?.coreDataCode, 133000)
    XCTAssertEqual(course.accessError?.objectIDs, [course.objectID])
    XCTAssertThrowsError(try course.load()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .inaccessible)
    }
    course.title = "x"
    try context.save()
    XCTAssertNil(course.context)
    XCTAssertEqual(try rows("SELECT count(*) FROM ZCOURSE", in: storeURL), ["0"])
  }

  func testEqualityIsIdentity() throws {
    let course = try saved()
    let hash = course.hashValue
    course.title = "Greek"
    try context.save()
    XCTAssertEqual(course.hashValue, hash)
    let otherContext = try freshContext()
    let other = try XCTUnwrap(try otherContext.first(Course.all))
    XCTAssertEqual(other.objectID, course.objectID)
    XCTAssertNotEqual(other as ManagedObject, course)
  }

  func testIDsArePermanentAndHaveAURI() throws {
    let course = Course(in: context, title: "Latin")
    let id = course.objectID
    let uri = id.uriRepresentation
    try context.save()
    XCTAssertEqual(course.objectID, id)
    XCTAssertEqual(uri.scheme, "x-coredata")
    XCTAssertEqual(uri.path(percentEncoded: false), "/Course/p\(id.key)")
    XCTAssertEqual(ObjectID(uriRepresentation: uri), id)
    XCTAssertEqual(try JSONDecoder().decode(ObjectID.self, from: JSONEncoder().encode(id)), id)
    for text in ["x-coredata:///Course/t1", "http://a/Course/p1", "x-coredata://a/Course"] {
      XCTAssertNil(URL(string: text).flatMap { ObjectID(uriRepresentation: $0) }, text)
    }
  }

  func testLookUpSaysWhatIsNotThere() throws {
    let course = try saved()
    let other = try freshContext()
    XCTAssertNil(other.registeredObject(with: course.objectID))
    XCTAssertEqual(try other.existingObject(Course.self, with: course.objectID)?.title, "Latin")
    XCTAssertNotNil(other.registeredObject(with: course.objectID))
    let gone = ObjectID(entity: course.objectID.entity, key: 999)
    XCTAssertNil(try other.existingObject(Course.self, with: gone))
    let foreign = ObjectID(store: UUID(), entityName: "Course", key: 1)
    XCTAssertThrowsError(try other.existingObject(Course.self, with: foreign))
    XCTAssertThrowsError(try other.existingObject(Grade.self, with: course.objectID))
  }

  func testSettingByNameChangesTheRelationship() throws {
    let teacher = Teacher(in: context, name: "T")
    let course = try saved()
    try course.setValue(teacher, forKey: "teacher")
    XCTAssertEqual(try teacher.value(forKey: "taught") as? ObjectSet<Course> != nil, true)
    XCTAssertTrue(teacher.taught.contains(course))
    try teacher.setValue([Course](), forKey: "taught")
    XCTAssertNil(course.teacher)
  }

  func testAnObjectIsValidatedAtAnyTime() throws {
    let course = Course(in: context, title: "forbidden", ratio: 7)
    XCTAssertEqual(
      try context.validationFailures(of: course).map(\.propertyName), ["ratio", "named"])
    course.ratio = 1
    course.title = "Latin"
    XCTAssertEqual(try context.validationFailures(of: course), [])
    XCTAssertTrue(course.isInserted)
  }

  func testSeveralFailuresAreOneError() throws {
    let course = Course(in: context, title: "Latin", ratio: 7)
    func failure() -> ValidationError? {
      do { try context.save() } catch { return error as? ValidationError }
      return nil
    }
    let one = try XCTUnwrap(failure())
    XCTAssertEqual(one.coreDataCode, 1610)
    XCTAssertEqual(one.failures.first?.objectID, course.objectID)
    XCTAssertEqual(one.failures.first?.propertyName, "ratio")
    XCTAssertEqual(one.failures.first?.value, .double(7))
    XCTAssertEqual(one.failures.first?.rule, .tooLarge(.double(1)))
    course.code = "x"
    XCTAssertEqual(failure()?.coreDataCode, 1560)
    XCTAssertEqual(failure()?.failures.count, 2)
  }

  func testEveryRuleHasCoreDatasNumber() {
    let rows: [(ValidationFailure.Rule, ConstantValue, Int)] = [
      (.missing, .null, 1570), (.tooFew(1), .integer(0), 1580), (.tooMany(1), .integer(2), 1590),
      (.tooLarge(.integer(1)), .integer(2), 1610), (.tooSmall(.integer(1)), .integer(0), 1620),
      (.tooLarge(.date(.now)), .date(.now), 1630), (.tooSmall(.date(.now)), .date(.now), 1640),
      (.tooLong(1), .string("ab"), 1660), (.tooShort(1), .string(""), 1670),
      (.unmatched("a"), .string("b"), 1680), (.unmet, .null, 1550), (.custom(9), .null, 9),
    ]
    for (rule, value, code) in rows {
      let failure = ValidationFailure(
        objectID: ObjectID(store: UUID(), entityName: "A", key: 1), entityName: "A",
        propertyName: "b", value: value, rule: rule, message: nil)
      XCTAssertEqual(failure.coreDataCode, code, "\(rule)")
      XCTAssertTrue(failure.description.hasPrefix("A p1: b "), failure.description)
    }
  }

  func testObjectsOfAnotherContextAreRefused() throws {
    let course = try saved()
    let other = try freshContext()
    let teacher = Teacher(in: other, name: "T")
    for value in [teacher, nil] {
      guard let value else { continue }
      XCTAssertThrowsError(try course.setValue(value, forKey: "teacher")) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .differentContexts)
        XCTAssertEqual(
          (error as? StoreError)?.objectIDs, [course.objectID, teacher.objectID])
      }
    }
    XCTAssertNil(course.teacher)
  }

  func testDeletesPropagateAtOnce() throws {
    let student = Student(in: context, name: "Ann")
    let grade = Grade(in: context, points: 1, student: student)
    try context.save()
    context.delete(student)
    XCTAssertTrue(grade.isDeleted)
  }

  func testDenyIsJudgedAfterWhatIsDeletedToo() throws {
    let teacher = Teacher(in: context, name: "T")
    let student = Student(in: context, name: "Ann")
    student.mentor = teacher
    try context.save()
    context.delete(teacher)
    XCTAssertThrowsError(try context.save())
    context.delete(student)
    XCTAssertNoThrow(try context.save())
  }

  func testARequiredEndThatIsNotDeletedTooIsMissing() throws {
    let student = Student(in: context, name: "Ann")
    let grade = Grade(in: context, points: 1, student: student)
    try context.save()
    student.grades.remove(grade)
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.coreDataCode, 1570)
    }
    context.delete(grade)
    XCTAssertNoThrow(try context.save())
  }

  func testCountingLoadsNoObjects() throws {
    let teacher = Teacher(in: context, name: "T")
    for number in 0..<5 {
      Course(in: context, title: "C\(number)").teacher = teacher
    }
    try context.save()
    let other = try freshContext()
    let found = try XCTUnwrap(try other.first(Teacher.all))
    XCTAssertEqual(found.taught.count, 5)
    XCTAssertEqual(other.registeredObjectCount, 1)
  }
}
