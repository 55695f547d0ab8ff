import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Stores in Core Data's XML format.
final class XMLStoreTests: SchoolTestCase {
  private var xmlURL: URL { folder.file("School.xml") }

  private func open(isReadOnly: Bool = false) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: xmlURL, type: .xml)
    configuration.isReadOnly = isReadOnly
    return try PersistentContainer(.school, configuration: configuration)
  }

  private func text() throws -> String { try String(contentsOf: xmlURL, encoding: .utf8) }

  /// Saves a teacher with two students, and courses in an order.
  private func fill(_ context: ManagedObjectContext) throws {
    let teacher = Head(in: context, name: "<&> \\u \"Ada\"\n\u{1}")
    teacher.salary = Decimal(string: "1234.56")
    teacher.shade = .dark
    teacher.address = Address(street: "Main", zip: 12345)
    let first = Student(in: context, name: "Ben", standing: .excellent)
    let second = Student(in: context, name: "Cid")
    first.mentor = teacher
    second.mentor = teacher
    first.friends.insert(second)
    let course = Course(in: context, title: "Analysis")
    course.students = [second, first]
    course.teacher = teacher
    course.rooms = ["a", "b"]
    course.link = URL(string: "https://example.org/a?b=c&d")
    course.scan = Data([0, 1, 255])
    course.ratio = 0.1
    course.small = 1.5
    course.huge = .max
    course.notes = .object(["a": .array([.number(1), .null])])
    second.grades = [Grade(in: context, points: 7, student: second)]
    try context.save()
  }

  func testAnXMLStoreKeepsEveryKindOfValueAndLink() throws {
    let number: UUID
    do {
      let context = try open().makeContext()
      try fill(context)
      number = try XCTUnwrap(try context.first(Head.all)).number
    }
    let context = try open().makeContext()
    let head = try XCTUnwrap(try context.first(Head.all))
    XCTAssertEqual(head.name, "<&> \\u \"Ada\"\n\u{1}")
    XCTAssertEqual(head.number, number)
    XCTAssertEqual(head.salary, Decimal(string: "1234.56"))
    XCTAssertEqual(head.shade, .dark)
    XCTAssertEqual(head.address, Address(street: "Main", zip: 12345))
    XCTAssertEqual(head.mentees.map(\.name).sorted(), ["Ben", "Cid"])
    let course = try XCTUnwrap(try context.first(Course.all))
    XCTAssertEqual(course.students.map(\.name), ["Cid", "Ben"])
    XCTAssertEqual(course.teacher, head)
    XCTAssertEqual(course.rooms, ["a", "b"])
    XCTAssertEqual(course.link, URL(string: "https://example.org/a?b=c&d"))
    XCTAssertEqual(course.scan, Data([0, 1, 255]))
    XCTAssertEqual(course.ratio, 0.1)
    XCTAssertEqual(course.small, 1.5)
    XCTAssertEqual(course.huge, .max)
    XCTAssertEqual(course.notes, .object(["a": .array([.number(1), .null])]))
    let second = course.students[0]
    XCTAssertEqual(second.standing, .good)
    XCTAssertEqual(second.grades.map(\.points), [7])
    XCTAssertEqual(second.friends.map(\.name), ["Ben"])
  }

  func testTheFileIsCoreDatas() throws {
    let context = try open().makeContext()
    let teacher = Teacher(in: context, name: "Ada")
    let student = Student(in: context, name: "Ben")
    student.mentor = teacher
    try context.save()
    let text = try text()
    XCTAssertTrue(
      text.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

        <database>
            <databaseInfo>
                <version>134481920</version>
                <UUID>\(student.objectID.storeIdentifier.uuidString)</UUID>
                <nextObjectID>
        """), text)
    XCTAssertTrue(text.contains("<key>NSStoreModelVersionHashes</key>"))
    XCTAssertTrue(text.contains("<string>XML</string>"))
    XCTAssertTrue(
      text.contains(
        """
            <object type="STUDENT" id="z\(student.objectID.key)">
                <attribute name="name" type="string">Ben</attribute>
                <attribute name="number" type="uuid">\(student.number.uuidString)</attribute>
        """), text)
    XCTAssertTrue(
      text.contains(
        """
                <relationship name="mentor" type="1/1" destination="TEACHER" \
        idrefs="z\(teacher.objectID.key)"/>
        """), text)
    XCTAssertTrue(
      text.contains(
        """
                <relationship name="mentees" type="0/0" destination="STUDENT" \
        idrefs="z\(student.objectID.key)"/>
        """), text)
  }

  func testAFileOfApplesIsReadAndWritten() throws {
    try Data(
      """
      <?xml version="1.0"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>343C8D7F-A000-42C4-8463-43FA1E5EF3FB</UUID>
              <nextObjectID>104</nextObjectID>
              <metadata>
                  <plist version="1.0">
                      <dict>
                          <key>NSPersistenceFrameworkVersion</key>
                          <integer>407</integer>
                          <key>NSStoreModelVersionHashes</key>
                          <dict>
                              <key>Course</key>
                              <data>
      \t\tIRnBFbYFaGi4wrEk1yD4pFL1Lf9R0iYZzqFyCdhwmcM=
      \t\t</data>
                          </dict>
                      </dict>
                  </plist>
              </metadata>
          </databaseInfo>
          <object type="COURSE" id="z103">
              <attribute name="title" type="string">\\u3ca\\u3e \\u11ffB</attribute>
              <attribute name="ratio" type="double">0.25000000000000000000</attribute>
              <attribute name="isopen" type="bool">1</attribute>
              <attribute name="tiny" type="int16">3</attribute>
              <attribute name="rooms" type="string">[]</attribute>
              <relationship name="students" type="0/0" destination="STUDENT"></relationship>
          </object>
      </database>
      """.utf8
    ).write(to: xmlURL)
    let context = try open().makeContext()
    let course = try XCTUnwrap(try context.first(Course.all))
    XCTAssertEqual(course.title, "<a> \u{11FF}B")
    XCTAssertEqual(course.ratio, 0.25)
    XCTAssertEqual(
      course.objectID.description, "x-coredata://343C8D7F-A000-42C4-8463-43FA1E5EF3FB/Course/p103")
    course.tiny = 4
    let student = Student(in: context, name: "Ben")
    XCTAssertEqual(student.objectID.key, 105)
    try context.save()
    let text = try text()
    XCTAssertTrue(text.contains("<integer>407</integer>"), "metadata is kept")
    XCTAssertTrue(text.contains("IRnBFbYFaGi4wrEk1yD4pFL1Lf9R0iYZzqFyCdhwmcM="))
    XCTAssertFalse(text.contains("ModelRuntimeModel"), "a store of Apple's stays Apple's")
    XCTAssertTrue(text.contains("<attribute name=\"tiny\" type=\"int16\">4</attribute>"))
    XCTAssertEqual(try open().makeContext().count(Student.all), 1)
  }

  func testDamageIsNamedWithItsPlace() throws {
    try fill(try open().makeContext())
    let sound = try text()
    let teacher = try XCTUnwrap(sound.firstMatch(of: /destination="TEACHER" idrefs="(z\d+)"/))
    let course = try XCTUnwrap(sound.firstMatch(of: /<object type="COURSE" id="z\d+"/))
    let cases: [(name: String, from: String, to: String, reason: StoreError.Reason, says: String)] =
      [
        ("no type", "<object type=\"COURSE\"", "<object", .damaged, "an object has no type"),
        (
          "unknown relationship", "name=\"students\"", "name=\"pupils\"", .modelMismatch,
          "model 'School' has no relationship 'Course.pupils'"
        ),
        (
          "no id in a link", "destination=\"COURSE\" idrefs=\"",
          "destination=\"COURSE\" idrefs=\"y7 ", .damaged, "'y7' is no id of an object"
        ),
        (
          "two teachers", String(teacher.0),
          "destination=\"TEACHER\" idrefs=\"\(teacher.1) \(teacher.1)\"", .damaged,
          "leads to 2 objects, where there can be one"
        ),
        (
          "no such teacher", String(teacher.0), "destination=\"TEACHER\" idrefs=\"z998\"",
          .damaged, "leads to z998, which is not there"
        ),
        ("cut", String(sound.suffix(sound.count / 2)), "", .damaged, "has no end tag"),
        ("no XML", sound, "rubbish", .damaged, "there is no element"),
        ("another document", sound, "<plist/>", .notAStore, "'<plist>'"),
        (
          "wrong number", "type=\"int32\">7<", "type=\"int32\">seven<", .damaged,
          "'Grade.points' is of type int32, which 'seven' is not"
        ),
        (
          "half a number", "type=\"decimal\">1234.56<", "type=\"decimal\">12-34<", .damaged,
          "is of type decimal, which '12-34' is not"
        ),
        (
          "unknown entity", "type=\"COURSE\"", "type=\"CURSE\"", .modelMismatch,
          "model 'School' has no entity 'CURSE'"
        ),
        (
          "unknown attribute", "name=\"title\"", "name=\"tilte\"", .modelMismatch,
          "model 'School' has no attribute 'Course.tilte'"
        ),
        (
          "abstract entity", "type=\"COURSE\"", "type=\"PERSON\"", .modelMismatch, "entity 'PERSON'"
        ),
        (
          "dangling", "destination=\"COURSE\" idrefs=\"", "destination=\"COURSE\" idrefs=\"z999 ",
          .damaged, "leads to z999, which is not there"
        ),
        ("no identifier", "<UUID>", "<UUID>x", .damaged, "no store identifier"),
        ("no id", " id=\"z", " id=\"", .damaged, "needs an id"),
        (
          "two of one id", String(course.0), "<object type=\"COURSE\" id=\"z1\"",
          .damaged, "there are two objects 'z1'"
        ),
      ]
    for row in cases {
      let damaged = sound.replacingOccurrences(of: row.from, with: row.to)
      XCTAssertNotEqual(damaged, sound, row.name)
      try Data(damaged.utf8).write(to: xmlURL)
      XCTAssertThrowsError(try open(), row.name) { error in
        let error = error as? StoreError
        XCTAssertEqual(error?.reason, row.reason, "\(row.name): \(error as Any)")
        XCTAssertTrue("\(error as Any)".contains(row.says), "\(row.name): \(error as Any)")
        if row.reason != .notAStore { XCTAssertNotNil(error?.position?.line, row.name) }
      }
      XCTAssertEqual(try text(), damaged, "\(row.name): a damaged file is left alone")
    }
  }

  func testEveryShortenedFileIsRefused() throws {
    try fill(try open().makeContext())
    let sound = Array(try text().utf8)
    for length in stride(from: 0, to: sound.count - 12, by: 97) {
      try Data(sound.prefix(length)).write(to: xmlURL)
      XCTAssertThrowsError(try open(), "\(length)") { XCTAssertTrue($0 is StoreError) }
    }
  }

  func testASaveThatCannotBeWrittenChangesNothingAndCanBeTriedAgain() throws {
    let container = try open()
    let context = try container.makeContext()
    try fill(context)
    let before = try text()
    let student = Student(in: context, name: "Dee")
    let other = try container.makeContext()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: xmlURL.path(percentEncoded: false))
    if !FileManager.default.isWritableFile(atPath: xmlURL.path(percentEncoded: false)) {
      XCTAssertThrowsError(try context.save()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .readOnly)
      }
      XCTAssertEqual(try text(), before)
      XCTAssertEqual(try other.count(Student.all), 2)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: xmlURL.path(percentEncoded: false))
    try context.save()
    XCTAssertEqual(try other.count(Student.all), 3)
    XCTAssertTrue(try text().contains("Dee"))
    XCTAssertFalse(student.hasChanges)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        .filter { $0.hasPrefix(".") }, [], "nothing is left beside the file")
  }

  func testTwoProgramsDoNotOverwriteEachOther() throws {
    let mine = try open()
    let theirs = try open()
    let context = try mine.makeContext()
    let other = try theirs.makeContext()
    _ = Student(in: context, name: "Ben")
    try context.save()
    _ = Student(in: other, name: "Cid")
    XCTAssertThrowsError(try other.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .conflict)
      XCTAssertTrue("\(error)".contains("changed by another program"), "\(error)")
    }
    XCTAssertTrue(other.hasChanges)
    XCTAssertEqual(try open().makeContext().fetch(Student.all).map(\.name), ["Ben"])
  }

  func testRulesOfTheModelHoldInAnXMLStore() throws {
    let context = try open().makeContext()
    _ = Course(in: context, title: "A")
    try context.save()
    let before = try text()
    _ = Course(in: context, title: "A")
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique)
    }
    XCTAssertEqual(try text(), before)
  }

  func testAReadOnlyXMLStoreRefusesASave() throws {
    try fill(try open().makeContext())
    let before = try text()
    let context = try open(isReadOnly: true).makeContext()
    XCTAssertEqual(try context.count(Person.all), 3)
    try XCTUnwrap(try context.first(Head.all)).name = "Bea"
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .readOnly)
    }
    XCTAssertEqual(try text(), before)
    try FileManager.default.removeItem(at: xmlURL)
    XCTAssertThrowsError(try open(isReadOnly: true)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .cannotOpen)
    }
  }
}
