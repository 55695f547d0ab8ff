import ModelRuntime
import TestSupport
import XCTest

/// Reports of a live list about changes of related objects.
final class RelatedChangeTests: SchoolTestCase {
  private var lines: [String] = []

  private func courses(limit: Int? = nil) throws -> FetchedResultsController<Course> {
    var request = Course.all.sorted { [$0.teacher.name.ascending, $0.title.ascending] }
    request.limit = limit
    let list = FetchedResultsController(
      request, in: context, sectionPath: ["teacher", "name"])
    try list.performFetch()
    list.onChange = { [weak self] change in
      for object in change.objects {
        switch object {
        case .insert(let course, _): self?.lines.append("insert \(course.title)")
        case .delete(let course, _): self?.lines.append("delete \(course.title)")
        case .move(let course, _, _): self?.lines.append("move \(course.title)")
        case .update(let course, _, _): self?.lines.append("update \(course.title)")
        }
      }
    }
    return list
  }

  private func told() -> [String] {
    context.processPendingChanges()
    defer { lines = [] }
    return lines
  }

  private func makeCourses() throws -> (ann: Teacher, bob: Teacher) {
    let (ann, bob) = (Teacher(in: context, name: "Ann"), Teacher(in: context, name: "Bob"))
    for title in ["Art", "Biology", "Chemistry"] {
      Course(in: context, title: title).teacher = ann
    }
    Course(in: context, title: "Drama").teacher = bob
    try context.save()
    return (ann, bob)
  }

  func testNeighboursOfAMovedObjectAreNotUpdated() throws {
    for limit in [nil, 100] {
      let (_, bob) = try makeCourses()
      let list = try courses(limit: limit)
      let art = try XCTUnwrap(list.objects.first)
      art.teacher = bob
      XCTAssertEqual(told(), ["move Art"])
      XCTAssertEqual(list.sections.map(\.count), [2, 2])
      for course in list.objects { context.delete(course) }
      for teacher in try context.fetch(Teacher.all) { context.delete(teacher) }
      try context.save()
      _ = told()
    }
  }

  func testObjectsAreUpdatedByWhatTheListShowsOfOthers() throws {
    let (ann, bob) = try makeCourses()
    let list = try courses()
    ann.salary = 7
    XCTAssertEqual(told(), [])
    bob.name = "Bo"
    XCTAssertEqual(told(), ["move Drama"])
    XCTAssertEqual(list.sections.map(\.name), ["Ann", "Bo"])
  }

  func testAnUnsavedNaNLeavesTheOthersInOrder() throws {
    let courses = [0.9, .nan, 0.1].map { Course(in: context, title: "\($0)", ratio: $0) }
    let list = FetchedResultsController(Course.all.sorted { [$0.ratio.ascending] }, in: context)
    try list.performFetch()
    courses[1].ratio = 0.5
    context.processPendingChanges()
    XCTAssertEqual(list.objects.map(\.ratio), [0.1, 0.5, 0.9])
  }
}
