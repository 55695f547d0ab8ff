import ModelRuntime
import TestSupport
import XCTest

/// Members that are added to ordered relationships that have not been read, or that other
/// contexts have changed.
final class OrderOfUnreadMembersTests: SchoolTestCase {
  private func makeStudent(_ points: Int32...) throws {
    let student = Student(in: context, name: "Ann")
    for points in points { _ = Grade(in: context, points: points, student: student) }
    try context.save()
  }

  private func points() throws -> [Int32] {
    let context = try freshContext()
    return try XCTUnwrap(try context.first(Student.all)).grades.map(\.points)
  }

  private func places() throws -> [String] {
    try rows("SELECT ZPOINTS, Z_FOK_STUDENT FROM ZGRADE ORDER BY 2", in: storeURL)
  }

  func testANewMemberOfAnUnreadListIsLast() throws {
    try makeStudent(3, 1)
    let other = try freshContext()
    let student = try XCTUnwrap(try other.first(Student.all))
    _ = Grade(in: other, points: 2, student: student)
    try other.save()
    XCTAssertEqual(try points(), [3, 1, 2])
    XCTAssertEqual(try places(), ["3|1024", "1|2048", "2|3072"])
    XCTAssertEqual(student.grades.map(\.points), [3, 1, 2])
  }

  func testAMovedMemberOfAnUnreadListIsLast() throws {
    try makeStudent(3, 1)
    _ = Grade(in: context, points: 2, student: Student(in: context, name: "Bob"))
    try context.save()
    let other = try freshContext()
    let student = try XCTUnwrap(try other.first(Student.where { $0.name == "Ann" }))
    student.grades.append(try XCTUnwrap(try other.first(Grade.where { $0.points == 2 })))
    try other.save()
    let fresh = try freshContext()
    let found = try fresh.first(Student.where { $0.name == "Ann" })
    XCTAssertEqual(found?.grades.map(\.points), [3, 1, 2])
    XCTAssertEqual(try places(), ["3|1024", "1|2048", "2|3072"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testSeveralMembersKeepTheOrderInWhichTheyJoined() throws {
    try makeCourse("s0", "s1", students: ["x0", "x1", "x2"])
    let other = try freshContext()
    let course = try XCTUnwrap(try other.first(Course.all))
    for name in ["x2", "x0", "x1"] {
      course.students.append(try XCTUnwrap(try other.first(Student.where { $0.name == name })))
    }
    try other.save()
    XCTAssertEqual(try names(), ["s0", "s1", "x2", "x0", "x1"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testWhoJoinedStaysInOrderWhereOneLeavesAgain() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    let pegs = ["a", "b", "c", "d"].map { Peg(in: context, label: $0) }
    let (removed, deleted) = (Rail(in: context), Rail(in: context))
    for peg in pegs { removed.pegs.append(peg) }
    removed.pegs.remove(pegs[0])
    XCTAssertEqual(removed.pegs.map(\.label), ["b", "c", "d"])
    for peg in pegs { deleted.pegs.append(peg) }
    context.delete(pegs[0])
    XCTAssertEqual(deleted.pegs.map(\.label), ["b", "c", "d"])
    try context.save()
    let fresh = try container.makeContext()
    XCTAssertEqual(
      try fresh.fetch(Rail.all).map { $0.pegs.map(\.label) }, [[], ["b", "c", "d"]])
  }

  /// An order that was assigned waits until the members are read again. What has left is not in it.
  func testANewMemberLeavesAListThatMustBeReadAgain() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    let rail = Rail(in: context)
    rail.pegs.append(Peg(in: context, label: "a"))
    try context.save()
    let new = ["b", "c"].map { Peg(in: context, label: $0) }
    for peg in new { rail.pegs.append(peg) }
    context.refresh(rail, mergeChanges: true)
    new[1].rail = nil
    XCTAssertEqual(rail.pegs.map(\.label), ["a", "b"])
    context.refresh(rail, mergeChanges: true)
    context.delete(new[0])
    XCTAssertEqual(rail.pegs.map(\.label), ["a"])
  }

  func testAChildHandsTheOrderOverInWhichMembersJoined() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    for label in ["a", "b"] { _ = Peg(in: context, label: label) }
    _ = Rail(in: context)
    try context.save()
    for isRead in [false, true] {
      let child = context.makeChild()
      let rail = try XCTUnwrap(try child.first(Rail.all))
      let first = try XCTUnwrap(try child.first(Peg.where { $0.label == "a" }))
      let second = try XCTUnwrap(try child.first(Peg.where { $0.label == "b" }))
      first.label = "A"
      if isRead { XCTAssertEqual(rail.pegs.count, 0) }
      rail.pegs.append(second)
      rail.pegs.append(first)
      try child.save()
      XCTAssertEqual(rail.pegs.map(\.label), ["b", "A"], "read: \(isRead)")
      let own = try XCTUnwrap(try context.first(Rail.all))
      XCTAssertEqual(own.pegs.map(\.label), ["b", "A"], "read: \(isRead)")
      context.rollback()
    }
  }

  func testWhatIsGoneJoinsNothing() throws {
    try makeStudent(3, 1)
    let student = try XCTUnwrap(try context.first(Student.all))
    let gone = student.grades[0]
    context.delete(gone)
    try context.save()
    student.grades.append(gone)
    XCTAssertEqual(student.grades.map(\.points), [1])
    try context.save()
    XCTAssertEqual(student.grades.map(\.points), [1])
    XCTAssertEqual(try points(), [1])
  }

  func testWhoIsAMemberAlreadyKeepsItsPlace() throws {
    try makeCourse("s0", "s1", "s2", students: ["x"])
    let joinings: [(Course, [String: Student]) -> Void] = [
      { course, students in if let s0 = students["s0"] { course.students.append(s0) } },
      { course, students in students["s0"]?.courses.append(course) },
      { course, students in students["s1"]?.courses = [course] },
    ]
    for join in joinings {
      let other = try freshContext()
      let students = try other.fetch(Student.all).map { ($0.name, $0) }
      join(try XCTUnwrap(try other.first(Course.all)), Dictionary(uniqueKeysWithValues: students))
      try other.save()
      XCTAssertEqual(try names(), ["s0", "s1", "s2"])
    }
    let other = try freshContext()
    let course = try XCTUnwrap(try other.first(Course.all))
    for name in ["s1", "x", "s0"] {
      course.students.append(try XCTUnwrap(try other.first(Student.where { $0.name == name })))
    }
    try other.save()
    XCTAssertEqual(try names(), ["s0", "s1", "s2", "x"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testEachSideOfManyToManyHasPlaces() throws {
    for isRead in [false, true] {
      try makeCourse("s0", students: ["x"])
      let other = try freshContext()
      let course = try XCTUnwrap(try other.first(Course.all))
      if isRead { _ = course.students.count }
      let student = try XCTUnwrap(try other.first(Student.where { $0.name == "x" }))
      course.students.append(student)
      try other.save()
      let second = Course(in: other, title: "second")
      second.students.append(student)
      try other.save()
      let third = try freshContext()
      let again = try XCTUnwrap(try third.first(Student.where { $0.name == "x" }))
      XCTAssertEqual(again.courses.map(\.title), ["first", "second"], "read: \(isRead)")
      XCTAssertEqual(try container.integrityCheck(), [])
      for course in try third.fetch(Course.all) { third.delete(course) }
      for student in try third.fetch(Student.all) { third.delete(student) }
      try third.save()
    }
  }

  func testListsOfTwoContextsAreMerged() throws {
    for merges in [false, true] {
      try makeCourse("s0", "s1", students: ["x", "y"])
      let (one, two) = (try freshContext(), try freshContext())
      one.automaticallyMergesChanges = merges
      two.automaticallyMergesChanges = merges
      let mine = try XCTUnwrap(try one.first(Course.all))
      let yours = try XCTUnwrap(try two.first(Course.all))
      XCTAssertEqual(mine.students.count + yours.students.count, 4)
      mine.students.append(try XCTUnwrap(try one.first(Student.where { $0.name == "x" })))
      yours.students.append(try XCTUnwrap(try two.first(Student.where { $0.name == "y" })))
      try one.save()
      try two.save()
      XCTAssertEqual(yours.students.map(\.name), ["s0", "s1", "x", "y"], "merges: \(merges)")
      XCTAssertEqual(try names(), ["s0", "s1", "x", "y"])
      guard yours.students.count == 4 else { continue }
      yours.students.move(from: 3, to: 0)
      try two.save()
      XCTAssertEqual(try names(), ["y", "s0", "s1", "x"])
      mine.students.move(from: 0, to: 1)
      try one.save()
      XCTAssertEqual(Set(try names()), ["s0", "s1", "x", "y"])
      XCTAssertEqual(try container.integrityCheck(), [])
      let other = try freshContext()
      for course in try other.fetch(Course.all) { other.delete(course) }
      for student in try other.fetch(Student.all) { other.delete(student) }
      try other.save()
    }
  }

  func testAMemberThatOthersTookAwayStaysAway() throws {
    try makeCourse("s0", "s1", "s2", students: ["x"])
    let (one, two) = (try freshContext(), try freshContext())
    let mine = try XCTUnwrap(try one.first(Course.all))
    let yours = try XCTUnwrap(try two.first(Course.all))
    XCTAssertEqual(mine.students.count + yours.students.count, 6)
    mine.students.remove(mine.students[1])
    try one.save()
    yours.students.append(try XCTUnwrap(try two.first(Student.where { $0.name == "x" })))
    try two.save()
    XCTAssertEqual(try names(), ["s0", "s2", "x"])
    XCTAssertEqual(yours.students.map(\.name), ["s0", "s2", "x"])
  }

  func testAMemberWhoseRowIsGoneIsInaccessibleInItsPlace() throws {
    try makeCourse("s0", "s1", "s2", students: [])
    let other = try freshContext()
    let list = try XCTUnwrap(try other.first(Course.all)).students
    XCTAssertEqual(list.endIndex, 3)
    try execute("DELETE FROM ZPERSON WHERE ZNAME = 's1'", in: storeURL)
    XCTAssertEqual(list[2].name, "s2")
    XCTAssertEqual(list.indices.map { list[$0].isInaccessible }, [false, true, false])
    XCTAssertEqual(Array(list).map(\.isInaccessible), [false, true, false])
    XCTAssertEqual(list.objects.map(\.name), ["s0", "s2"])
  }

  func testAPlaceAtTheEndOfAllNumbersGivesNewPlaces() throws {
    try makeStudent(3, 1)
    try execute("UPDATE ZGRADE SET Z_FOK_STUDENT = 9223372036854775807 - Z_PK", in: storeURL)
    let other = try freshContext()
    let student = try XCTUnwrap(try other.first(Student.all))
    _ = Grade(in: other, points: 2, student: student)
    try other.save()
    XCTAssertEqual(try points(), [1, 3, 2])
  }

  /// Saves a course with some students, and students without a course.
  private func makeCourse(_ members: String..., students: [String]) throws {
    let course = Course(in: context, title: "first")
    for name in members { course.students.append(Student(in: context, name: name)) }
    for name in students { _ = Student(in: context, name: name) }
    try context.save()
    context.reset()
  }

  private func names() throws -> [String] {
    let context = try freshContext()
    return try XCTUnwrap(try context.first(Course.where { $0.title == "first" })).students
      .map(\.name)
  }

  func testWhatIsGoneMovesToNoOtherList() throws {
    let (ann, bob) = (Student(in: context, name: "Ann"), Student(in: context, name: "Bob"))
    let grade = Grade(in: context, points: 1, student: ann)
    let course = Course(in: context, title: "Latin")
    try context.save()
    context.delete(grade)
    context.delete(course)
    try context.save()
    bob.grades.append(grade)
    bob.courses.append(course)
    course.students.append(ann)
    XCTAssertEqual(bob.grades.count, 0)
    XCTAssertEqual(bob.courses.count, 0)
    XCTAssertEqual(ann.courses.count, 0)
    XCTAssertEqual(context.deletedObjects, [])
    try context.save()
  }
}
