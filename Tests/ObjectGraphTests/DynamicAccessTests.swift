import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class DynamicAccessTests: SchoolTestCase {
  func testValuesByName() throws {
    let teacher = Teacher(in: context, name: "Bob", salary: 10)
    let student = Student(in: context, name: "Ann", mentor: teacher)
    XCTAssertEqual(try student.value(forKey: "name") as? String, "Ann")
    XCTAssertEqual(try student.value(forKey: "mentor") as? Teacher, teacher)
    XCTAssertNil(try student.value(forKey: "address"))
    try student.setValues(["name": "Eve", "mentor": nil, "standing": Standing.poor])
    XCTAssertEqual(student.name, "Eve")
    XCTAssertNil(student.mentor)
    XCTAssertEqual(student.standing, .poor)
    XCTAssertTrue(teacher.mentees.isEmpty)
    try teacher.setValue([student], forKey: "mentees")
    XCTAssertEqual(student.mentor, teacher)
  }

  func testNumbersOfAnotherTypeAreTakenWhereTheyFit() throws {
    let course = Course(in: context, title: "Latin")
    try course.setValue(7, forKey: "tiny")
    XCTAssertEqual(course.tiny, 7)
    try course.setValue(1, forKey: "ratio")
    XCTAssertEqual(course.ratio, 1)
    XCTAssertThrowsError(try course.setValue(70_000, forKey: "tiny"))
  }

  func testMistakesAreErrorsThatNameTheProperty() throws {
    let student = Student(in: context, name: "Ann")
    let other = Teacher(in: try freshContext(), name: "Bob")
    let cases: [(key: String, value: Any?, message: String)] = [
      ("nmae", "x", "'Student' has no property 'nmae'; did you mean 'name'?"),
      ("name", 7, "'Student.name' cannot be a value of type Int"),
      ("name", nil, "'Student.name' cannot be nil"),
      ("number", UUID(), "'Student.number' cannot be set"),
      ("mentor", "x", "'Student.mentor' cannot be a value of type String"),
      (
        "mentor", other,
        "'Student.mentor' cannot lead to \(other.objectID), which is of another context"
      ),
    ]
    for (key, value, message) in cases {
      XCTAssertThrowsError(try student.setValue(value, forKey: key), key) { error in
        XCTAssertEqual("\(error)", message)
      }
    }
  }

  func testChangedValuesAreTheNewOnes() throws {
    let student = Student(in: context, name: "Ann")
    try context.save()
    XCTAssertTrue(student.changedValues().isEmpty)
    student.name = "Eve"
    student.standing = .good
    XCTAssertEqual(student.changedValues() as? [String: String], ["name": "Eve"])
    student.name = "Ann"
    XCTAssertTrue(student.changedValues().isEmpty)
  }

  func testCommittedValuesAreTheSavedOnes() throws {
    let teacher = Teacher(in: context, name: "Bob")
    let student = Student(in: context, name: "Ann", mentor: teacher)
    try context.save()
    student.name = "Eve"
    student.mentor = nil
    let values = try student.committedValues(forKeys: ["name", "mentor"])
    XCTAssertEqual(values["name"] as? String, "Ann")
    XCTAssertEqual(values["mentor"] as? Teacher, teacher)
    XCTAssertEqual(student.name, "Eve")
    XCTAssertNil(student.mentor)
  }

  func testValuesOfManyObjects() throws {
    let students = ["Ann", "Ben"].map { Student(in: context, name: $0) }
    XCTAssertEqual(try students.values(forKey: "name") as? [String], ["Ann", "Ben"])
    try students.setValue(Standing.poor, forKey: "standing")
    XCTAssertEqual(students.map(\.standing), [.poor, .poor])
    try students.setValues(["name": "Eve", "standing": Standing.good])
    XCTAssertEqual(
      try students.values(forKeys: ["name", "mentor"]) as? [[String: String]],
      [["name": "Eve"], ["name": "Eve"]])
    XCTAssertThrowsError(try students.setValue(7, forKey: "name"))
    XCTAssertEqual(students.map(\.standing), [.good, .good])
  }

  func testListsOfObjectsByName() throws {
    let course = Course(in: context, title: "Latin")
    let students = ["Ann", "Ben"].map { Student(in: context, name: $0) }
    try course.setValue(students, forKey: "students")
    XCTAssertEqual(course.students.map(\.name), ["Ann", "Ben"])
    try course.setValue([students[1]], forKey: "students")
    XCTAssertEqual(course.students.map(\.name), ["Ben"])
    XCTAssertThrowsError(try course.setValue([course], forKey: "students"))
    XCTAssertEqual(students.map(\.courses.count), [0, 1])
  }
}
