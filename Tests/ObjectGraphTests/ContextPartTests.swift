import TestSupport
import XCTest

@testable import ModelRuntime

/// The parts of a context, tested separately.
final class ContextPartTests: SchoolTestCase {
  private func courses(_ count: Int) -> [Course] {
    (0..<count).map { Course(in: context, title: "C\($0)") }
  }

  private func found(
    _ title: String, in list: inout ChangeList, _ entity: CompiledEntity
  ) -> [Course] {
    let number = entity.properties.first { $0.name == "title" }!.number
    return list.candidates(entity, number, .string(title)) { ($0 as! Course).title.constantValue }
      .compactMap { $0 as? Course }.filter { $0.title == title }
  }

  // MARK: The list of changes

  func testEachChangedObjectIsListedOnceInOrder() throws {
    let made = courses(3)
    made[1].title = "again"
    made[0].title = "and again"
    XCTAssertEqual(Array(context.changes.objects), made)
    context.changes.remove([made[1]])
    context.changes.add(made[1])
    context.changes.add(made[1])
    XCTAssertEqual(Array(context.changes.objects), [made[0], made[2], made[1]])
  }

  /// Few removed objects of a long list are taken out later than they are removed.
  func testRemovedObjectsOfALongListAreGone() throws {
    let made = courses(200)
    for course in made[50..<100] { context.changes.remove([course]) }
    XCTAssertFalse(context.changes.isEmpty)
    context.changes.add(made[60])
    XCTAssertEqual(
      Array(context.changes.objects), made[..<50] + made[100...] + [made[60]])
    for course in made { context.changes.remove([course]) }
    XCTAssertTrue(context.changes.isEmpty)
    XCTAssertEqual(Array(context.changes.objects), [])
  }

  func testAnEntityWithoutChangesIsNotAmongThem() throws {
    let course = try context.entity(named: "Course")
    let teacher = try context.entity(named: "Teacher")
    XCTAssertFalse(context.changes.mayHold(course))
    _ = courses(1)
    XCTAssertTrue(context.changes.mayHold(course))
    XCTAssertFalse(context.changes.mayHold(teacher))
    context.rollback()
    XCTAssertFalse(context.changes.mayHold(course))
  }

  /// The context has more objects than it searches one by one.
  func testObjectsAreFoundByTheValueThatTheyHaveNow() throws {
    let entity = try context.entity(named: "Course")
    var made = courses(100)
    XCTAssertEqual(found("C7", in: &context.changes, entity), [made[7]])
    made[7].title = "other"
    XCTAssertEqual(found("C7", in: &context.changes, entity), [])
    XCTAssertEqual(found("other", in: &context.changes, entity), [made[7]])
    context.changes.remove([made[7], made[99]])
    made.removeLast()
    XCTAssertEqual(found("other", in: &context.changes, entity), [])
    XCTAssertEqual(found("C98", in: &context.changes, entity), [made[98]])
  }

  // MARK: Held objects

  func testWhatIsHeldIsInTheMapOfItsRoot() throws {
    let student = Student(in: context, name: "Ada")
    let root = try context.entity(named: "Student").rootIndex
    XCTAssertEqual(context.held.count, 1)
    XCTAssertTrue(context.held.maps[root].object(student._key) === student)
    context.held.removeAll()
    XCTAssertEqual(context.held.count, 0)
    XCTAssertNil(context.held.maps[root].object(student._key))
  }

  func testObjectsThatComeAloneShareABatch() throws {
    let made = courses(2)
    XCTAssertTrue(made[0]._batch === made[1]._batch)
    XCTAssertTrue(made[0]._batch.context === context)
    XCTAssertTrue(made[0]._batch.ownContext === context)
  }

  // MARK: Unsettled saves

  func testARowIsOfASaveIfItHasTheValuesThatWereSent() throws {
    let made = courses(2)
    try context.save()
    made[0].title = "sent"
    let save = UnsettledSave(updating: [made[0]], deleting: [], linking: [])
    let row = made[0].twin(made[0]._copyValues())
    XCTAssertTrue(save.hasSent(row, for: made[0]))
    made[0].title = "set since"
    XCTAssertTrue(save.hasSent(row, for: made[0]), "what is set since was not sent")
    let other = made[0].twin(made[0]._copyValues())
    XCTAssertFalse(save.hasSent(other, for: made[0]), "somebody else has written it")
    XCTAssertFalse(save.hasSent(made[1].twin(made[1]._copyValues()), for: made[1]))
    let new = Course(in: context, title: "new")
    XCTAssertTrue(save.hasSent(new.twin(new._copyValues()), for: new), "nobody else has its key")
  }
}
