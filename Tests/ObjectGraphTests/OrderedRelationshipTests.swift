import ModelRuntime
import TestSupport
import XCTest

final class OrderedRelationshipTests: SchoolTestCase {
  private func student(_ points: [Int32]) -> Student {
    let student = Student(in: context, name: "Ann")
    for points in points { _ = Grade(in: context, points: points, student: student) }
    return student
  }

  private func stored() throws -> [Int32] {
    let context = try freshContext()
    return try XCTUnwrap(try context.first(Student.all)).grades.map(\.points)
  }

  func testJoiningThroughTheInverseGoesToTheEnd() throws {
    let student = student([3, 1, 2])
    XCTAssertEqual(student.grades.map(\.points), [3, 1, 2])
    try context.save()
    XCTAssertEqual(try stored(), [3, 1, 2])
    XCTAssertEqual(
      try rows("SELECT ZPOINTS, Z_FOK_STUDENT FROM ZGRADE ORDER BY 2", in: storeURL),
      ["3|1024", "1|2048", "2|3072"])
  }

  func testMovingAndRemovingKeepTheOrder() throws {
    let student = student([1, 2, 3])
    try context.save()
    student.grades.move(from: 2, to: 0)
    XCTAssertEqual(student.grades.map(\.points), [3, 1, 2])
    try context.save()
    XCTAssertEqual(try stored(), [3, 1, 2])
    context.delete(student.grades[1])
    XCTAssertEqual(student.grades.map(\.points), [3, 2])
    try context.save()
    XCTAssertEqual(try stored(), [3, 2])
  }

  func testRollbackGivesTheOrderBack() throws {
    let student = student([1, 2, 3])
    try context.save()
    student.grades.move(from: 0, to: 2)
    context.rollback()
    XCTAssertEqual(student.grades.map(\.points), [1, 2, 3])
    XCTAssertFalse(context.hasChanges)
  }

  func testManyToManyIsOrderedOnBothSides() throws {
    let students = ["a", "b", "c"].map { Student(in: context, name: $0) }
    let courses = ["x", "y"].map { Course(in: context, title: $0) }
    courses[0].students = OrderedObjects([students[2], students[0]])
    courses[1].students = OrderedObjects([students[0], students[1]])
    students[0].courses.insert(courses[1], at: 0)
    XCTAssertEqual(students[0].courses.map(\.title), ["y", "x"])
    try context.save()
    let other = try freshContext()
    let found = try other.fetch(Course.all.sorted { [$0.title.ascending] })
    XCTAssertEqual(found.map { $0.students.map(\.name) }, [["c", "a"], ["a", "b"]])
    let first = try XCTUnwrap(try other.first(Student.where { $0.name == "a" }))
    XCTAssertEqual(first.courses.map(\.title), ["y", "x"])
  }

  func testOneToManyMoves() throws {
    let teachers = ["a", "b"].map { Teacher(in: context, name: $0) }
    let student = Student(in: context, name: "s", mentor: teachers[0])
    XCTAssertEqual(teachers[0].mentees.objects, [student])
    teachers[1].mentees.insert(student)
    XCTAssertEqual(student.mentor, teachers[1])
    XCTAssertTrue(teachers[0].mentees.isEmpty)
    try context.save()
    let other = try freshContext()
    let loaded = try other.fetch(Teacher.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(loaded.map { $0.mentees.count }, [0, 1])
  }

  func testARelationshipCanBeItsOwnInverse() throws {
    let ann = Student(in: context, name: "Ann")
    let bob = Teacher(in: context, name: "Bob")
    ann.friends.insert(bob)
    XCTAssertEqual(bob.friends.objects, [ann])
    try context.save()
    let other = try freshContext()
    let people = try other.fetch(Person.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(people.map { $0.friends.map(\.name) }, [["Bob"], ["Ann"]])
    people[1].friends.removeAll()
    try other.save()
    XCTAssertEqual(try freshContext().fetch(Person.all).map(\.friends.count), [0, 0])
  }

  func testDenyNamesWhatIsInTheWay() throws {
    let teacher = Teacher(in: context, name: "T")
    let student = Student(in: context, name: "S", mentor: teacher)
    try context.save()
    context.delete(teacher)
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.objectIDs, [student.objectID])
    }
    context.delete(student)
    try context.save()
    XCTAssertEqual(try context.count(Person.all), 0)
  }

  func testAMemberWhoseDeletionIsTakenBackHasItsPlace() throws {
    let course = Course(in: context, title: "c")
    let students = (0..<4).map { Student(in: context, name: "\($0)") }
    course.students = OrderedObjects(students)
    try context.save()
    try container.performAndWait { [id = students[1].objectID] other in
      try other.existingObject(Student.self, with: id)?.standing = .poor
      try other.save()
    }
    context.delete(students[1])
    XCTAssertEqual(course.students.map(\.name), ["0", "2", "3"])
    try context.save(mergePolicy: .rollback)
    XCTAssertEqual(course.students.map(\.name), ["0", "1", "2", "3"])
    XCTAssertEqual(students[1].standing, .poor)
    XCTAssertFalse(course.hasChanges)
    XCTAssertFalse(context.hasChanges)
  }
}
