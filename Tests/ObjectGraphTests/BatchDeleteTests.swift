import ModelRuntime
import TestSupport
import XCTest

/// Batch deletes, which delete rows without objects and apply the delete rules (B-03).
final class BatchDeleteTests: SchoolTestCase {
  private var ada: Student!
  private var bo: Student!
  private var tea: Teacher!
  private var maths: Course!

  override func setUpWithError() throws {
    try super.setUpWithError()
    ada = Student(in: context, name: "Ada")
    bo = Student(in: context, name: "Bo")
    tea = Teacher(in: context, name: "Tea")
    maths = Course(in: context, title: "Maths")
    maths.teacher = tea
    maths.students = [ada, bo]
    ada.mentor = tea
    ada.friends = [bo]
    for points in [1, 2] { _ = Grade(in: context, points: Int32(points), student: ada) }
    _ = Grade(in: context, points: 3, student: bo)
    try context.save()
  }

  override func tearDown() {
    (ada, bo, tea, maths) = (nil, nil, nil, nil)
    super.tearDown()
  }

  func testCascadesAndPairsAndRulesApply() throws {
    let id = ada.objectID
    let report = try context.batchDelete(
      Student.where { $0.name == "Ada" }, options: BatchOptions(reportsIDs: true))
    XCTAssertEqual(report.deleted, 3)
    XCTAssertEqual(report.objectIDs.deleted.count, 3)
    XCTAssertTrue(report.objectIDs.deleted.contains(id))
    XCTAssertTrue(ada.isInaccessible)
    XCTAssertEqual(Array(maths.students), [bo])
    XCTAssertEqual(bo.friends.count, 0)
    XCTAssertEqual(tea.mentees.count, 0)
    let fresh = try freshContext()
    XCTAssertEqual(try fresh.count(Grade.all), 1)
    XCTAssertEqual(try XCTUnwrap(fresh.first(Course.all)).students.map(\.name), ["Bo"])
    XCTAssertEqual(try XCTUnwrap(fresh.first(Student.all)).friends.count, 0)
  }

  func testNullifiedRowsForgetAndHaveANewVersion() throws {
    ada.mentor = nil
    try context.save()
    let other = try freshContext()
    let stale = try XCTUnwrap(other.first(Course.all))
    stale.title = "Stale"
    let report = try context.batchDelete(Teacher.all)
    XCTAssertEqual([report.deleted, report.updated], [1, 1])
    XCTAssertNil(maths.teacher)
    XCTAssertThrowsError(try other.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .conflict)
    }
  }

  func testEveryRowThatForgetsIsChecked() throws {
    ada.mentor = nil
    Course(in: context, title: "Physics").teacher = tea
    try context.save()
    try execute("UPDATE ZCOURSE SET ZRATIO = 7 WHERE ZTITLE = 'Physics'", in: storeURL)
    XCTAssertThrowsError(try context.batchDelete(Teacher.all)) {
      XCTAssertEqual(($0 as? ValidationError)?.failures.count, 1, "\($0)")
    }
    XCTAssertEqual(try context.count(Teacher.all), 1)
  }

  func testDenyNamesTheObjectsInTheWay() throws {
    XCTAssertThrowsError(try context.batchDelete(Teacher.all)) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .deniedDelete)
      XCTAssertEqual((error as? StoreError)?.objectIDs, [ada.objectID])
      XCTAssertEqual(
        error.localizedDescription,
        "teacher cannot be deleted: mentees still has objects, such as student 'Ada'")
    }
    XCTAssertEqual(try context.count(Teacher.all), 1)
  }

  func testDenyIsSilentWhereTheOtherEndGoesToo() throws {
    XCTAssertEqual(try context.batchDelete(Person.all).deleted, 6)
    XCTAssertEqual(try context.count(Person.all), 0)
    XCTAssertEqual(try context.count(Grade.all), 0)
  }

  func testLimitsCount() throws {
    let request = Grade.all.sorted { [$0.points.descending] }.limit(2)
    XCTAssertEqual(try context.batchDelete(request).deleted, 2)
    XCTAssertEqual(try context.fetch(Grade.all).map(\.points), [1])
  }

  func testNothingIsDeletedWhereNothingMatches() throws {
    XCTAssertEqual(try context.batchDelete(Student.where { $0.name == "Nobody" }), BatchReport())
  }

  func testOtherContextsLearnOfIt() throws {
    let other = try freshContext()
    other.automaticallyMergesChanges = true
    let grades = try other.fetch(Grade.all)
    try context.batchDelete(Grade.where { $0.points < 3 })
    other.mergePendingChanges()
    XCTAssertEqual(grades.filter(\.isInaccessible).count, 2)
    XCTAssertEqual(try other.count(Grade.all), 1)
  }

  func testWhatWasDeletedHereToo() throws {
    context.delete(try XCTUnwrap(context.fetch(Grade.all).first))
    try context.batchDelete(Grade.all)
    XCTAssertNoThrow(try context.save())
    XCTAssertEqual(try freshContext().count(Grade.all), 0)
  }

  func testMembersWithoutObjectsAreForgottenToo() throws {
    _ = Teacher(in: context, name: "Zoe")
    try context.save()
    let other = try freshContext()
    let teachers = try other.fetch(Teacher.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(teachers.map { $0.taught.count }, [1, 0])
    try other.batchDelete(Course.all)
    XCTAssertEqual(teachers.map { $0.taught.count }, [0, 0])
  }
}
