import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Ordered relationships can be edited like arrays, and unordered relationships like sets.
final class ListEditingTests: SchoolTestCase {
  private var course: Course!
  private var students: [Student] = []

  override func setUpWithError() throws {
    try super.setUpWithError()
    course = Course(in: context, title: "c")
    students = (0..<8).map { Student(in: context, name: "\($0)") }
    course.students = OrderedObjects(students[..<5])
    try context.save()
    context.undoHistory = UndoHistory()
  }

  override func tearDown() {
    course = nil
    students = []
    super.tearDown()
  }

  private var names: String { course.students.map(\.name).joined() }

  /// Saves the context, checks the inverse of the list, and returns the stored list.
  private func stored() throws -> String {
    try context.save()
    let other = try freshContext()
    let fresh = try XCTUnwrap(try other.first(Course.all))
    for student in students {
      XCTAssertEqual(student.courses.contains(course), course.students.contains(student))
    }
    return fresh.students.map(\.name).joined()
  }

  /// A list with more than two dozen members gets an index when it is searched.
  func testWhoIsInALongListIsKnownAfterEachEdit() throws {
    course.students = OrderedObjects((0..<100).map { Student(in: context, name: "m\($0)") })
    try context.save()
    let reader = try freshContext()
    let list = try XCTUnwrap(try reader.first(Course.all)).students
    var members = Set(list.map(\.name))
    XCTAssertEqual(members.count, 100)
    for (place, student) in try reader.fetch(Student.all).enumerated() {
      let isMember = members.contains(student.name)
      XCTAssertEqual(list.contains(student), isMember)
      guard place % 3 == 0 else { continue }
      if isMember {
        list.remove(student)
        members.remove(student.name)
      } else {
        list.append(student)
        members.insert(student.name)
      }
      XCTAssertEqual(list.contains(student), !isMember)
    }
    XCTAssertEqual(Set(list.map(\.name)), members)
  }

  func testEdits() throws {
    let edits: [(String, String, (OrderedObjects<Student>) -> Void)] = [
      (
        "append", "0123456",
        { [students] in $0.append(contentsOf: [students[1], students[5], students[6]]) }
      ),
      (
        "insert", "0561234",
        { [students] in $0.insert(contentsOf: students[5...6] + [students[1]], at: 1) }
      ),
      (
        "insert at the end", "023451",
        { [students] in $0.insert(contentsOf: [students[5], students[1]], at: 5) }
      ),
      (
        "replace", "04623",
        { [students] in $0.replaceSubrange(1..<2, with: [students[4], students[6]]) }
      ),
      (
        "replace all", "765",
        { [students] in $0.replaceSubrange(0..., with: students[5...].reversed()) }
      ),
      (
        "replace with the same", "01243",
        { [students] in $0.replaceSubrange(3..<3, with: [students[4]]) }
      ),
      (
        "set", "0154",
        { [students] in
          $0[2] = students[5]
          $0[3] = students[4]
        }
      ),
      ("remove at", "0134", { XCTAssertEqual($0.remove(at: 2).name, "2") }),
      ("remove range", "04", { $0.removeSubrange(1...3) }),
      ("remove where", "024", { $0.removeAll { ["1", "3"].contains($0.name) } }),
      ("remove offsets", "13", { $0.remove(atOffsets: IndexSet([0, 2, 4])) }),
      (
        "first and last", "12",
        {
          $0.removeFirst()
          $0.removeLast(2)
        }
      ),
      (
        "pops", "23",
        {
          $0.removeFirst(2)
          XCTAssertEqual($0.popLast()?.name, "4")
        }
      ),
      ("move down", "12034", { $0.move(fromOffsets: IndexSet(integer: 0), toOffset: 3) }),
      ("move several", "02413", { $0.move(fromOffsets: [1, 3], toOffset: 5) }),
      ("move up", "34012", { $0.move(fromOffsets: IndexSet(3...4), toOffset: 0) }),
      ("move one", "02314", { $0.move(from: 1, to: 3) }),
      ("swap", "41230", { $0.swapAt(0, 4) }), ("reverse", "43210", { $0.reverse() }),
      ("sort", "43210", { $0.sort { $0.name > $1.name } }),
      ("clear", "", { $0.removeAll() }),
    ]
    for (name, expected, edit) in edits {
      edit(course.students)
      XCTAssertEqual(names, expected, name)
      XCTAssertEqual(try stored(), expected, name)
      XCTAssertTrue(context.undo(), name)
      XCTAssertEqual(names, "01234", "\(name), undone")
      XCTAssertEqual(try stored(), "01234", "\(name), undone")
      context.undoHistory?.removeAll()
    }
  }

  func testEditsThroughTheProperty() throws {
    course.students += [students[6], students[5]]
    course.students.swapAt(0, 1)
    course.students[0] = students[7]
    XCTAssertEqual(try stored(), "7023465")
    course.students = course.students
    XCTAssertFalse(context.hasChanges)
    let list = course.students
    list.shuffle()
    XCTAssertEqual(Set(course.students), Set(list))
    XCTAssertNil(Course(in: context, title: "none").students.popFirst())
  }

  func testWhoLeftAndJoinsAgainIsLast() throws {
    let names = course.students.map(\.name).joined()
    course.students.remove(students[1])
    course.students.append(students[1])
    XCTAssertEqual(course.students.map(\.name).joined(), "02341")
    XCTAssertEqual(try stored(), "02341")
    for student in students[..<5].dropFirst(2) {
      course.students.remove(student)
      course.students.append(student)
    }
    course.students.remove(students[1])
    course.students.insert(students[1], at: 1)
    XCTAssertEqual(try stored(), names)
  }

  func testRandomEditsAreThoseOfAnArray() throws {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    var expected = Array(students[..<5])
    for step in 0..<300 {
      let (count, list) = (expected.count, course.students)
      let start = random.number(below: count + 1)
      let range = start..<start + random.number(below: count - start + 1)
      switch random.number(below: 4) {
      case 0:
        let joining = students.filter { _ in random.number(below: 3) == 0 }
        list.replaceSubrange(range, with: joining)
        let kept = (expected[..<range.lowerBound], expected[range.upperBound...])
        expected =
          kept.0.filter { !joining.contains($0) } + joining
          + kept.1.filter { !joining.contains($0) }
      case 1:
        let offsets = IndexSet(expected.indices.filter { _ in random.number(below: 3) == 0 })
        list.move(fromOffsets: offsets, toOffset: start)
        let moved = offsets.map { expected[$0] }
        let before = expected[..<start].filter { !moved.contains($0) }
        expected = before + moved + expected[start...].filter { !moved.contains($0) }
      case 2:
        list.removeSubrange(range)
        expected.removeSubrange(range)
      default:
        let joining = students[..<random.number(below: 8)]
        list.append(contentsOf: joining)
        expected += joining.filter { !expected.contains($0) }
      }
      XCTAssertEqual(Array(course.students), expected, "seed \(seed), step \(step)")
      if step % 50 == 0 {
        XCTAssertEqual(try stored(), expected.map(\.name).joined(), "seed \(seed), step \(step)")
      }
    }
  }

  func testOneToManyKeepsBothSides() throws {
    let student = students[0]
    let grades = (0..<3).map { Grade(in: context, points: $0, student: student) }
    try context.save()
    student.grades.sort { $0.points > $1.points }
    student.grades.swapAt(0, 1)
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.where { $0.name == "0" })
    XCTAssertEqual(copy?.grades.map(\.points), [1, 2, 0])
    student.grades.append(contentsOf: [Grade(in: context, points: 4, student: students[1])])
    XCTAssertEqual(student.grades.count, 4)
    XCTAssertTrue(students[1].grades.isEmpty)
    // The model allows at most three grades.
    XCTAssertThrowsError(try context.save())
    student.grades.remove(atOffsets: [0, 1, 2])
    XCTAssertEqual(grades.map { student.grades.contains($0) }, [false, false, false])
  }

  func testMembersThatNobodyHasLoaded() throws {
    let fresh = try freshContext()
    let copy = try XCTUnwrap(try fresh.first(Course.all))
    copy.students.removeSubrange(1..<4)
    try fresh.save()
    let other = try freshContext()
    XCTAssertEqual(
      try other.fetch(Student.where { $0.courses.count == 0 }).map(\.name).sorted(),
      ["1", "2", "3", "5", "6", "7"])
  }

  func testSetAlgebra() throws {
    let people: [Person] = students
    let (one, others) = (students[0], Set(people[2...4]))
    one.friends = [students[1], students[2], students[3]]
    func names(_ people: some Sequence<Person>) -> String { people.map(\.name).sorted().joined() }
    XCTAssertEqual(names(one.friends.union(others)), "1234")
    XCTAssertEqual(names(one.friends.intersection(others)), "23")
    XCTAssertEqual(names(one.friends.subtracting(others)), "1")
    XCTAssertEqual(names(one.friends.symmetricDifference(others)), "14")
    XCTAssertFalse(one.friends.isSubset(of: others))
    XCTAssertTrue(one.friends.isSuperset(of: [students[1]]))
    XCTAssertTrue(one.friends.isStrictSubset(of: people))
    XCTAssertFalse(one.friends.isStrictSuperset(of: one.friends))
    XCTAssertTrue(one.friends.isDisjoint(with: people[4...]))
    XCTAssertTrue(one.friends.first.map { one.friends.contains($0) } == true)
    XCTAssertNotNil(one.friends.randomElement())
    one.friends.formSymmetricDifference(others)
    XCTAssertEqual(names(one.friends), "14")
    one.friends.formUnion(others)
    XCTAssertEqual(names(one.friends), "1234")
    one.friends.formIntersection(people[2...])
    one.friends.subtract(CollectionOfOne(people[3]))
    XCTAssertEqual(names(one.friends), "24")
    XCTAssertEqual(students[1].friends.count, 0)
    XCTAssertEqual(names(students[4].friends), "0")
    one.friends.removeAll { $0.name == "2" }
    XCTAssertEqual(one.friends.popFirst()?.name, "4")
    XCTAssertNil(one.friends.first)
    XCTAssertNil(one.friends.popFirst())
    one.friends.subtract(one.friends)
  }

  func testListsAreSortedAndShuffled() throws {
    course.students.sort { $0.name > $1.name }
    XCTAssertEqual(try stored(), "43210")
    struct Wrong: Error {}
    XCTAssertThrowsError(try course.students.sort { _, _ in throw Wrong() })
    XCTAssertEqual(names, "43210")
    var random = RandomSource(seed: 7)
    course.students.shuffle(using: &random)
    XCTAssertEqual(names.sorted(), ["0", "1", "2", "3", "4"])
    XCTAssertNotEqual(names, "43210")
    XCTAssertEqual(try stored(), names)
    context.undo()
  }
}
