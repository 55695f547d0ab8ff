import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

final class LifeCycleTests: HookTestCase {
  /// Returns the hooks that are called while the body runs.
  private func calls(_ body: () throws -> Void) rethrows -> [String] {
    HookScript.current.calls = []
    HookScript.current.isRecording = true
    defer { HookScript.current.isRecording = false }
    try body()
    return HookScript.current.calls
  }

  private func savedStudent() throws -> Student {
    let student = Student(in: context, name: "Ann")
    try context.save()
    return student
  }

  // MARK: Coming

  func testAwakeFromInsertIsCalledOnceParentFirst() throws {
    let calls = try calls {
      _ = Student(in: context, name: "Ann")
      try context.save()
      context.refreshAllObjects()
    }
    XCTAssertEqual(calls.filter { $0.hasPrefix("insert") }, ["insert P", "insert Ann"])
  }

  func testAwakeFromInsertSeesTheWholeObject() throws {
    HookScript.current.awakeFromInsert = { $0.standing = $0.name == "Ann" ? .excellent : .poor }
    let student = Student(in: context, name: "Ann", standing: .good)
    XCTAssertEqual(student.standing, .excellent)
    try context.save()
    XCTAssertEqual(try freshContext().first(Student.all)?.standing, .excellent)
  }

  func testAwakeFromFetchIsCalledOnceForEachReading() throws {
    let id = try savedStudent().objectID
    let other = try freshContext()
    let calls = try calls {
      let student = try XCTUnwrap(try other.first(Student.all))
      _ = try other.fetch(Student.all)
      _ = try other.fetch(Person.all)
      other.refresh(student, mergeChanges: false)
      _ = student.name
      XCTAssertEqual(student.objectID, id)
    }
    XCTAssertEqual(
      calls.filter { $0.hasPrefix("fetch") }, ["fetch P", "fetch Ann", "fetch P", "fetch Ann"])
  }

  func testWhatAwakeFromFetchSetsIsNoChange() throws {
    _ = try savedStudent()
    HookScript.current.awakeFromFetch = {
      $0.isSelected = true
      $0.standing = .poor
    }
    let other = try freshContext()
    let student = try XCTUnwrap(try other.first(Student.all))
    XCTAssertTrue(student.isSelected)
    XCTAssertEqual(student.standing, .poor)
    XCTAssertFalse(student.hasChanges)
    XCTAssertFalse(other.hasChanges)
    XCTAssertEqual(student.changedValues().count, 0)
    student.name = "Bob"
    XCTAssertEqual(Array(student.changedValues().keys), ["name"])
    try other.save()
    XCTAssertEqual(try rows("SELECT ZNAME, ZSTANDING FROM ZPERSON", in: storeURL), ["Bob|1"])
  }

  func testFindersKnowWhatIsNewAfterAReading() throws {
    _ = try savedStudent()
    let other = try freshContext()
    HookScript.current.awakeFromFetch = { $0.isSelected = true }
    let courses = (0..<20).map { Course(in: other, title: "\($0)") }
    XCTAssertEqual(try Course.find(title: "3", in: other), courses[3])
    XCTAssertEqual(try other.first(Student.all)?.isSelected, true)
    XCTAssertEqual(other.insertedObjects.count, 20)
    XCTAssertEqual(try Course.find(title: "19", in: other), courses[19])
    courses[3].title = "new"
    let last = Course(in: other, title: "3")
    XCTAssertEqual(try Course.find(title: "3", in: other), last)
    XCTAssertEqual(try Course.find(title: "new", in: other), courses[3])
  }

  // MARK: Saving

  func testSaveHooksAreCalledOnceEach() throws {
    let calls = try calls {
      _ = Student(in: context, name: "Ann")
      try context.save()
    }
    XCTAssertEqual(
      calls.filter { !$0.hasPrefix("insert") },
      [
        "willSave P", "willSave Ann", "validate insert P", "validate insert Ann", "didSave P",
        "didSave Ann",
      ])
  }

  func testWhatWillSaveSetsIsSaved() throws {
    let student = try savedStudent()
    HookScript.current.willSave = { $0.address = Address(street: "Main", zip: 7) }
    student.name = "Bob"
    let calls = try calls { try context.save() }
    XCTAssertEqual(calls.filter { $0 == "willSave Bob" }.count, 1)
    XCTAssertEqual(
      try rows("SELECT ZNAME, ZSTREET FROM ZPERSON", in: storeURL), ["Bob|Main"])
  }

  func testWhatWillSaveTouchesIsToldOnceToo() throws {
    let (ann, bob) = (Student(in: context, name: "Ann"), Student(in: context, name: "Bob"))
    try context.save()
    HookScript.current.willSave = { student in
      (student === ann ? bob : ann).standing = .excellent
    }
    ann.standing = .poor
    let calls = try calls { try context.save() }
    XCTAssertEqual(calls.filter { $0 == "willSave Ann" || $0 == "willSave Bob" }.count, 2)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try rows("SELECT ZSTANDING FROM ZPERSON", in: storeURL), ["2", "2"])
  }

  func testHooksThatNeverEndAreStopped() throws {
    HookScript.current.willSave = { [context] student in
      if let context { _ = Student(in: context, name: student.name) }
    }
    _ = Student(in: context, name: "Ann")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .endlessChanges)
    }
    XCTAssertEqual(try rows("SELECT COUNT(*) FROM ZPERSON", in: storeURL), ["0"])
    HookScript.current.willSave = nil
    context.rollback()
    _ = Student(in: context, name: "Bob")
    XCTAssertNoThrow(try context.save())
  }

  func testObjectsThatDoNotDifferAreNotTold() throws {
    let student = try savedStudent()
    student.name = "Bob"
    student.name = "Ann"
    XCTAssertEqual(try calls { try context.save() }, [])
  }

  func testDidSaveIsNotCalledForAFailedSave() throws {
    let student = Student(in: context, name: "")
    let calls = try calls { XCTAssertThrowsError(try context.save()) }
    XCTAssertFalse(calls.contains { $0.hasPrefix("didSave") })
    student.name = "Ann"
    let second = try self.calls { try context.save() }
    XCTAssertEqual(second.filter { $0.hasPrefix("didSave") }, ["didSave P", "didSave Ann"])
  }

  // MARK: Going

  func testPrepareForDeletionSeesTheRelationshipsOnce() throws {
    let student = try savedStudent()
    _ = Grade(in: context, points: 5, student: student)
    try context.save()
    let calls = calls {
      context.delete(student)
      context.delete(student)
    }
    XCTAssertEqual(calls, ["delete P", "delete Ann 1", "delete Ann's 5"])
  }

  func testPrepareForDeletionMayDeleteItsObject() throws {
    let student = try savedStudent()
    HookScript.current.prepareForDeletion = { [context] in context?.delete($0) }
    let calls = try calls {
      context.delete(student)
      try context.save()
    }
    XCTAssertEqual(calls.filter { $0.hasPrefix("delete") }, ["delete P", "delete Ann 0"])
    XCTAssertEqual(try freshContext().count(Student.all), 0)
  }

  func testTurningIntoAFaultIsToldOnce() throws {
    let student = try savedStudent()
    XCTAssertEqual(
      calls { context.refresh(student, mergeChanges: false) }, ["willFault Ann", "didFault true"])
    XCTAssertEqual(calls { context.refresh(student, mergeChanges: false) }, [])
  }

  // MARK: Validation

  func testOwnFailuresComeWithTheModelsOwn() throws {
    HookScript.current.validate = { student, _, validation in
      if student.standing == .poor { validation.fail("standing", "no poor ones", code: 77) }
      validation.fail(Student.Key.name, "not that one")
    }
    _ = Student(in: context, name: "", standing: .poor)
    XCTAssertThrowsError(try context.save()) { error in
      let failures = (error as? ValidationError)?.failures ?? []
      XCTAssertEqual(failures.map(\.coreDataCode), [1670, 77, 1550])
      XCTAssertEqual(failures.last?.value, .string(""))
      XCTAssertEqual(failures[1].description, "Student p1: standing is not valid: no poor ones")
    }
    XCTAssertEqual(try rows("SELECT COUNT(*) FROM ZPERSON", in: storeURL), ["0"])
  }

  func testDeletesAreValidatedToo() throws {
    let student = try savedStudent()
    HookScript.current.validate = { _, kind, validation in
      if kind == .delete { validation.fail("delete", "stays") }
    }
    context.delete(student)
    XCTAssertThrowsError(try context.save())
    HookScript.current.validate = nil
    XCTAssertNoThrow(try context.save())
    XCTAssertEqual(try freshContext().count(Student.all), 0)
  }

  func testWhatValidationChangesIsCheckedAndSaved() throws {
    let (ann, bob) = (try savedStudent(), Student(in: context, name: "Bob"))
    try context.save()
    HookScript.current.validate = { student, kind, validation in
      guard kind == .update, student === ann else {
        if student.name == "Bob II" { validation.fail("name", "checked") }
        return
      }
      student.standing = .excellent
      bob.name = "Bob II"
      _ = Grade(in: student.context ?? self.context, points: 7, student: student)
    }
    ann.name = "Anna"
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.message), ["checked"])
    }
    HookScript.current.validate = { student, _, _ in
      if student === ann { bob.name = "Bob III" }
    }
    try context.save()
    XCTAssertFalse(context.hasChanges)
    let fresh = try freshContext()
    let students = try fresh.fetch(Student.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(students.map(\.name), ["Anna", "Bob III"])
    XCTAssertEqual(students.first?.standing, .excellent)
    XCTAssertEqual(students.first?.grades.map(\.points), [7])
  }

  func testObjectsChangedThroughTheirInverseAreValidated() throws {
    let student = try savedStudent()
    let teacher = Teacher(in: context, name: "T")
    try context.save()
    let calls = try calls {
      teacher.mentees.insert(student)
      try context.save()
    }
    XCTAssertTrue(calls.contains("validate update Ann"), "\(calls)")
  }

  func testASaveWithinWillSaveIsRefused() throws {
    let student = try savedStudent()
    var errors: [StoreError.Reason] = []
    HookScript.current.willSave = { [context] student in
      student.standing = .excellent
      do { try context?.save() } catch {
        errors += ((error as? StoreError)?.reason).map { [$0] } ?? []
      }
    }
    student.name = "Eve"
    try context.save()
    XCTAssertEqual(errors, [.busy])
    XCTAssertFalse(context.hasChanges)
    let found = try XCTUnwrap(
      try freshContext().fetch(Student.all, as: Student.Snapshot.self).first)
    XCTAssertEqual(found.values.name, "Eve")
    XCTAssertEqual(found.values.standing, .excellent)
  }

  func testASaveWithinValidationOrOfAChildIsNoHang() throws {
    let child = context.makeChild()
    var errors: [StoreError.Reason?] = []
    HookScript.current.validate = { [context] _, _, _ in
      do { try context?.save() } catch { errors.append((error as? StoreError)?.reason) }
    }
    _ = Student(in: context, name: "Ann")
    try context.save()
    XCTAssertEqual(errors, [.busy])
    HookScript.current.validate = nil
    HookScript.current.willSave = { student in
      do { try child.save() } catch { errors.append((error as? StoreError)?.reason) }
      if student.context === child { errors.append(.conflict) }
    }
    _ = Student(in: child, name: "Bob")
    try child.save()
    XCTAssertEqual(errors, [.busy, .busy, .conflict])
    HookScript.current.willSave = nil
    try context.save()
    XCTAssertEqual(try freshContext().count(Student.all), 2)
  }

  func testSavesWithinSavesAreStopped() throws {
    let student = try savedStudent()
    var errors: [StoreError.Reason?] = []
    HookScript.current.willSave = { student in
      guard let child = student.context?.makeChild(),
        let copy = try? child.existingObject(Student.self, with: student.objectID)
      else { return }
      copy.standing = copy.standing == .good ? .poor : .good
      do { try child.save() } catch { errors.append((error as? StoreError)?.reason) }
    }
    student.name = "Eve"
    try context.save()
    XCTAssertEqual(errors, [.endlessChanges])
    XCTAssertEqual(try freshContext().first(Student.all)?.name, "Eve")
  }

  @MainActor
  func testSavesInTasksThatHooksStartAreNotWithinThem() async throws {
    HookScript.current.isRecording = true
    HookScript.current.willSave = { [container] student in
      guard let number = Int(student.name), number < 40 else { return }
      Task { @MainActor in
        do {
          guard let context = try container?.makeContext() else { return }
          _ = Student(in: context, name: "\(number + 1)")
          try context.save()
        } catch {
          XCTFail("\(number): \(error)")
        }
      }
    }
    _ = Student(in: context, name: "1")
    try context.save()
    for _ in 0..<10_000 where !HookScript.current.calls.contains("didSave 40") {
      await Task.yield()
    }
    XCTAssertTrue(HookScript.current.calls.contains("didSave 40"))
  }

  func testWhatAHookMakesWhileTheStoreIsLockedHasAKeyOfTheStore() throws {
    var configuration = StoreConfiguration(url: storeURL)
    configuration.busyTimeout = 0.05
    let context = try PersistentContainer(.school, configuration: configuration).makeContext()
    _ = Student(in: context, name: "Ann")
    let writer = try Connection(path: storeURL.path(percentEncoded: false))
    HookScript.current.willSave = { student in
      guard let context = student.context else { return }
      try? writer.execute("BEGIN IMMEDIATE")
      _ = Course(in: context, title: "Logic")
      try? writer.execute("COMMIT")
    }
    try context.save()
    XCTAssertEqual(try rows("SELECT Z_PK FROM ZCOURSE", in: storeURL), ["1"])
  }

  func testARelationshipThatAwakeFromFetchSetsIsAChange() throws {
    _ = try savedStudent()
    _ = Teacher(in: context, name: "Eve")
    try context.save()
    let other = try freshContext()
    let teacher = try XCTUnwrap(try other.first(Teacher.all))
    HookScript.current.awakeFromFetch = { student in
      guard student.context === other else { return }
      student.standing = .excellent
      student.mentor = teacher
    }
    let student = try XCTUnwrap(try other.first(Student.all))
    XCTAssertEqual(student.changedValues().keys.sorted(), ["mentor"])
    XCTAssertEqual(student.mentor, teacher)
    XCTAssertEqual(teacher.mentees.objects, [student])
    try other.save()
    XCTAssertEqual(student.standing, .excellent)
    HookScript.current.awakeFromFetch = nil
    let fresh = try freshContext()
    let copy = try XCTUnwrap(try fresh.first(Student.all))
    XCTAssertEqual(copy.mentor?.name, "Eve")
    XCTAssertEqual(copy.standing, .good)
  }
}
