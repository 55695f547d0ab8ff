import ModelRuntime
import TestSupport
import XCTest

/// Hooks that undo the delete that calls them. The delete is carried out completely or not
/// at all.
final class DeletionHookTests: HookTestCase {
  /// Makes a saved student with an object at the end of each of its relationships.
  private func savedGraph() throws -> Student {
    let student = Student(in: context, name: "Ann", mentor: Teacher(in: context, name: "Bob"))
    _ = Grade(in: context, points: 1, student: student)
    student.courses.append(Course(in: context, title: "Latin"))
    student.friends.insert(Student(in: context, name: "Eve"))
    try context.save()
    return student
  }

  /// Describes each stored student with the counts at the other ends of its relationships,
  /// as read by a new context.
  private func stored() throws -> [String] {
    let context = try freshContext()
    return try context.fetch(Student.all.sorted { [$0.name.ascending] }).map { student in
      let ends = [
        student.mentor?.mentees.count, student.grades.count, student.courses.first?.students.count,
        student.friends.first?.friends.count,
      ]
      return "\(student.name) \(ends.map { $0 ?? 0 })"
    }
  }

  private func clear() throws {
    HookScript.current = HookScript()
    context.reset()
    for course in try context.fetch(Course.all) { context.delete(course) }
    for person in try context.fetch(Person.all) { context.delete(person) }
    try context.save()
  }

  func testWhoForgetsChangesInPrepareForDeletionTakesTheDeletionBack() throws {
    let ways: [(name: String, forget: (ManagedObjectContext, Student) -> Void)] = [
      ("rollback", { context, _ in context.rollback() }),
      ("discard", { context, _ in context.discardChanges() }),
      ("reset", { context, _ in context.reset() }),
      ("refresh", { context, student in context.refresh(student, mergeChanges: false) }),
    ]
    for (name, forget) in ways {
      for hasHistory in [false, true] {
        context.undoHistory = hasHistory ? UndoHistory() : nil
        let student = try savedGraph()
        let before = try stored()
        HookScript.current.prepareForDeletion = { student in
          if let context = student.context { forget(context, student) }
        }
        context.delete(student)
        XCTAssertFalse(context.hasChanges, name)
        try context.save()
        XCTAssertEqual(try stored(), before, "\(name), history: \(hasHistory)")
        try clear()
      }
    }
  }

  func testANewObjectIsGoneWithARollbackInItsDeletion() throws {
    let teacher = Teacher(in: context, name: "Bob")
    try context.save()
    HookScript.current.prepareForDeletion = { $0.context?.rollback() }
    let student = Student(in: context, name: "Ann", mentor: teacher)
    let grade = Grade(in: context, points: 1, student: student)
    context.delete(student)
    XCTAssertFalse(context.hasChanges)
    XCTAssertFalse(student.isInserted || grade.isInserted)
    XCTAssertEqual(try context.fetch(Student.all), [])
    XCTAssertEqual(Array(teacher.mentees), [])
  }

  /// The parent context gets a member after the child context has deleted the owner.
  func testWhatAChildDidNotDeleteItselfIsToldInItsParent() throws {
    let student = Student(in: context, name: "Ann")
    try context.save()
    let child = context.makeChild()
    child.delete(try XCTUnwrap(try child.first(Student.all)))
    let grade = Grade(in: context, points: 5, student: student)
    HookScript.current.isRecording = true
    try child.save()
    XCTAssertTrue(student.isDeleted && grade.isDeleted)
    XCTAssertEqual(
      HookScript.current.calls.filter { $0.hasPrefix("delete") }, ["delete Ann's 5"])
  }

  func testADeletionIsNotSavedBeforeItIsThrough() throws {
    let student = try savedGraph()
    var errors: [StoreError.Reason?] = []
    HookScript.current.prepareForDeletion = { student in
      do { try student.context?.save() } catch { errors.append((error as? StoreError)?.reason) }
    }
    context.delete(student)
    XCTAssertEqual(errors, [.busy])
    try context.save()
    XCTAssertEqual(try stored(), ["Eve [0, 0, 0, 0]"])
    XCTAssertEqual(try freshContext().count(Grade.all), 0)
  }

  func testADeletionIsNoStepBeforeItIsThrough() throws {
    let ways: [(name: String, call: (ManagedObjectContext) -> Void)] = [
      ("undo", { XCTAssertFalse($0.undo()) }),
      ("redo", { XCTAssertFalse($0.redo()) }),
      ("process", { $0.processPendingChanges() }),
      ("group", { $0.undoHistory?.group {} }),
      ("unrecorded", { $0.undoHistory?.withoutRecording {} }),
    ]
    for (name, call) in ways {
      context.undoHistory = UndoHistory()
      let student = try savedGraph()
      let before = try stored()
      HookScript.current.prepareForDeletion = { $0.context.map(call) }
      context.delete(student)
      XCTAssertTrue(student.isDeleted, name)
      XCTAssertTrue(context.undo(), name)
      try context.save()
      XCTAssertEqual(try stored(), before, name)
      try clear()
    }
  }

  func testUndoInPrepareForDeletionIsNoRecursion() throws {
    context.undoHistory = UndoHistory()
    let student = try savedGraph()
    var answers: [Bool?] = []
    HookScript.current.prepareForDeletion = { answers.append($0.context?.undo()) }
    let other = Student(in: context, name: "Zoe")
    context.delete(student)
    XCTAssertTrue(context.undo())
    XCTAssertEqual(answers, [false, false])
    XCTAssertFalse(student.isDeleted)
    XCTAssertTrue(other.isDeleted)
  }

  func testAnUndoIsWholeWhereItsHookRecordsNothing() throws {
    context.undoHistory = UndoHistory()
    let student = Student(in: context, name: "Ann")
    HookScript.current.prepareForDeletion = { $0.context?.undoHistory?.withoutRecording {} }
    XCTAssertTrue(context.undo())
    XCTAssertTrue(student.isDeleted)
    XCTAssertTrue(context.redo())
    XCTAssertFalse(student.isDeleted)
    try context.save()
    XCTAssertEqual(try stored(), ["Ann [0, 0, 0, 0]"])
  }

  func testARollbackWithinAnUndoForgetsAll() throws {
    context.undoHistory = UndoHistory()
    let student = try savedGraph()
    let before = try stored()
    HookScript.current.prepareForDeletion = { $0.context?.rollback() }
    let other = Student(in: context, name: "Zoe", mentor: student.mentor)
    student.name = "Liz"
    context.undo()
    XCTAssertFalse(context.hasChanges)
    XCTAssertNotEqual(context.undoHistory?.canRedo, true)
    XCTAssertFalse(other.isInserted)
    try context.save()
    XCTAssertEqual(try stored(), before)
  }
}
