import Foundation
import ModelRuntime
import XCTest

/// Batch inserts, which insert rows without objects (B-01).
final class BatchInsertTests: SchoolTestCase {
  private func titles() throws -> [String] {
    try freshContext().fetch(Course.all.sorted { [$0.title.ascending] }).map(\.title)
  }

  func testClosureSetsValuesOverDefaults() throws {
    let report = try context.batchInsert(1...1000, into: Course.self) { course, number in
      course.title = "course \(number)"
      if number == 7 { course.ratio = 0.25 }
    }
    XCTAssertEqual(report.inserted, 1000)
    let courses = try freshContext().fetch(Course.all)
    XCTAssertEqual(courses.count, 1000)
    XCTAssertEqual(courses[6].ratio, 0.25)
    XCTAssertEqual(courses[7].ratio, 0.5)
    XCTAssertTrue(courses[7].isOpen)
  }

  func testFreshIdentifiersAreMadeForEveryRow() throws {
    try context.batchInsert(["Ada", "Bo"], into: Student.self) { $0.name = $1 }
    let students = try freshContext().fetch(Student.all)
    XCTAssertEqual(Set(students.map(\.number)).count, 2)
    XCTAssertEqual(students.map(\.standing), [.good, .good])
  }

  func testKeysAreReservedAndNotWasted() throws {
    XCTAssertThrowsError(
      try context.batchInsert(["a", "a"], into: Course.self) { $0.title = $1 })
    try context.batchInsert(["a", "b"], into: Course.self) { $0.title = $1 }
    let next = Course(in: context, title: "c")
    try context.save()
    XCTAssertEqual(next.objectID.key, 3)
  }

  func testSnapshotsAreInsertedAsNewRows() throws {
    let course = Course(in: context, title: "old")
    course.ratio = 0.75
    try context.save()
    var snapshot = try context.fetch(Course.all, as: Course.Snapshot.self)[0]
    snapshot.title = "new"
    try context.batchInsert([snapshot], into: Course.self)
    XCTAssertEqual(try titles(), ["new", "old"])
    XCTAssertEqual(try freshContext().fetch(Course.where { $0.ratio == 0.75 }).count, 2)
  }

  func testEqualUniqueValuesFailAndLeaveNothing() throws {
    XCTAssertThrowsError(
      try context.batchInsert(["a", "b", "a"], into: Course.self) { $0.title = $1 }
    ) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .notUnique)
      XCTAssertEqual((error as? StoreError)?.propertyNames, ["title"])
      XCTAssertTrue("\(error)".contains("'a'"), "\(error)")
    }
    XCTAssertEqual(try titles(), [])
  }

  func testAValueWithoutAStoredFormIsNamed() throws {
    XCTAssertThrowsError(
      try context.batchInsert(["a", "b"], into: Course.self) { course, title in
        course.title = title
        course.notes = .number(.infinity)
      }
    ) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["notes"])
    }
    XCTAssertEqual(try titles(), [])
  }

  func testEqualUniqueValuesCanBeSkipped() throws {
    let report = try context.batchInsert(
      ["a", "b", "a"], into: Course.self, options: BatchOptions(onConflict: .skip)
    ) { $0.title = $1 }
    XCTAssertEqual([report.inserted, report.skipped], [2, 1])
    XCTAssertEqual(try titles(), ["a", "b"])
  }

  func testEqualUniqueValuesCanUpdate() throws {
    let teacher = Teacher(in: context, name: "Tea")
    let old = Course(in: context, title: "a")
    old.teacher = teacher
    try context.save()
    let report = try context.batchInsert(
      [("a", 0.125), ("b", 0.25)], into: Course.self,
      options: BatchOptions(onConflict: .update, reportsIDs: true)
    ) {
      ($0.title, $0.ratio) = $1
    }
    XCTAssertEqual([report.inserted, report.updated], [1, 1])
    XCTAssertEqual(report.objectIDs.updated, [old.objectID])
    XCTAssertEqual(old.ratio, 0.125)
    XCTAssertEqual(old.teacher, teacher)
    XCTAssertEqual(try titles(), ["a", "b"])
  }

  func testRulesAreCheckedAndNothingIsInserted() throws {
    XCTAssertThrowsError(
      try context.batchInsert([0.5, 2, 3], into: Course.self) {
        ($0.title, $0.ratio) = ("\($1)", $1)
      }
    ) {
      XCTAssertEqual(($0 as? ValidationError)?.failures.map(\.propertyName), ["ratio", "ratio"])
    }
    XCTAssertThrowsError(
      try context.batchInsert(["forbidden"], into: Course.self) { $0.title = $1 }
    ) { XCTAssertEqual(($0 as? ValidationError)?.failures.map(\.propertyName), ["named"]) }
    XCTAssertEqual(try titles(), [])
    try context.batchInsert(
      ["forbidden"], into: Course.self, options: BatchOptions(checksRules: false)
    ) { $0.title = $1 }
    XCTAssertEqual(try titles(), ["forbidden"])
  }

  func testRelationshipsToOneCanBeSet() throws {
    let teacher = Teacher(in: context, name: "Tea")
    try context.save()
    XCTAssertEqual(teacher.taught.count, 0)
    try context.batchInsert(["a", "b"], into: Course.self) {
      $0.title = $1
      $0.teacher = teacher
    }
    XCTAssertEqual(Set(teacher.taught.map(\.title)), ["a", "b"])
    XCTAssertFalse(context.hasChanges)
  }

  func testRelationshipsToManyAreRefused() throws {
    let student = Student(in: context, name: "Ada")
    try context.save()
    XCTAssertThrowsError(
      try context.batchInsert(["a"], into: Course.self) {
        $0.title = $1
        $0.students.append(student)
      }
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .readOnlyProperty) }
    XCTAssertFalse(context.hasChanges)
  }

  func testHooksAreNotCalled() throws {
    HookScript.current = HookScript()
    HookScript.current.isRecording = true
    defer { HookScript.current = HookScript() }
    let own = try freshContext()
    try own.batchInsert(["Ada", "Bo"], into: Student.self) { $0.name = $1 }
    let update = Student.all.setting { [$0.name.set(to: "Cy")] }
    XCTAssertEqual(try own.batchUpdate(update).updated, 2)
    XCTAssertEqual(try own.batchDelete(Student.all).deleted, 2)
    XCTAssertEqual(HookScript.current.calls, [])
  }

  func testOtherContextsLearnOfIt() throws {
    let other = try freshContext()
    other.automaticallyMergesChanges = true
    let teacher = Teacher(in: context, name: "Tea")
    try context.save()
    let same = try XCTUnwrap(other.first(Teacher.all))
    XCTAssertEqual(same.taught.count, 0)
    try context.batchInsert(["a"], into: Course.self) { ($0.title, $0.teacher) = ($1, teacher) }
    other.mergePendingChanges()
    XCTAssertEqual(same.taught.count, 1)
  }

  func testSavingMeanwhileIsAnError() throws {
    let context = try XCTUnwrap(self.context)
    XCTAssertThrowsError(
      try context.batchInsert(["a"], into: Course.self) { _, _ in
        _ = Course(in: context, title: "x")
        try context.save()
      }
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .busy) }
    context.rollback()
    XCTAssertEqual(try titles(), [])
  }

  /// The last position of an ordered relationship is not looked up again for each row by a
  /// walk over all members.
  func testB01_RowsJoinListsInProportionToTheirNumber() throws {
    func time(_ count: Int) throws -> Int {
      let container = try PersistentContainer(.shop, configuration: .inMemory)
      let context = try container.makeContext()
      let rails = [Rail(in: context), Rail(in: context)]
      rails[0].pegs.append(Peg(in: context, label: "first"))
      try context.save()
      let start = clock()
      try context.batchInsert(0..<count, into: Peg.self) { peg, number in
        peg.label = "\(number)"
        peg.rail = rails[number == 5 ? 1 : 0]
      }
      let time = clock() - start
      let fresh = try container.makeContext()
      let pegs = try fresh.fetch(Rail.all).map { $0.pegs.map(\.label) }
      let numbers = (0..<count).map(String.init)
      XCTAssertEqual(pegs, [["first"] + numbers.filter { $0 != "5" }, ["5"]])
      XCTAssertEqual(try container.integrityCheck().map(\.description), [])
      return time
    }
    // With 8 times as many rows, a walk over all members for each row would take 64 times
    // as long.
    XCTAssertLessThan(try time(4000), try 24 * time(500))
  }
}
