import Foundation
import ModelRuntime
import XCTest

final class SnapshotTests: SchoolTestCase {
  private func snapshot<Object: ManagedObject, Values: EntityValues>(
    _ object: Object, as type: ObjectSnapshot<Values>.Type
  ) throws -> ObjectSnapshot<Values> {
    try XCTUnwrap(
      context.fetch(Object.all, as: type).first { $0.id == object.objectID })
  }

  func testADiffNamesWhatDiffers() throws {
    let course = Course(in: context, title: "Art")
    try context.save()
    let before = try snapshot(course, as: Course.Snapshot.self)
    var after = before
    after.title = "Music"
    after.ratio = 1
    let changes = after.changes(since: before)
    XCTAssertEqual(changes.keys(Course.Key.self), [.title, .ratio])
    XCTAssertTrue(changes.contains(Course.Key.title))
    XCTAssertFalse(changes.contains(Course.Key.isOpen))
    XCTAssertTrue(before.changes(since: before).isEmpty)
  }

  func testADiffNamesInheritedProperties() throws {
    let head = Head(in: context, name: "Cid")
    try context.save()
    let before = try snapshot(head, as: Head.Snapshot.self)
    var after = before
    after.name = "Dea"
    after.salary = 3
    after.office = "B2"
    XCTAssertEqual(
      after.changes(since: before).keys(Head.Key.self).map { "\($0)" },
      ["name", "salary", "office"])
  }

  func testApplyingSetsOnlyWhatDiffers() throws {
    let head = Head(in: context, name: "Cid")
    head.address = Address(street: "A", zip: 1)
    try context.save()
    var changed = try snapshot(head, as: Head.Snapshot.self)
    changed.name = "Dea"
    changed.salary = 3
    changed.address = nil
    let applied = try head.apply(changed)
    XCTAssertEqual(applied.keys(Head.Key.self).map { "\($0)" }, ["name", "address", "salary"])
    XCTAssertEqual(Set(head.changedValues().keys), ["name", "address", "salary"])
    try context.save()

    let saved = try XCTUnwrap(freshContext().first(Head.all))
    XCTAssertEqual(saved.name, "Dea")
    XCTAssertEqual(saved.salary, 3)
    XCTAssertNil(saved.address)
    XCTAssertNil(saved.office)
  }

  func testApplyingWhatIsTheSameChangesNothing() throws {
    let head = Head(in: context, name: "Cid")
    try context.save()
    let fresh = try freshContext()
    let other = try XCTUnwrap(fresh.first(Head.all))
    XCTAssertTrue(try other.apply(snapshot(head, as: Head.Snapshot.self)).isEmpty)
    XCTAssertFalse(fresh.hasChanges)
  }

  func testInversesFollowAnAppliedRelationship() throws {
    let (cid, dea) = (Teacher(in: context, name: "Cid"), Teacher(in: context, name: "Dea"))
    let student = Student(in: context, name: "Bo")
    student.mentor = cid
    try context.save()
    var changed = try snapshot(student, as: Student.Snapshot.self)
    changed.mentor = Reference(key: dea.objectID.key)
    try student.apply(changed)
    XCTAssertEqual(student.mentor, dea)
    XCTAssertEqual(cid.mentees.count, 0)
    XCTAssertEqual(dea.mentees.map(\.name), ["Bo"])
    changed.mentor = Reference()
    try student.apply(changed)
    XCTAssertNil(student.mentor)
    XCTAssertEqual(dea.mentees.count, 0)
  }

  func testConstantsStayAsTheyAre() throws {
    let (one, two) = (Head(in: context, name: "Cid"), Head(in: context, name: "Dea"))
    try context.save()
    let number = two.number
    XCTAssertEqual(
      try two.apply(snapshot(one, as: Head.Snapshot.self)).keys(Head.Key.self), [.name])
    XCTAssertEqual(two.number, number)
    XCTAssertEqual(two.name, "Cid")
  }

  func testAMissingDestinationSetsNothing() throws {
    let student = Student(in: context, name: "Bo")
    try context.save()
    var changed = try snapshot(student, as: Student.Snapshot.self)
    changed.name = "Al"
    changed.mentor = Reference(key: 999)
    XCTAssertThrowsError(try student.apply(changed)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .inaccessible)
    }
    XCTAssertEqual(student.name, "Bo")
    XCTAssertFalse(context.hasChanges)
  }

  func testASnapshotOfAnotherEntityIsRefused() throws {
    let teacher = Teacher(in: context, name: "Cid")
    let course = Course(in: context, title: "Art")
    try context.save()
    let wrong = try snapshot(course, as: Course.Snapshot.self)
    XCTAssertThrowsError(try teacher.apply(wrong)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .wrongType)
    }
  }

  func testAnInheritedSnapshotIsOneFlatObjectAsJSON() throws {
    let head = Head(in: context, name: "Cid")
    head.office = "A1"
    try context.save()
    let before = try snapshot(head, as: Head.Snapshot.self)
    let data = try JSONEncoder().encode(before)
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let values = try XCTUnwrap(object["values"] as? [String: Any])
    XCTAssertEqual(values["name"] as? String, "Cid")
    XCTAssertEqual(values["office"] as? String, "A1")
    XCTAssertEqual(try JSONDecoder().decode(Head.Snapshot.self, from: data), before)
  }

  func testValuesAreCodedUnderTheirPropertiesNamesAndNilIsLeftOut() throws {
    var values = Head.Values()
    XCTAssertEqual(String(decoding: try JSONEncoder().encode(values), as: UTF8.self), "{}")
    values.office = "A1"
    let text = #"{"office":"A1"}"#
    XCTAssertEqual(String(decoding: try JSONEncoder().encode(values), as: UTF8.self), text)
    XCTAssertEqual(try JSONDecoder().decode(Head.Values.self, from: Data(text.utf8)), values)
    XCTAssertThrowsError(try JSONDecoder().decode(Course.Values.self, from: Data("{}".utf8)))
  }

  func testEqualValuesHaveOneHashAndOthersDiffer() {
    var one = Course.Values()
    one.title = "Art"
    var other = one
    XCTAssertEqual(Set([one, other]).count, 1)
    other.title = "Music"
    XCTAssertEqual(Set([one, other]).count, 2)
  }
}
