import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class RefreshTests: SchoolTestCase {
  private var student: Student!

  override func setUpWithError() throws {
    try super.setUpWithError()
    student = Student(in: context, name: "Ann")
    try context.save()
    try execute("UPDATE ZPERSON SET ZSTANDING = 2, Z_OPT = 2", in: storeURL)
  }

  override func tearDown() {
    student = nil
    super.tearDown()
  }

  func testL19_RefreshingForgetsChanges() throws {
    student.name = "Eve"
    context.refresh(student, mergeChanges: false)
    XCTAssertTrue(student.isFault)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(student.name, "Ann")
    XCTAssertEqual(student.standing, .excellent)
  }

  func testL19_RefreshingCanKeepChanges() throws {
    let teacher = Teacher(in: context, name: "Bob")
    student.name = "Eve"
    student.mentor = teacher
    context.refresh(student, mergeChanges: true)
    XCTAssertEqual(student.name, "Eve")
    XCTAssertEqual(student.mentor, teacher)
    XCTAssertEqual(student.standing, .excellent)
    try context.save()
    XCTAssertEqual(
      try rows("SELECT ZNAME, ZSTANDING, Z_OPT FROM ZPERSON WHERE Z_PK = 1", in: storeURL),
      ["Eve|2|3"])
  }

  func testL19_RefreshingKeepsChangedDataAndLists() throws {
    let course = Course(in: context, title: "Latin")
    try context.save()
    course.scan = Data([1, 2])
    course.rooms = ["A", "B"]
    context.refresh(course, mergeChanges: true)
    XCTAssertEqual(course.scan, Data([1, 2]))
    XCTAssertEqual(course.rooms, ["A", "B"])
  }

  func testRefreshingAllMakesCleanObjectsFaults() throws {
    let course = Course(in: context, title: "Latin")
    context.refreshAllObjects()
    XCTAssertTrue(student.isFault)
    XCTAssertFalse(course.isFault)
    XCTAssertEqual(student.standing, .excellent)
  }

  func testU04_ResetForgetsEverything() throws {
    student.name = "Eve"
    context.reset()
    XCTAssertFalse(context.hasChanges)
    XCTAssertNil(student.context)
    XCTAssertEqual(try context.first(Student.all)?.name, "Ann")
    XCTAssertFalse(try context.first(Student.all) === student)
  }

  func testC19_ADeletionPlanChangesNothing() throws {
    let teacher = Teacher(in: context, name: "Bob")
    let student = Student(in: context, name: "Eve", mentor: teacher)
    let grade = Grade(in: context, points: 1, student: student)
    let course = Course(in: context, title: "Latin", teacher: teacher)
    let plan = context.deletionPlan(for: student)
    XCTAssertEqual(plan.deleted, [student.objectID, grade.objectID])
    XCTAssertEqual(
      plan.cleared, [.init(objectID: teacher.objectID, relationshipName: "mentees")])
    let denied = context.deletionPlan(for: teacher)
    XCTAssertEqual(
      denied.denied,
      [
        .init(objectID: teacher.objectID, relationshipName: "mentees"): [student.objectID]
      ])
    XCTAssertEqual(
      denied.cleared, [.init(objectID: course.objectID, relationshipName: "teacher")])
    XCTAssertTrue(context.deletedObjects.isEmpty)
  }
}
