import ModelRuntime
import TestSupport
import XCTest

/// Prefetched relationships are read without further statements.
final class PrefetchTests: SchoolTestCase {
  private let counter = Counter()

  override func setUpWithError() throws {
    try super.setUpWithError()
    let teacher = Teacher(in: context, name: "Tom")
    let course = Course(in: context, title: "Latin")
    for name in ["Ann", "Ben"] {
      let student = Student(in: context, name: name, mentor: teacher)
      course.students.append(student)
      _ = Grade(in: context, points: 7, student: student)
    }
    try context.save()
  }

  /// The number of statements that reading fetched objects takes, in a new context.
  private func statements<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ walk: (Object) -> [String]
  ) throws -> (walked: [String], count: Int) {
    var configuration = StoreConfiguration(url: storeURL)
    configuration.trace = SQLTrace { [counter] _ in counter.add() }
    let reader = try PersistentContainer(.school, configuration: configuration).makeContext()
    let objects = try reader.fetch(request)
    _ = counter.take()
    return (objects.flatMap(walk), counter.take())
  }

  func testPathsThroughManyAndOne() throws {
    let names: (Course) -> [String] = { $0.students.map(\.name) }
    let grades: (Course) -> [String] = { $0.students.flatMap { $0.grades.map { "\($0.points)" } } }
    let mentors: (Course) -> [String] = { $0.students.compactMap(\.mentor?.name) }
    let cases: [(FetchRequest<Course>, (Course) -> [String], [String])] = [
      (Course.all.prefetching { [$0.students.path] }, names, ["Ann", "Ben"]),
      (Course.all.prefetching { [$0.students.grades.path] }, grades, ["7", "7"]),
      (Course.all.prefetching { [$0.students.mentor.path] }, mentors, ["Tom", "Tom"]),
    ]
    for (request, walk, expected) in cases {
      let (walked, count) = try statements(request, walk)
      XCTAssertEqual(walked, expected)
      XCTAssertEqual(count, 0, "\(request)")
      XCTAssertGreaterThan(try statements(Course.all, walk).count, 0, "\(request)")
    }
  }

  func testARequiredRelationship() throws {
    let (walked, count) = try statements(Grade.all.prefetching { [$0.student.path] }) {
      [$0.student.name]
    }
    XCTAssertEqual(walked, ["Ann", "Ben"])
    XCTAssertEqual(count, 0)
  }

  func testMoreObjectsThanTwoSweepsLeave() throws {
    for number in 0..<10_000 {
      _ = Grade(in: context, points: 5, student: Student(in: context, name: "\(number)"))
    }
    try context.save()
    let (walked, count) = try statements(Grade.all.prefetching { [$0.student.path] }) {
      [$0.student.name]
    }
    XCTAssertEqual(walked.count, 10_002)
    XCTAssertEqual(count, 0)
  }
}
