import ModelRuntime
import XCTest

/// Prefetched relationships that only some subentities have.
final class SiblingPrefetchTests: SchoolTestCase {
  func testAPathOfSomeSubentitiesIsLoadedForThoseAlone() throws {
    let course = Course(in: context, title: "Tea")
    let students = (0..<3).map { Student(in: context, name: "s\($0)") }
    let teachers = (0..<3).map { Teacher(in: context, name: "t\($0)") }
    for student in students { student.courses = [course] }
    course.teacher = teachers[0]
    try context.save()
    let fresh = try container.makeContext()
    for isAscending in [true, false] {
      for path in ["courses", "taught"] {
        var request = Person.all.sorted { [isAscending ? $0.name.ascending : $0.name.descending] }
        request.prefetchedKeyPaths = [[path]]
        XCTAssertEqual(try fresh.fetch(request).count, 6, "\(path) \(isAscending)")
      }
    }
    let found = try fresh.fetch(Student.all)
    XCTAssertEqual(found.map { $0.courses.map(\.title) }, [["Tea"], ["Tea"], ["Tea"]])
    var request = Person.all
    request.prefetchedKeyPaths = [["nothing"]]
    XCTAssertThrowsError(try fresh.fetch(request)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .unknownName)
    }
  }
}
