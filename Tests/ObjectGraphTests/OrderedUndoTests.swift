import ModelRuntime
import TestSupport
import XCTest

/// U-06 where order, transient values and hierarchies matter.
final class OrderedUndoTests: SchoolTestCase {
  private var student: Student!
  private var grades: [Grade] = []

  override func setUpWithError() throws {
    try super.setUpWithError()
    student = Student(in: context, name: "Ann")
    grades = (1...3).map { Grade(in: context, points: $0, student: student) }
    try context.save()
    context.undoHistory = UndoHistory()
  }

  override func tearDown() {
    student = nil
    grades = []
    super.tearDown()
  }

  private var points: [Int32] { student.grades.map(\.points) }

  func testU06_MovesAreUndone() throws {
    student.grades.move(from: 0, to: 2)
    XCTAssertEqual(points, [2, 3, 1])
    context.processPendingChanges()
    student.grades.insert(grades[2], at: 0)
    XCTAssertEqual(points, [3, 2, 1])
    context.undo()
    XCTAssertEqual(points, [2, 3, 1])
    try context.save()
    context.undo()
    XCTAssertEqual(points, [1, 2, 3])
    context.redo()
    XCTAssertEqual(points, [2, 3, 1])
    context.redo()
    XCTAssertEqual(points, [3, 2, 1])
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.grades.map(\.points), [3, 2, 1])
  }

  func testU06_ADeletedMemberComesBackInItsPlace() throws {
    for saves in [false, true] {
      context.delete(grades[1])
      if saves { try context.save() }
      XCTAssertEqual(points, [1, 3])
      context.undo()
      XCTAssertEqual(points, [1, 2, 3], "saved: \(saves)")
      try context.save()
      let fresh = try freshContext()
      let copy = try fresh.first(Student.all)
      XCTAssertEqual(copy?.grades.map(\.points), [1, 2, 3], "saved: \(saves)")
    }
  }

  func testU06_ACascadeComesBack() throws {
    let course = Course(in: context, title: "Logic")
    course.students.append(student)
    try context.save()
    context.delete(student)
    try context.save()
    XCTAssertEqual(try context.count(Grade.all), 0)
    context.undo()
    XCTAssertEqual(points, [1, 2, 3])
    XCTAssertEqual(course.students.objects, [student])
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.name, "Ann")
    XCTAssertEqual(copy?.grades.map(\.points), [1, 2, 3])
    XCTAssertEqual(copy?.courses.map(\.title), ["Logic"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testU06_TransientValuesAreUndone() throws {
    student.isSelected = true
    student.name = "Bea"
    context.processPendingChanges()
    student.isSelected = false
    context.undo()
    XCTAssertTrue(student.isSelected)
    context.undo()
    XCTAssertFalse(student.isSelected)
    XCTAssertEqual(student.name, "Ann")
    context.redo()
    XCTAssertTrue(student.isSelected)
  }

  func testC04_AChildSavesOrderAndHierarchies() throws {
    let child = context.makeChild()
    let person = try XCTUnwrap(try child.first(Person.all) as? Student)
    person.standing = .excellent
    person.grades.move(from: 2, to: 0)
    _ = Grade(in: child, points: 4, student: person)
    let head = Head(in: child, name: "Eve")
    person.mentor = head
    XCTAssertThrowsError(try child.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["grades"])
    }
    child.delete(try XCTUnwrap(person.grades.last))
    try child.save()
    XCTAssertEqual(points, [3, 1, 2])
    XCTAssertEqual(student.standing, .excellent)
    XCTAssertEqual(student.mentor?.entityName, "Head")
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.grades.map(\.points), [3, 1, 2])
    XCTAssertEqual(copy?.mentor?.name, "Eve")
  }
}
