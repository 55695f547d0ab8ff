import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Batch updates, which update rows without objects (B-02).
final class BatchUpdateTests: SchoolTestCase {
  private var teacher: Teacher!
  private var courses: [Course] = []

  override func setUpWithError() throws {
    try super.setUpWithError()
    teacher = Teacher(in: context, name: "Tea")
    courses = (1...4).map { Course(in: context, title: "\($0)") }
    for (index, course) in courses.enumerated() { course.huge = Int64(index + 1) }
    try context.save()
  }

  override func tearDown() {
    teacher = nil
    courses = []
    super.tearDown()
  }

  private func update(
    _ request: FetchRequest<Course> = Course.all, _ options: BatchOptions = BatchOptions(),
    _ set: (Paths<Course>) -> [BatchAssignment]
  ) throws -> BatchReport {
    try context.batchUpdate(request.setting(set), options: options)
  }

  func testConstantsAndExpressionsAreSet() throws {
    let report = try update(Course.where { $0.huge > 2 }) {
      [$0.isOpen.set(to: false), $0.huge.set(to: $0.huge * 10), $0.code.set(to: "AB1")]
    }
    XCTAssertEqual(report.updated, 2)
    XCTAssertEqual(courses.map(\.huge), [1, 2, 30, 40])
    XCTAssertEqual(courses.map(\.isOpen), [true, true, false, false])
    XCTAssertEqual(courses[3].code, "AB1")
  }

  func testValuesAreThoseFromBefore() throws {
    _ = try update { [$0.huge.set(to: $0.huge + 1), $0.ratio.set(to: 0.25)] }
    XCTAssertEqual(courses.map(\.huge), [2, 3, 4, 5])
    _ = try update { [$0.huge.set(to: nil)] }
    XCTAssertEqual(courses.map(\.huge), [nil, nil, nil, nil])
  }

  func testOrderAndLimitCount() throws {
    let request = Course.all.sorted { [$0.huge.descending] }.limit(1)
    XCTAssertEqual(
      try context.batchUpdate(request.setting { [$0.code.set(to: "ZZ9")] }).updated, 1)
    XCTAssertEqual(courses.map(\.code), [nil, nil, nil, "ZZ9"])
  }

  func testPathsLeadThroughRelationships() throws {
    courses[1].teacher = teacher
    try context.save()
    _ = try update(Course.where { $0.teacher.name == "Tea" }) {
      [$0.title.set(to: $0.teacher.name)]
    }
    XCTAssertEqual(courses.map(\.title), ["1", "Tea", "3", "4"])
  }

  func testUniqueValuesMayMovePastEachOther() throws {
    courses[0].title = "2x"
    try context.save()
    let all: (Paths<Course>) -> [BatchAssignment] = { _ in
      [
        BatchAssignment(
          ["title"],
          to: .conditional(
            .comparison(
              .init(.keyPath(["title"], of: .evaluatedObject), .equal, .constant(.string("3")))),
            then: .constant(.string("4")), else: .constant(.string("3"))))
      ]
    }
    _ = try update(Course.where { $0.title.in(["3", "4"]) }, BatchOptions(), all)
    XCTAssertEqual(courses.map(\.title), ["2x", "2", "4", "3"])
  }

  func testEqualUniqueValuesFailOrAreSkipped() throws {
    XCTAssertThrowsError(try update { [$0.title.set(to: "same")] }) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique)
      XCTAssertEqual(($0 as? StoreError)?.propertyNames, ["title"])
    }
    XCTAssertEqual(courses.map(\.title), ["1", "2", "3", "4"])
    let report = try update(Course.all, BatchOptions(onConflict: .skip)) {
      [$0.title.set(to: "same")]
    }
    XCTAssertEqual([report.updated, report.skipped], [1, 3])
    XCTAssertEqual(courses.map(\.title).filter { $0 == "same" }.count, 1)
  }

  func testMembersThatStayKeepTheirPlaces() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    let pegs = ["a", "b", "c", "d"].map { Peg(in: context, label: $0) }
    let rails = [Rail(in: context), Rail(in: context)]
    rails[0].pegs = [pegs[2], pegs[0], pegs[1]]
    rails[1].pegs = [pegs[3]]
    try context.save()
    // The constraint on both columns requires them to be cleared for a moment.
    try context.batchUpdate(Peg.all.setting { [$0.rail.set(to: rails[0])] })
    let fresh = try container.makeContext()
    let rail = try XCTUnwrap(try fresh.first(Peg.all)?.rail)
    XCTAssertEqual(rail.pegs.map(\.label), ["c", "a", "b", "d"])
  }

  func testRowsThatAreSkippedKeepTheirLinks() throws {
    let folder = try TemporaryFolder()
    let container = try PersistentContainer(
      .shop, configuration: StoreConfiguration(url: folder.file("Shop.sqlite")))
    let context = try container.makeContext()
    let pegs = ["a", "b", "c"].map { Peg(in: context, label: $0) }
    let coats = pegs.map { peg in
      let coat = Coat(in: context)
      peg.coat = coat
      return coat
    }
    let rails = [Rail(in: context), Rail(in: context)]
    rails[0].pegs = [pegs[2], pegs[0], pegs[1]]
    try context.save()
    // The first object gets the label, so the others cannot have it too.
    let report = try context.batchUpdate(
      Peg.where { $0.label != "a" }.setting {
        [$0.label.set(to: "a"), $0.coat.set(to: nil), $0.rail.set(to: rails[1])]
      }, options: BatchOptions(onConflict: .skip))
    XCTAssertEqual([report.updated, report.skipped], [0, 2])
    let fresh = try container.makeContext()
    let found = try fresh.fetch(Peg.all.sorted { $0.label.ascending })
    XCTAssertEqual(found.map { $0.coat?.objectID }, coats.map(\.objectID))
    XCTAssertEqual(
      try fresh.fetch(Coat.all).compactMap { $0.peg?.label }.sorted(), ["a", "b", "c"])
    let rail = try XCTUnwrap(found[0].rail)
    XCTAssertEqual(rail.pegs.map(\.label), ["c", "a", "b"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testRulesAreChecked() throws {
    XCTAssertThrowsError(try update { [$0.ratio.set(to: $0.ratio * 3)] }) {
      XCTAssertEqual(($0 as? ValidationError)?.failures.count, 4)
    }
    XCTAssertThrowsError(
      try update(Course.where { $0.title == "1" }) { [$0.title.set(to: "forbidden")] }
    ) {
      XCTAssertEqual(($0 as? ValidationError)?.failures.map(\.objectID), [courses[0].objectID])
      XCTAssertTrue($0.localizedDescription.hasPrefix("course 'forbidden': "), "\($0)")
      XCTAssertFalse($0.localizedDescription.contains("Course"), "\($0)")
    }
    XCTAssertThrowsError(try update { [$0.ratio.set(to: nil)] }) {
      XCTAssertEqual(($0 as? ValidationError)?.failures.first?.rule, .missing)
    }
    XCTAssertEqual(courses.map(\.ratio), [0.5, 0.5, 0.5, 0.5])
  }

  func testValuesFitTheirTypes() throws {
    XCTAssertThrowsError(
      try context.batchUpdate(
        BatchUpdate(
          Course.all,
          assignments: [BatchAssignment(["tiny"], to: .constant(.integer(1_000_000)))]))
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .wrongType) }
    XCTAssertThrowsError(
      try context.batchUpdate(
        BatchUpdate(
          Course.all, assignments: [BatchAssignment(["tiny"], to: .constant(.string("x")))]))
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .wrongType) }
  }

  func testWhatCannotBeSetIsRefused() throws {
    let cases: [(keyPath: [String], reason: StoreError.Reason)] = [
      (["nothing"], .unknownName), (["students"], .unknownName),
      (["teacher", "name"], .unknownName),
      ([], .unknownName),
    ]
    for (keyPath, reason) in cases {
      let update = BatchUpdate(
        Course.all, assignments: [BatchAssignment(keyPath, to: .constant(.null))])
      XCTAssertThrowsError(try context.batchUpdate(update), "\(keyPath)") {
        XCTAssertEqual(($0 as? StoreError)?.reason, reason)
      }
    }
    let number = BatchAssignment(["number"], to: .constant(.uuid(UUID())))
    XCTAssertThrowsError(
      try context.batchUpdate(BatchUpdate(Student.all, assignments: [number]))
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .readOnlyProperty) }
  }

  func testElementsOfCompositesAreSet() throws {
    let student = Student(in: context, name: "Ada")
    student.address = Address(street: "Main", zip: 1)
    try context.save()
    try context.batchUpdate(Student.all.setting { [$0.address.zip.set(to: 777)] })
    XCTAssertEqual(student.address?.zip, 777)
  }

  func testSubentitiesAreIncludedUnlessTheyAreNot() throws {
    let head = Head(in: context, name: "Hea")
    try context.save()
    var request = Teacher.all
    request.includesSubentities = false
    XCTAssertEqual(
      try context.batchUpdate(request.setting { [$0.shade.set(to: .dark)] }).updated, 1)
    XCTAssertEqual(
      try context.batchUpdate(Teacher.all.setting { [$0.shade.set(to: .dark)] }).updated, 2)
    XCTAssertEqual(head.shade, .dark)
  }

  func testInversesFollow() throws {
    XCTAssertEqual(teacher.taught.count, 0)
    _ = try update(Course.where { $0.huge > 1 }) { [$0.teacher.set(to: self.teacher)] }
    XCTAssertEqual(Set(teacher.taught.map(\.title)), ["2", "3", "4"])
    _ = try update(Course.where { $0.huge > 2 }) { [$0.teacher.set(to: nil)] }
    XCTAssertEqual(Set(teacher.taught.map(\.title)), ["2"])
  }

  func testUnsavedObjectsAreRefused() throws {
    let unsaved = Teacher(in: context, name: "New")
    XCTAssertThrowsError(try update { [$0.teacher.set(to: unsaved)] }) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .inaccessible)
    }
  }

  func testVersionsCountSoThatOthersNotice() throws {
    let other = try freshContext()
    let stale = try XCTUnwrap(other.fetch(Course.all).first)
    stale.code = "QQ1"
    _ = try update { [$0.isOpen.set(to: false)] }
    XCTAssertThrowsError(try other.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .conflict)
    }
  }

  func testUnsavedChangesStay() throws {
    courses[0].code = "QQ1"
    _ = try update { [$0.isOpen.set(to: false)] }
    XCTAssertEqual(courses[0].code, "QQ1")
    XCTAssertFalse(courses[0].isOpen)
    try context.save()
    XCTAssertEqual(
      try freshContext().fetch(Course.where { $0.code == "QQ1" && !$0.isOpen }).count, 1)
  }
}
