import ModelRuntime
import TestSupport
import XCTest

/// Rules of Core Data's contexts that other tests rely on but do not test.
final class ContextRuleTests: SchoolTestCase {
  func testSynchronousWorkNests() throws {
    let container = try XCTUnwrap(self.container)
    let count = try container.performAndWait { outer in
      _ = Course(in: outer, title: "Logic")
      try outer.save()
      return try container.performAndWait { inner in try inner.count(Course.all) }
    }
    XCTAssertEqual(count, 1)
  }

  func testBackgroundWorkHasContextsOfItsOwn() async throws {
    let container = try XCTUnwrap(self.container)
    async let one = container.perform { try Self.add("Logic", to: $0) }
    async let two = container.perform { try Self.add("Ethics", to: $0) }
    let ids = try await [one, two]
    XCTAssertEqual(Set(ids).count, 2)
    XCTAssertEqual(try container.performAndWait { try $0.count(Course.all) }, 2)
  }

  private static func add(_ title: String, to context: ManagedObjectContext) throws -> ObjectID {
    let course = Course(in: context, title: title)
    try context.save()
    return course.objectID
  }

  func testObserversHearOfWhatIsMerged() throws {
    let held = Course(in: context, title: "Logic")
    let gone = Course(in: context, title: "Gone")
    try context.save()
    var changes: [ContextChange] = []
    _ = context.addObserver { changes.append($0) }
    context.automaticallyMergesChanges = true
    let (heldID, goneID) = (held.objectID, gone.objectID)
    let newID = try container.performAndWait { other in
      try XCTUnwrap(try other.existingObject(Course.self, with: heldID)).title = "Ethics"
      other.delete(try XCTUnwrap(try other.existingObject(Course.self, with: goneID)))
      let new = Course(in: other, title: "New")
      other.transactionAuthor = "import"
      try other.save()
      return new.objectID
    }
    context.mergePendingChanges()
    XCTAssertEqual(changes.map(\.kind), [.merged])
    XCTAssertEqual(changes.first?.inserted, [newID])
    XCTAssertEqual(changes.first?.updated, [heldID])
    XCTAssertEqual(changes.first?.deleted, [goneID])
    XCTAssertEqual(changes.first?.isComplete, true)
    XCTAssertEqual(changes.first?.author, "import")
  }

  func testRollbackRefreshAndResetAreTold() throws {
    let course = Course(in: context, title: "Logic")
    try context.save()
    var changes: [ContextChange] = []
    _ = context.addObserver { changes.append($0) }
    course.title = "Ethics"
    let new = Course(in: context, title: "New")
    context.rollback()
    context.refreshAllObjects()
    context.reset()
    XCTAssertEqual(changes.map(\.kind), [.rolledBack, .refreshed, .reset])
    XCTAssertEqual(changes.first?.updated, [course.objectID])
    XCTAssertEqual(changes.first?.deleted, [new.objectID])
  }

  func testAFetchBringsWhatIsHeldUpToDate() throws {
    let course = Course(in: context, title: "Logic")
    try context.save()
    try container.performAndWait { other in
      try XCTUnwrap(try other.first(Course.all)).title = "Ethics"
      try other.save()
    }
    XCTAssertEqual(course.title, "Logic")
    XCTAssertEqual(try context.fetch(Course.all), [course])
    XCTAssertEqual(course.title, "Ethics")
  }

  func testObjectsOfDifferentContextsAreRefused() throws {
    let student = Student(in: context, name: "Ann")
    let other = try freshContext()
    let mentor = Teacher(in: other, name: "Tom")
    XCTAssertThrowsError(try student.setValue(mentor, forKey: "mentor")) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .differentContexts)
      XCTAssertEqual((error as? StoreError)?.objectIDs, [student.objectID, mentor.objectID])
    }
    XCTAssertNil(student.mentor)
  }

  func testDeleteRulesActAtOnce() throws {
    let student = Student(in: context, name: "Ann")
    let friend = Student(in: context, name: "Bob")
    student.friends = [friend]
    let grade = Grade(in: context, points: 1, student: student)
    try context.save()
    context.delete(student)
    XCTAssertTrue(grade.isDeleted)
    XCTAssertEqual(friend.friends.count, 0)
  }

  func testAFailedSaveWritesNothing() throws {
    let kept = Course(in: context, title: "Logic")
    let gone = Course(in: context, title: "Ethics")
    try context.save()
    context.delete(gone)
    kept.ratio = 0.25
    let broken = Course(in: context, title: "forbidden")
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(
      try rows("SELECT ZTITLE, ZRATIO FROM ZCOURSE ORDER BY 1", in: storeURL),
      ["Ethics|0.5", "Logic|0.5"])
    broken.title = "Rhetoric"
    try context.save()
    XCTAssertEqual(
      try rows("SELECT ZTITLE, ZRATIO FROM ZCOURSE ORDER BY 1", in: storeURL),
      ["Logic|0.25", "Rhetoric|0.5"])
  }

  private struct LeavingPolicy: MergePolicy {
    func resolution(of conflict: SaveConflict) -> ConflictResolution {
      .merged(mine: ["name"], values: ["mentor": .null])
    }
  }

  func testAPolicyMayClearARelationship() throws {
    let teacher = Teacher(in: context, name: "Eve")
    let student = Student(in: context, name: "Ann", mentor: teacher)
    try context.save()
    try container.performAndWait { other in
      try XCTUnwrap(try other.first(Student.all)).standing = .poor
      try other.save()
    }
    student.name = "Bob"
    try context.save(mergePolicy: LeavingPolicy())
    XCTAssertNil(student.mentor)
    XCTAssertEqual(teacher.mentees.count, 0)
    let fresh = try freshContext()
    let stored = try XCTUnwrap(try fresh.first(Student.all))
    XCTAssertEqual(stored.name, "Bob")
    XCTAssertNil(stored.mentor)
    XCTAssertEqual(stored.standing, .poor)
  }

  func testCascadesGoRoundAndARequiredOwnerIsMissed() throws {
    let student = Student(in: context, name: "Ann")
    let grade = Grade(in: context, points: 1, student: student)
    try context.save()
    student.grades.remove(grade)
    XCTAssertThrowsError(try context.save()) { error in
      let failures = (error as? ValidationError)?.failures
      XCTAssertEqual(failures?.map(\.propertyName), ["student"])
      XCTAssertEqual(failures?.map(\.coreDataCode), [1570])
    }
    context.delete(grade)
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZGRADE", in: storeURL), ["0"])
  }

  func testMembersThatAreToBeDeletedAreNoMembers() throws {
    let course = Course(in: context, title: "Logic")
    for name in ["Ann", "Bob"] { course.students.append(Student(in: context, name: name)) }
    try context.save()
    let fresh = try freshContext()
    let ann = try XCTUnwrap(try fresh.first(Student.where { $0.name == "Ann" }))
    fresh.delete(ann)
    let found = try XCTUnwrap(try fresh.first(Course.all))
    XCTAssertEqual(found.students.map(\.name), ["Bob"])
    XCTAssertEqual(found.students.count, 1)
    fresh.rollback()
    XCTAssertEqual(found.students.map(\.name), ["Ann", "Bob"])
  }

  func testAMemberWhoseRowIsGoneIsInaccessible() throws {
    let course = Course(in: context, title: "Logic")
    for name in ["Ann", "Bob"] { course.students.append(Student(in: context, name: name)) }
    try context.save()
    try execute("PRAGMA foreign_keys = OFF; DELETE FROM ZPERSON WHERE ZNAME = 'Ann'", in: storeURL)
    let fresh = try freshContext()
    let found = try XCTUnwrap(try fresh.first(Course.all))
    XCTAssertEqual(found.students.map(\.isInaccessible), [true, false])
    XCTAssertEqual(Array(found.students).map(\.isInaccessible), [true, false])
  }

  func testALinkToADeletedRowNamesIt() throws {
    let tom = Teacher(in: context, name: "Tom")
    try context.save()
    try execute("DELETE FROM ZPERSON WHERE ZNAME = 'Tom'", in: storeURL)
    let ann = Student(in: context, name: "Ann")
    ann.mentor = tom
    XCTAssertThrowsError(try context.save()) { error in
      let error = error as? StoreError
      XCTAssertEqual(error?.reason, .conflict)
      XCTAssertEqual(error?.objectIDs, [tom.objectID])
    }
    ann.mentor = nil
    XCTAssertNoThrow(try context.save())
  }

  func testMembersAreCountedWithoutLoadingThem() throws {
    let course = Course(in: context, title: "Logic")
    for name in ["Ann", "Bob"] { course.students.append(Student(in: context, name: name)) }
    try context.save()
    let fresh = try freshContext()
    let found = try XCTUnwrap(try fresh.first(Course.all))
    XCTAssertEqual(found.students.count, 2)
    XCTAssertEqual(fresh.registeredObjectCount, 1)
  }

  func testAStreamOfAChildSeesTheParentsChanges() async throws {
    let parent = try XCTUnwrap(self.container).makeContext()
    _ = Course(in: parent, title: "Logic")
    let child = parent.makeChild()
    var titles: [String] = []
    for try await course in child.stream(Course.all) { titles.append(course.title) }
    XCTAssertEqual(titles, ["Logic"])
  }

  func testAChildsTransientValuesGoToItsParent() throws {
    let student = Student(in: context, name: "Ann")
    try context.save()
    let child = context.makeChild()
    let copy = try XCTUnwrap(try child.existingObject(Student.self, with: student.objectID))
    copy.isSelected = true
    let new = Student(in: child, name: "Bob")
    new.isSelected = true
    try child.save()
    XCTAssertTrue(student.isSelected)
    XCTAssertEqual(context.insertedObjects.compactMap { ($0 as? Student)?.isSelected }, [true])
  }

  func testChangesAreToldInTheirOrder() throws {
    let course = Course(in: context, title: "Logic")
    var isFirst = true
    _ = context.addObserver { [unowned context = context!] _ in
      guard isFirst else { return }
      isFirst = false
      context.delete(course)
      try? context.save()
    }
    var seen: [ContextChange] = []
    _ = context.addObserver { seen.append($0) }
    try context.save()
    XCTAssertEqual(seen.map(\.inserted.count), [1, 0])
    XCTAssertEqual(seen.map(\.deleted.count), [0, 1])
  }

  func testAnObserverThatSavesAtEveryChangeIsStopped() throws {
    let container = try PersistentContainer(.school, configuration: .inMemory)
    let context = try container.makeContext()
    let course = Course(in: context, title: "0")
    var errors: [any Error] = []
    var calls = 0
    let observer = context.addObserver { [unowned context] _ in
      calls += 1
      course.title = "\(calls)"
      do { try context.save() } catch { errors.append(error) }
    }
    try context.save()
    XCTAssertEqual(calls, 1000)
    XCTAssertEqual(errors.map { ($0 as? StoreError)?.reason }, [.endlessChanges])
    context.removeObserver(observer)
    try context.save()
    XCTAssertEqual(try container.makeContext().fetch(Course.all).map(\.title), ["1000"])
  }

  func testAnObserverThatChangesWithoutSavingIsStopped() throws {
    var calls = 0
    _ = context.addObserver { [unowned context = context!] _ in
      calls += 1
      context.refreshAllObjects()
    }
    context.refreshAllObjects()
    XCTAssertEqual(calls, 1000)
  }

  func testAStreamLeavesItsContextFreeToSave() async throws {
    for number in 0..<600 { _ = Course(in: context, title: "\(number)") }
    try context.save()
    let fresh = try freshContext()
    for try await course in fresh.stream(Course.all) {
      try container.performAndWait { other in
        _ = Course(in: other, title: "new")
        try other.save()
      }
      XCTAssertEqual(try fresh.count(Course.where { $0.title == "new" }), 1)
      course.tiny = 1
      XCTAssertNoThrow(try fresh.save())
      break
    }
  }
}
