import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class AttributeTypeTests: SchoolTestCase {
  func testEveryTypeComesBackAsItWas() throws {
    let course = Course(
      in: context, title: "Latin", rooms: ["A", "B\"C"],
      link: URL(string: "https://example.com/a?b=c"),
      notes: .object(["level": .number(3), "old": .boolean(true), "none": .null]),
      scan: Data([0, 1, 255]), ratio: 0.25, small: 1.5, tiny: -7, huge: .min, isOpen: false,
      code: "AB12")
    try context.save()
    let other = try XCTUnwrap(try Course.find(title: "Latin", in: try freshContext()))
    XCTAssertEqual(other.values, course.values)
    XCTAssertEqual(other.notes, course.notes)
  }

  func testOptionalValuesCanBeMissing() throws {
    _ = Course(in: context, title: "Latin")
    try context.save()
    let other = try XCTUnwrap(try freshContext().first(Course.all))
    XCTAssertNil(other.link)
    XCTAssertNil(other.notes)
    XCTAssertNil(other.scan)
    XCTAssertNil(other.small)
    XCTAssertNil(other.huge)
    XCTAssertEqual(other.rooms, [])
    XCTAssertTrue(other.isOpen)
  }

  func testDecimalsKeepTheirDigits() throws {
    for text in ["0.1", "1234567890.12", "-99999.99999", "0"] {
      let teacher = Teacher(in: context, name: "T", salary: Decimal(string: text))
      try context.save()
      let other = try freshContext().existingObject(Teacher.self, with: teacher.objectID)
      XCTAssertEqual(other?.salary, Decimal(string: text), text)
    }
  }

  func testCompositesAreColumns() throws {
    let student = Student(in: context, name: "Ann", address: Address(street: "Main", zip: 7))
    try context.save()
    XCTAssertEqual(
      try rows("SELECT ZSTREET, ZZIP FROM ZPERSON", in: storeURL), ["Main|7"])
    let other = try freshContext()
    let found = try other.fetch(Person.where { $0.address.zip == 7 && $0.address.street != "x" })
    XCTAssertEqual(found.map(\.objectID), [student.objectID])
    found.first?.address = nil
    try other.save()
    XCTAssertEqual(try rows("SELECT ZSTREET FROM ZPERSON", in: storeURL), [""])
    XCTAssertNil(try freshContext().first(Person.all)?.address)
  }

  func testUnknownEnumerationValues() throws {
    _ = Teacher(in: context, name: "T")
    _ = Student(in: context, name: "S")
    try context.save()
    try execute("UPDATE ZPERSON SET ZSHADE = 'odd', ZSTANDING = 77", in: storeURL)
    let other = try freshContext()
    let teacher = try XCTUnwrap(try other.first(Teacher.all))
    XCTAssertEqual(teacher.shade, .plain)
    XCTAssertFalse(teacher.isInaccessible)
    let student = try XCTUnwrap(try other.first(Student.all))
    XCTAssertTrue(student.isInaccessible)
  }

  func testTransientValuesAreNotStored() throws {
    let student = Student(in: context, name: "Ann")
    student.isSelected = true
    XCTAssertTrue(student.isSelected)
    try context.save()
    XCTAssertFalse(try XCTUnwrap(try freshContext().first(Student.all)).isSelected)
  }

  func testFetchedPropertiesAreFetched() throws {
    let latin = Course(in: context, title: "Latin", ratio: 0.25)
    _ = Course(in: context, title: "Greek", ratio: 0.25)
    _ = Course(in: context, title: "Art", ratio: 0.75)
    XCTAssertEqual(try latin.similar.map(\.title), ["Greek"])
    try context.save()
    XCTAssertEqual(try latin.similar.map(\.title), ["Greek"])
  }

  func testRulesOfEveryKindAreChecked() throws {
    let course = Course(in: context, title: "Latin", ratio: 2, code: "x")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)",
        """
        2 rules are broken, nothing was saved
          Course p1: ratio is greater than 1
          Course p1: code does not match /[A-Z]{2}[0-9]+/: two letters and a number
        """)
      XCTAssertEqual(
        (error as? ValidationError)?.failures.map(\.coreDataCode), [1610, 1680])
    }
    course.ratio = .nan
    course.code = nil
    XCTAssertThrowsError(try context.save())
    course.ratio = 1
    try context.save()
  }

  func testADocumentWithoutJSONIsRefused() throws {
    let course = Course(in: context, title: "Latin", notes: .object(["level": .number(3)]))
    try context.save()
    course.notes = .object(["level": .number(.infinity)])
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["notes"])
      XCTAssertTrue("\(error)".contains("it has no JSON"), "\(error)")
    }
    let fresh = try freshContext()
    XCTAssertEqual(try fresh.first(Course.all)?.notes, .object(["level": .number(3)]))
  }

  func testTextsInDocumentsAreTheirScalars() throws {
    let course = Course(in: context, title: "Latin", rooms: ["e\u{301}"])
    try context.save()
    course.rooms = ["\u{E9}"]
    XCTAssertTrue(course.hasPersistentChangedValues)
    course.rooms = ["e\u{301}"]
    XCTAssertFalse(course.hasPersistentChangedValues)
  }
}
