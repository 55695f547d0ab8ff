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

  func testRefreshingForgetsChanges() throws {
    student.name = "Eve"
    context.refresh(student, mergeChanges: false)
    XCTAssertTrue(student.isFault)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(student.name, "Ann")
    XCTAssertEqual(student.standing, .excellent)
  }

  func testRefreshingCanKeepChanges() throws {
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

  func testRefreshingKeepsChangedDataAndLists() throws {
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

  func testRefreshingTakesRelationshipsBackAtBothEnds() throws {
    let student = Student(in: context, name: "Eve")
    let (old, new) = (Teacher(in: context, name: "Bob"), Teacher(in: context, name: "Cat"))
    let course = Course(in: context, title: "Latin")
    student.mentor = old
    try context.save()
    student.mentor = new
    student.courses.append(course)
    context.refresh(student, mergeChanges: false)
    XCTAssertEqual(Array(old.mentees), [student])
    XCTAssertEqual(Array(new.mentees), [])
    XCTAssertEqual(Array(course.students), [])
    new.mentees.insert(student)
    context.refresh(new, mergeChanges: false)
    XCTAssertEqual(student.mentor, nil)
    XCTAssertEqual(Array(new.mentees), [])
  }

  func testRefreshingTakesADeletionBackAtBothEnds() throws {
    let student = Student(in: context, name: "Eve")
    let teacher = Teacher(in: context, name: "Bob")
    let course = Course(in: context, title: "Latin", teacher: teacher)
    let grade = Grade(in: context, points: 1, student: student)
    student.courses.append(course)
    teacher.mentees.insert(student)
    try context.save()
    context.delete(student)
    XCTAssertEqual(Array(teacher.mentees), [])
    context.refresh(student, mergeChanges: false)
    XCTAssertFalse(student.isDeleted)
    XCTAssertEqual(Array(teacher.mentees), [student])
    XCTAssertEqual(Array(course.students), [student])
    XCTAssertEqual(Array(student.grades), [], "what was deleted with it stays deleted")
    XCTAssertTrue(grade.isDeleted)
  }

  func testWhatIsToBeDeletedStaysSoWhenChangesAreKept() throws {
    let student = Student(in: context, name: "Eve")
    let teacher = Teacher(in: context, name: "Bob")
    student.mentor = teacher
    try context.save()
    context.delete(student)
    context.refreshAllObjects()
    XCTAssertTrue(student.isDeleted)
    XCTAssertEqual(Array(teacher.mentees), [])
    try context.save()
    XCTAssertEqual(try context.fetch(Student.all).map(\.name), ["Ann"])
  }

  func testRefreshingNamesNothingThatIsToBeDeleted() throws {
    let teacher = Teacher(in: context, name: "Bob")
    let course = Course(in: context, title: "Latin", teacher: teacher)
    try context.save()
    context.delete(teacher)
    context.refresh(course, mergeChanges: false)
    XCTAssertNil(course.teacher)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZTEACHER IS NULL FROM ZCOURSE", in: storeURL), ["1"])
  }

  func testResetForgetsEverything() throws {
    student.name = "Eve"
    context.reset()
    XCTAssertFalse(context.hasChanges)
    XCTAssertNil(student.context)
    XCTAssertEqual(try context.first(Student.all)?.name, "Ann")
    XCTAssertFalse(try context.first(Student.all) === student)
  }

  func testADeletionPlanChangesNothing() throws {
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

  func testWhatWasDeletedWithARefreshedObjectComesBackAtBothEnds() throws {
    for isSaved in [true, false] {
      context.undoHistory = UndoHistory()
      let owner = Student(in: context, name: "Eve")
      let grades = (1...3).map { Grade(in: context, points: $0, student: owner) }
      try context.save()
      context.delete(owner)
      context.refresh(owner, mergeChanges: false)
      if isSaved { try context.save() }
      XCTAssertEqual(Array(owner.grades), [])
      XCTAssertTrue(context.undo())
      XCTAssertEqual(grades.map(\.student), [owner, owner, owner])
      XCTAssertEqual(Array(owner.grades), grades, "saved: \(isSaved)")
      try context.save()
      XCTAssertEqual(Array(owner.grades), grades, "saved: \(isSaved)")
      let other = try freshContext()
      let stored = try other.existingObject(Student.self, with: owner.objectID)
      XCTAssertEqual(stored?.grades.map(\.points), [1, 2, 3], "saved: \(isSaved)")
    }
  }

  func testWhatARefreshLeavesOutIsNoStep() throws {
    context.undoHistory = UndoHistory()
    let teacher = Teacher(in: context, name: "Bob")
    let course = Course(in: context, title: "Latin", teacher: teacher)
    try context.save()
    context.delete(course)
    context.refresh(teacher, mergeChanges: false)
    XCTAssertEqual(Array(teacher.taught), [])
    XCTAssertTrue(context.undo())
    XCTAssertFalse(course.isDeleted)
    XCTAssertEqual(Array(teacher.taught), [course])
    XCTAssertEqual(course.teacher, teacher)
  }

  func testARefreshIsNoStepAtEitherEnd() throws {
    context.undoHistory = UndoHistory()
    let teacher = Teacher(in: context, name: "Bob")
    try context.save()
    student.mentor = teacher
    context.refresh(student, mergeChanges: false)
    XCTAssertTrue(context.undo())
    XCTAssertNil(student.mentor)
    XCTAssertEqual(Array(teacher.mentees), [])
    XCTAssertFalse(teacher.isDeleted)
  }
}
