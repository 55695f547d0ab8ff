import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Rules on more than one value: counts of members, and checks.
final class GraphRuleTests: SchoolTestCase {
  private func failures(of save: () throws -> Void) -> [ValidationFailure] {
    do {
      try save()
      return []
    } catch {
      return (error as? ValidationError)?.failures ?? []
    }
  }

  private func student(grades: Int) -> Student {
    let student = Student(in: context, name: "Bo")
    for points in 0..<grades { _ = Grade(in: context, points: Int32(points), student: student) }
    return student
  }

  func testAsManyMembersAsAllowedAreSaved() throws {
    _ = student(grades: 3)
    XCTAssertNoThrow(try context.save())
  }

  func testTooManyMembersAreRefused() throws {
    let student = student(grades: 4)
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)", "Student p\(student.objectID.key): grades has more than 3 objects")
      XCTAssertEqual((error as? ValidationError)?.coreDataCode, 1590)
    }
    XCTAssertEqual(try freshContext().count(Student.all), 0)
  }

  func testAMemberThatJoinsASavedObjectIsCounted() throws {
    let saved = student(grades: 3)
    try context.save()
    let other = try freshContext()
    let found = try XCTUnwrap(other.first(Student.all))
    let fourth = Grade(in: other, points: 9, student: found)
    let failures = failures { try other.save() }
    XCTAssertEqual(failures.map(\.propertyName), ["grades"])
    XCTAssertEqual(failures.map(\.value), [.integer(4)])
    XCTAssertEqual(failures.map(\.objectID), [saved.objectID])
    other.delete(fourth)
    XCTAssertNoThrow(try other.save())
  }

  func testMembersAreCountedOnceWhereValuesChangedToo() throws {
    let student = student(grades: 3)
    try context.save()
    student.name = "Al"
    _ = Grade(in: context, points: 9, student: student)
    XCTAssertEqual(failures { try context.save() }.map(\.coreDataCode), [1590])
  }

  func testACheckThatDoesNotHoldIsRefused() throws {
    let course = Course(in: context, title: "forbidden")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)",
        "Course p\(course.objectID.key): named does not hold: No course may be called that")
      XCTAssertEqual((error as? ValidationError)?.coreDataCode, 1550)
    }
    course.title = "Art"
    XCTAssertNoThrow(try context.save())
    course.title = "forbidden"
    XCTAssertEqual(failures { try context.save() }.map(\.propertyName), ["named"])
  }

  func testRulesOfValuesAndOfTheGraphAreReportedTogether() throws {
    _ = Course(in: context, title: "forbidden", ratio: 2)
    _ = student(grades: 5)
    let failures = failures { try context.save() }
    XCTAssertEqual(failures.map(\.propertyName), ["ratio", "named", "grades"])
  }

  func testDeletedObjectsAreNotChecked() throws {
    let course = Course(in: context, title: "Art")
    try context.save()
    course.title = "forbidden"
    context.delete(course)
    XCTAssertNoThrow(try context.save())
  }

  /// Makes a context with rules that the language cannot express, as imported models have
  /// them.
  private func changedSchool(
    _ change: (inout ManagedObjectModel) -> Void
  ) throws -> ManagedObjectContext {
    var model = CompiledModel.school.description
    change(&model)
    let compiled = CompiledModel(
      model,
      classes: [
        Person.self, Student.self, Teacher.self, Head.self, Course.self, Grade.self,
      ])
    let configuration = StoreConfiguration(url: folder.file("Other.sqlite"))
    return try PersistentContainer(compiled, configuration: configuration).makeContext()
  }

  func testAPredicateOverAValueIsChecked() throws {
    let context = try changedSchool { model in
      for entity in model.entities.indices where model.entities[entity].name == "Course" {
        for case (let number, .attribute(var attribute)) in model.entities[entity].properties
          .enumerated() where ["title", "huge"].contains(attribute.name)
        {
          let isText = attribute.name == "title"
          attribute.rules.append(
            ValidationRule(
              .predicate(
                isText
                  ? .compare(.evaluatedObject, .beginsWith, .constant(.string("A")))
                  : .compare(.evaluatedObject, .greater, .constant(.integer(9)))),
              message: "not so"))
          model.entities[entity].properties[number] = .attribute(attribute)
        }
      }
    }
    let course = Course(in: context, title: "Bio")
    XCTAssertEqual(failures { try context.save() }.map(\.value), [.string("Bio")])
    course.title = "Art"
    XCTAssertNoThrow(try context.save(), "no value, no rule")
    course.huge = 9
    let broken = failures { try context.save() }
    XCTAssertEqual(
      broken.map(\.description), ["Course p\(course.objectID.key): huge does not hold: not so"])
    XCTAssertEqual(broken.map(\.coreDataCode), [1550])
  }

  func testARequiredRelationshipToManyHasMembers() throws {
    let context = try changedSchool { model in
      for entity in model.entities.indices where model.entities[entity].name == "Student" {
        for case (let number, .relationship(var relationship)) in model.entities[entity]
          .properties.enumerated() where relationship.name == "grades"
        {
          relationship.isOptional = false
          relationship.minCount = 2
          model.entities[entity].properties[number] = .relationship(relationship)
        }
      }
    }
    let student = Student(in: context, name: "Bo")
    XCTAssertEqual(failures { try context.save() }.map(\.coreDataCode), [1580])
    _ = Grade(in: context, points: 1, student: student)
    XCTAssertEqual(
      failures { try context.save() }.map(\.description),
      ["Student p\(student.objectID.key): grades has fewer than 2 objects"])
    let second = Grade(in: context, points: 2, student: student)
    XCTAssertNoThrow(try context.save())
    context.delete(second)
    XCTAssertEqual(failures { try context.save() }.map(\.coreDataCode), [1580])
  }
}
