import ModelRuntime
import TestSupport
import XCTest

final class InheritanceTests: SchoolTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    _ = Student(in: context, name: "Ann", standing: .excellent)
    _ = Teacher(in: context, name: "Bob", salary: 1000)
    _ = Head(in: context, name: "Cid", salary: 2000, shade: .dark, office: "A1")
    try context.save()
  }

  func testAHierarchyIsOneTable() throws {
    XCTAssertEqual(
      try rows(
        """
        SELECT Z_NAME, ZNAME, ZOFFICE, ZSTANDING
        FROM ZPERSON JOIN Z_PRIMARYKEY USING (Z_ENT) ORDER BY Z_PK
        """, in: storeURL),
      ["Student|Ann||2", "Teacher|Bob||", "Head|Cid|A1|"])
  }

  func testAFinderThatIsInheritedGivesTheSubentity() throws {
    let context = try freshContext()
    let head = try XCTUnwrap(try context.first(Head.all))
    let found: Head? = try Head.find(number: head.number, in: context)
    XCTAssertTrue(found === head)
    XCTAssertTrue(try Person.find(number: head.number, in: context) === head)
    let student = try XCTUnwrap(try context.first(Student.all))
    XCTAssertNil(try Teacher.find(number: student.number, in: context))
  }

  func testAnAbstractEntityFetchesWhatIsBelowIt() throws {
    let people = try freshContext().fetch(Person.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(people.map(\.name), ["Ann", "Bob", "Cid"])
    XCTAssertEqual(people.map { "\(type(of: $0))" }, ["Student", "Teacher", "Head"])
    XCTAssertEqual((people[2] as? Head)?.office, "A1")
    XCTAssertEqual((people[2] as? Teacher)?.salary, 2000)
    XCTAssertEqual((people[2] as? Teacher)?.shade, .dark)
    XCTAssertEqual((people[0] as? Student)?.standing, .excellent)
  }

  func testSubentitiesCanBeLeftOut() throws {
    var request = Teacher.all
    XCTAssertEqual(try freshContext().fetch(request).map(\.name), ["Bob", "Cid"])
    request.includesSubentities = false
    XCTAssertEqual(try freshContext().fetch(request).map(\.name), ["Bob"])
  }

  func testARowIsOneObjectWhateverEntityIsFetched() throws {
    let context = try freshContext()
    let head = try XCTUnwrap(try context.first(Head.all))
    XCTAssertTrue(try context.fetch(Person.all).contains { $0 === head })
    XCTAssertEqual(head.objectID.entityName, "Head")
  }

  func testConditionsOnInheritedAndOwnProperties() throws {
    let context = try freshContext()
    XCTAssertEqual(try context.count(Head.where { $0.name == "Cid" && $0.salary > 1500 }), 1)
    XCTAssertEqual(try context.count(Teacher.where { $0.shade == .plain }), 1)
    XCTAssertEqual(try context.count(Student.where { $0.standing > .good }), 1)
  }

  func testChangesOfEveryLevelAreSaved() throws {
    let context = try freshContext()
    let head = try XCTUnwrap(try context.first(Head.all))
    head.name = "Dan"
    head.salary = 3000
    head.office = nil
    try context.save()
    XCTAssertEqual(
      try rows(
        "SELECT Z_OPT, ZNAME, ZSALARY, ZOFFICE FROM ZPERSON WHERE ZNAME = 'Dan'", in: storeURL),
      ["2|Dan|3000|"])
    head.office = "B2"
    head.name = "Eve"
    context.rollback()
    XCTAssertEqual(head.name, "Dan")
    XCTAssertNil(head.office)
  }

  func testKeysAreUniqueInTheHierarchy() throws {
    let people = try context.fetch(Person.all)
    XCTAssertEqual(Set(people.map(\.objectID.key)).count, 3)
  }

  func testASnapshotHasInheritedValues() throws {
    let heads = try context.fetch(Head.all, as: Head.Snapshot.self)
    XCTAssertEqual(heads.map(\.name), ["Cid"])
    XCTAssertEqual(heads.map(\.office), ["A1"])
    XCTAssertEqual(heads.map(\.salary), [2000])
  }
}
