import ModelRuntime
import TestSupport
import XCTest

/// Undo with ordered relationships, transient values and entity hierarchies (U-06).
final class OrderedUndoTests: SchoolTestCase {
  private var student: Student!
  private var grades: [Grade] = []

  override func setUpWithError() throws {
    try super.setUpWithError()
    student = Student(in: context, name: "Ann")
    grades = (1...3).map { Grade(in: context, points: $0, student: student) }
    try context.save()
    context.undoHistory = UndoHistory()
  }

  override func tearDown() {
    student = nil
    grades = []
    super.tearDown()
  }

  private var points: [Int32] { student.grades.map(\.points) }

  /// An undo group records the changed objects. The list of a recorded object is only read
  /// afterwards.
  func testAnOrderThatWasReadAfterAMomentIsUndone() throws {
    student.name = "Bob"
    context.processPendingChanges()
    context.refreshAllObjects()
    student.grades.move(from: 0, to: 2)
    XCTAssertEqual(points, [2, 3, 1])
    context.undo()
    XCTAssertEqual(points, [1, 2, 3])
    context.undo()
    XCTAssertEqual(student.name, "Ann")
    context.redo()
    context.redo()
    XCTAssertEqual(points, [2, 3, 1])
  }

  /// The related objects are refreshed in between, so they are read without the deleted
  /// object.
  func testADeleteIsUndoneAfterARefresh() throws {
    let teacher = Teacher(in: context, name: "Eve")
    let courses = (0..<2).map { number in
      let course = Course(in: context, title: "\(number)")
      course.teacher = teacher
      course.students = [student]
      return course
    }
    try context.save()
    for deleted in [teacher, student] as [ManagedObject] {
      for saves in [false, true] {
        context.delete(deleted)
        context.processPendingChanges()
        context.refreshAllObjects()
        context.undo()
        if saves {
          courses[0].ratio = 0.25
          try context.save()
        }
        XCTAssertEqual(courses.map(\.teacher), [teacher, teacher])
        XCTAssertEqual(teacher.taught.count, 2)
        XCTAssertEqual(courses.map { $0.students.count }, [1, 1])
        XCTAssertEqual(student.courses.count, 2)
        XCTAssertEqual(points, [1, 2, 3])
      }
    }
    context.delete(teacher)
    try context.save()
    XCTAssertEqual(courses.map(\.teacher), [nil, nil])
  }

  /// Both ends of a relationship that a hook has set are undone, together with the save
  /// that called the hook.
  func testWhatAHookChangedIsUndoneWithItsSave() throws {
    let teachers = ["one", "two"].map { Teacher(in: context, name: $0) }
    student.mentor = teachers[0]
    try context.save()
    HookScript.current.willSave = { student in
      student.mentor = teachers[1]
      student.standing = .excellent
    }
    defer { HookScript.current = HookScript() }
    student.name = "Bob"
    try context.save()
    XCTAssertEqual(teachers.map(\.mentees.count), [0, 1])
    HookScript.current = HookScript()
    context.undo()
    XCTAssertEqual(student.name, "Ann")
    XCTAssertEqual(student.standing, .good)
    XCTAssertEqual(student.mentor, teachers[0])
    XCTAssertEqual(teachers.map(\.mentees.count), [1, 0])
    try context.save()
    context.redo()
    XCTAssertEqual(student.mentor, teachers[1])
    XCTAssertEqual(teachers.map(\.mentees.count), [0, 1])
    context.undo()
    context.undo()
    XCTAssertEqual(student.mentor, nil)
    XCTAssertTrue(teachers.allSatisfy(\.isDeleted))
  }

  /// A value that a hook sets while an object is fetched belongs to the fetched state, and
  /// is not a change.
  func testAnUndoKeepsTransientValuesThatAHookHasSet() throws {
    HookScript.current.awakeFromFetch = { $0.isSelected = true }
    defer { HookScript.current = HookScript() }
    let other = try freshContext()
    other.undoHistory = UndoHistory()
    let student = try XCTUnwrap(try other.first(Student.all))
    student.name = "Bob"
    XCTAssertTrue(other.undo())
    XCTAssertEqual(student.name, "Ann")
    XCTAssertTrue(student.isSelected)
    student.isSelected = false
    XCTAssertTrue(other.undo())
    XCTAssertTrue(student.isSelected)
  }

  /// Changes by hooks in every save are compatible with undo and redo.
  func testWhatAHookChangesAfterAnUndoLeavesTheRedo() throws {
    HookScript.current.willSave = { $0.standing = .excellent }
    defer { HookScript.current = HookScript() }
    student.name = "Bob"
    try context.save()
    XCTAssertTrue(context.undo())
    try context.save()
    XCTAssertEqual(student.standing, .excellent)
    XCTAssertTrue(context.redo())
    XCTAssertEqual(student.name, "Bob")
    XCTAssertTrue(context.undo())
    XCTAssertEqual(student.name, "Ann")
    XCTAssertFalse(context.undo())
  }

  func testWhatHooksChangeBeforeOneThatRecordsNothingIsUndoneWithTheSave() throws {
    HookScript.current.willSave = { student in
      student.standing = .excellent
      student.context?.undoHistory?.withoutRecording {}
    }
    defer { HookScript.current = HookScript() }
    student.name = "Bob"
    try context.save()
    XCTAssertTrue(context.undo())
    XCTAssertEqual(student.name, "Ann")
    XCTAssertEqual(student.standing, .good)
    XCTAssertFalse(context.undo())
  }

  func testMovesAreUndone() throws {
    student.grades.move(from: 0, to: 2)
    XCTAssertEqual(points, [2, 3, 1])
    context.processPendingChanges()
    student.grades.insert(grades[2], at: 0)
    XCTAssertEqual(points, [3, 2, 1])
    context.undo()
    XCTAssertEqual(points, [2, 3, 1])
    try context.save()
    context.undo()
    XCTAssertEqual(points, [1, 2, 3])
    context.redo()
    XCTAssertEqual(points, [2, 3, 1])
    context.redo()
    XCTAssertEqual(points, [3, 2, 1])
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.grades.map(\.points), [3, 2, 1])
  }

  func testADeletedMemberComesBackInItsPlace() throws {
    for saves in [false, true] {
      context.delete(grades[1])
      if saves { try context.save() }
      XCTAssertEqual(points, [1, 3])
      context.undo()
      XCTAssertEqual(points, [1, 2, 3], "saved: \(saves)")
      try context.save()
      let fresh = try freshContext()
      let copy = try fresh.first(Student.all)
      XCTAssertEqual(copy?.grades.map(\.points), [1, 2, 3], "saved: \(saves)")
    }
  }

  func testACascadeComesBack() throws {
    let course = Course(in: context, title: "Logic")
    course.students.append(student)
    try context.save()
    context.delete(student)
    try context.save()
    XCTAssertEqual(try context.count(Grade.all), 0)
    context.undo()
    XCTAssertEqual(points, [1, 2, 3])
    XCTAssertEqual(course.students.objects, [student])
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.name, "Ann")
    XCTAssertEqual(copy?.grades.map(\.points), [1, 2, 3])
    XCTAssertEqual(copy?.courses.map(\.title), ["Logic"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testTransientValuesAreUndone() throws {
    student.isSelected = true
    student.name = "Bea"
    context.processPendingChanges()
    student.isSelected = false
    context.undo()
    XCTAssertTrue(student.isSelected)
    context.undo()
    XCTAssertFalse(student.isSelected)
    XCTAssertEqual(student.name, "Ann")
    context.redo()
    XCTAssertTrue(student.isSelected)
  }

  func testAChildSavesOrderAndHierarchies() throws {
    let child = context.makeChild()
    let person = try XCTUnwrap(try child.first(Person.all) as? Student)
    person.standing = .excellent
    person.grades.move(from: 2, to: 0)
    _ = Grade(in: child, points: 4, student: person)
    let head = Head(in: child, name: "Eve")
    person.mentor = head
    XCTAssertThrowsError(try child.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["grades"])
    }
    child.delete(try XCTUnwrap(person.grades.last))
    try child.save()
    XCTAssertEqual(points, [3, 1, 2])
    XCTAssertEqual(student.standing, .excellent)
    XCTAssertEqual(student.mentor?.entityName, "Head")
    try context.save()
    let fresh = try freshContext()
    let copy = try fresh.first(Student.all)
    XCTAssertEqual(copy?.grades.map(\.points), [3, 1, 2])
    XCTAssertEqual(copy?.mentor?.name, "Eve")
  }

  func testAMemberThatWasOneAlreadyStaysOne() throws {
    let bob = Student(in: context, name: "Bob")
    student.friends.insert(bob)
    try context.save()
    let other = try freshContext()
    other.undoHistory = UndoHistory()
    let people = try other.fetch(Student.all.sorted { [$0.name.ascending] })
    people[0].friends.insert(people[1])
    other.processPendingChanges()
    XCTAssertEqual(people[0].friends.count, 1)
    while other.undo() {}
    XCTAssertEqual(people[0].friends.objects, [people[1]])
  }

  func testSavesOfOthersAreNoSteps() throws {
    XCTAssertEqual(points, [1, 2, 3])
    student.name = "Bob"
    context.processPendingChanges()
    try container.performAndWait { other in
      _ = Course(in: other, title: "Latin")
      try other.save()
    }
    _ = try context.fetch(Student.all)
    XCTAssertTrue(context.undo())
    XCTAssertEqual(student.name, "Ann")
    XCTAssertEqual(context.undoHistory?.canRedo, true)
  }

  func testWhatComesBackTwiceIsInItsOrder() throws {
    let course = Course(in: context, title: "Latin")
    let students = ["a", "b", "c"].map { Student(in: context, name: $0) }
    for student in students { course.students.append(student) }
    try context.save()
    // It is registered as changed before the others.
    students[2].name = "z"
    context.delete(course)
    try context.save()
    context.undo()
    XCTAssertEqual(course.students.map(\.name), ["a", "b", "c"])
    context.discardChanges()
    context.undo()
    XCTAssertEqual(course.students.map(\.name), ["a", "b", "c"])
    try context.save()
    let fresh = try freshContext()
    XCTAssertEqual(try fresh.first(Course.all)?.students.map(\.name), ["a", "b", "c"])
  }
}
