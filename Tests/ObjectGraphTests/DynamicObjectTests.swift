import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// The school's model, read at run time without generated classes, on the same file as the
/// generated classes.
final class DynamicObjectTests: SchoolTestCase {
  private var dynamicContainer: PersistentContainer!
  private var dynamic: ManagedObjectContext!

  override func setUpWithError() throws {
    HookScript.current = HookScript()
    try super.setUpWithError()
    let model = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(CompiledModel.school.description))
    dynamicContainer = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: storeURL))
    dynamic = try dynamicContainer.makeContext()
  }

  override func tearDown() {
    dynamic = nil
    dynamicContainer = nil
    super.tearDown()
  }

  func testADateThatIsNoneIsRefused() throws {
    let model = ManagedObjectModel(
      name: "Days",
      entities: [
        EntityDescription(name: "Day", properties: [.attribute("date", .date, isOptional: true)])
      ])
    let days = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: folder.file("Days.sqlite")))
    let context = try days.makeContext()
    try context.insert(
      entityName: "Day", ["date": Date(timeIntervalSinceReferenceDate: .nan)])
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["date"])
    }
  }

  func testObjectsWithoutAClassAreSavedAndFetched() throws {
    let course = try dynamic.insert(
      entityName: "Course", ["title": "Latin", "ratio": 0.25, "huge": 7])
    XCTAssertTrue(course.isInserted)
    try dynamic.save()
    let typed = try XCTUnwrap(try context.first(Course.all))
    XCTAssertEqual(typed.title, "Latin")
    XCTAssertEqual(typed.ratio, 0.25)
    XCTAssertEqual(typed.huge, 7)
    XCTAssertTrue(typed.isOpen)
    typed.title = "Greek"
    try context.save()
    let found = try dynamic.fetch(entityName: "Course")
    XCTAssertTrue(found.first === course)
    XCTAssertEqual(try course.value(forKey: "title") as? String, "Greek")
  }

  func testEveryTypeIsTheSameWithAndWithoutAClass() throws {
    let made = Course(
      in: context, title: "Latin", rooms: ["A", "B"], link: URL(string: "https://a.b/c"),
      notes: .object(["level": .number(3)]), scan: Data([0, 255]), ratio: 0.5, small: 1.5,
      tiny: -7, huge: .max, isOpen: false, code: "AB1")
    try context.save()
    let course = try XCTUnwrap(try dynamic.fetch(entityName: "Course").first)
    XCTAssertEqual(try course.value(forKey: "rooms") as? [String], made.rooms)
    XCTAssertEqual(try course.value(forKey: "link") as? URL, made.link)
    XCTAssertEqual(try course.value(forKey: "notes") as? JSONValue, made.notes)
    XCTAssertEqual(try course.value(forKey: "scan") as? Data, made.scan)
    XCTAssertEqual(try course.value(forKey: "small") as? Float, 1.5)
    XCTAssertEqual(try course.value(forKey: "tiny") as? Int16, -7)
    XCTAssertEqual(try course.value(forKey: "huge") as? Int64, .max)
    XCTAssertEqual(try course.value(forKey: "isOpen") as? Bool, false)

    try course.setValues([
      "rooms": ["C"], "link": nil, "notes": JSONValue.array([.null]), "scan": Data([7]),
      "small": 2, "tiny": 3, "huge": 4, "isOpen": true, "code": "CD2",
    ])
    try dynamic.save()
    let other = try XCTUnwrap(try freshContext().first(Course.all))
    XCTAssertEqual(other.rooms, ["C"])
    XCTAssertNil(other.link)
    XCTAssertEqual(other.notes, .array([.null]))
    XCTAssertEqual(other.scan, Data([7]))
    XCTAssertEqual(other.small, 2)
    XCTAssertEqual([Int64(other.tiny), other.huge ?? 0], [3, 4])
    XCTAssertTrue(other.isOpen)
  }

  func testListsTakeListsOfTheirType() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin", "rooms": ["A"]])
    let others: [Any] = ["A", [1, 2], ["a": "b"], JSONValue.array([.null])]
    for wrong in others {
      XCTAssertThrowsError(try course.setValue(wrong, forKey: "rooms"), "\(wrong)") {
        XCTAssertEqual(($0 as? StoreError)?.reason, .wrongType, "\(wrong)")
      }
    }
    try course.setValue(JSONValue.array([.string("B")]), forKey: "rooms")
    try dynamic.save()
    XCTAssertEqual(try context.first(Course.all)?.rooms, ["B"])
  }

  func testElementsOfElementsAreOfTheirType() throws {
    let geo = CompositeDescription(
      name: "Geo",
      elements: [AttributeDescription(name: "lat", type: .double, isOptional: true)])
    let place = CompositeDescription(
      name: "Place",
      elements: [AttributeDescription(name: "geo", type: .composite("Geo"), isOptional: true)])
    let attribute = AttributeDescription(
      name: "place", type: .composite("Place"), isOptional: true)
    let container = try PersistentContainer(
      CompiledModel(
        ManagedObjectModel(
          name: "Places", composites: [geo, place],
          entities: [EntityDescription(name: "Shop", properties: [.attribute(attribute)])])),
      configuration: StoreConfiguration(url: folder.file("Places.sqlite")))
    let context = try container.makeContext()
    let right: [String: Any?] = ["geo": ["lat": 1.5]]
    let shop = try context.insert(entityName: "Shop", ["place": right])
    let others: [[String: Any?]] = [["geo": 5], ["geo": ["lot": 1.5]], ["lat": 1.5]]
    for wrong in others {
      XCTAssertThrowsError(try shop.setValue(wrong, forKey: "place"), "\(wrong)")
    }
    let kept = try shop.value(forKey: "place") as? [String: Any]
    XCTAssertEqual((kept?["geo"] as? [String: Any])?["lat"] as? Double, 1.5)
  }

  func testEnumerationsCompositesAndDecimals() throws {
    let head = try dynamic.insert(
      entityName: "Head",
      [
        "name": "Ann", "shade": "dark", "salary": Decimal(string: "1.5"), "office": "A",
        "address": ["street": "Main", "zip": 7] as [String: Any?],
      ])
    try dynamic.save()
    let typed = try XCTUnwrap(try context.first(Head.all))
    XCTAssertEqual(typed.shade, .dark)
    XCTAssertEqual(typed.salary, Decimal(string: "1.5"))
    XCTAssertEqual(typed.address, Address(street: "Main", zip: 7))
    let address = try head.value(forKey: "address") as? [String: Any]
    XCTAssertEqual(address?["street"] as? String, "Main")
    XCTAssertEqual(address?["zip"] as? Int32, 7)
    try head.setValue(nil, forKey: "address")
    XCTAssertNil(try head.value(forKey: "address"))
    try dynamic.save()
    XCTAssertNil(try freshContext().first(Head.all)?.address)
  }

  func testDefaultsAreThoseOfTheModel() throws {
    let course = try dynamic.insert(entityName: "Course")
    XCTAssertEqual(try course.value(forKey: "ratio") as? Double, 0.5)
    XCTAssertEqual(try course.value(forKey: "rooms") as? [String], [])
    let (one, two) = (
      try dynamic.insert(entityName: "Student"), try dynamic.insert(entityName: "Student")
    )
    let numbers = try [one, two].values(forKey: "number").map { $0 as? UUID }
    XCTAssertNotNil(numbers[0])
    XCTAssertNotEqual(numbers[0], numbers[1])
  }

  func testRelationshipsByNameHaveTwoSides() throws {
    let student = try dynamic.insert(entityName: "Student", ["name": "Ann"])
    let teacher = try dynamic.insert(entityName: "Teacher", ["name": "Bob", "mentees": [student]])
    XCTAssertTrue(try student.value(forKey: "mentor") as? ManagedObject === teacher)
    let courses = try ["A", "B", "C"].map {
      try dynamic.insert(entityName: "Course", ["title": $0])
    }
    try student.setValue([courses[2], courses[0], courses[1]], forKey: "courses")
    try dynamic.save()

    let typed = try XCTUnwrap(try context.first(Student.all))
    XCTAssertEqual(typed.mentor?.name, "Bob")
    XCTAssertEqual(typed.courses.map(\.title), ["C", "A", "B"])
    let other = try dynamicContainer.makeContext()
    let found = try XCTUnwrap(try other.fetch(entityName: "Student").first)
    let list = try XCTUnwrap(
      try found.value(forKey: "courses") as? OrderedObjects<ManagedObject>)
    XCTAssertEqual(try list.values(forKey: "title").map { $0 as? String }, ["C", "A", "B"])
    try found.setValue(nil, forKey: "mentor")
    try other.save()
    XCTAssertEqual(try freshContext().first(Teacher.all)?.mentees.count, 0)
  }

  func testEntitiesOfAHierarchyAreFetchedByName() throws {
    try dynamic.insert(entityName: "Student", ["name": "S"])
    try dynamic.insert(entityName: "Teacher", ["name": "T"])
    try dynamic.insert(entityName: "Head", ["name": "H"])
    try dynamic.save()
    let other = try dynamicContainer.makeContext()
    XCTAssertEqual(
      try other.fetch(entityName: "Person").map(\.entityName), ["Student", "Teacher", "Head"])
    XCTAssertEqual(try other.count(entityName: "Teacher"), 2)
  }

  func testMistakesAreTypedErrors() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin"])
    let student = try dynamic.insert(entityName: "Student", ["name": "Ann"])
    let rows: [(name: String, reason: StoreError.Reason, body: () throws -> Void)] = [
      ("entity", .unknownName, { _ = try self.dynamic.insert(entityName: "Curse") }),
      ("fetch", .unknownName, { _ = try self.dynamic.fetch(entityName: "Curse") }),
      ("abstract", .abstractEntity, { _ = try self.dynamic.insert(entityName: "Person") }),
      ("property", .unknownName, { _ = try course.value(forKey: "titel") }),
      ("text", .wrongType, { try course.setValue(7, forKey: "title") }),
      ("number", .wrongType, { try course.setValue(100_000, forKey: "tiny") }),
      ("case", .wrongType, { try student.setValue(9, forKey: "standing") }),
      ("element", .wrongType, { try student.setValue(["zap": 1], forKey: "address") }),
      ("entity of object", .wrongType, { try student.setValue(course, forKey: "mentor") }),
      ("objects", .wrongType, { try student.setValue([student], forKey: "courses") }),
      ("value", .wrongType, { _ = try self.dynamic.insert(entityName: "Course", ["title": 7]) }),
    ]
    for row in rows {
      XCTAssertThrowsError(try row.body(), row.name) { error in
        XCTAssertEqual((error as? StoreError)?.reason, row.reason, row.name)
      }
    }
    XCTAssertEqual(dynamic.insertedObjects.count, 2)
    XCTAssertNoThrow(try dynamic.save())
  }

  func testTheRulesOfTheModelAreChecked() throws {
    try dynamic.insert(entityName: "Course", ["title": "forbidden", "ratio": 2.0, "code": "x"])
    try dynamic.insert(entityName: "Student", ["name": String(repeating: "n", count: 21)])
    try dynamic.insert(entityName: "Grade", ["points": 101])
    XCTAssertThrowsError(try dynamic.save()) { error in
      let failures = (error as? ValidationError)?.failures ?? []
      XCTAssertEqual(
        failures.map { "\($0.propertyName) \($0.coreDataCode)" },
        ["ratio 1610", "code 1680", "named 1550", "name 1660", "points 1610", "student 1570"])
    }
    dynamic.rollback()
    try dynamic.insert(entityName: "Course")
    XCTAssertThrowsError(try dynamic.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.coreDataCode, 1570)
    }
  }

  func testChangesAreKnownAndCanBeTakenBack() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin"])
    try dynamic.save()
    try course.setValue("Greek", forKey: "title")
    XCTAssertEqual(course.changedValues()["title"] as? String, "Greek")
    XCTAssertEqual(try course.committedValues()["title"] as? String, "Latin")
    dynamic.rollback()
    XCTAssertEqual(try course.value(forKey: "title") as? String, "Latin")
    XCTAssertFalse(course.hasChanges)
  }

  func testPredicatesAgreeWithUnsavedChanges() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin", "ratio": 0.25])
    try dynamic.insert(entityName: "Course", ["title": "Greek", "ratio": 0.75])
    let request = FetchRequest<ManagedObject>(
      .compare(.keyPath("ratio"), .greater, .constant(.double(0.5))))
    XCTAssertEqual(try dynamic.fetch(entityName: "Course", request).count, 1)
    try dynamic.save()
    XCTAssertEqual(try dynamic.fetch(entityName: "Course", request).count, 1)
    try course.setValue(1, forKey: "ratio")
    XCTAssertEqual(try dynamic.count(entityName: "Course", request), 2)
  }

  func testUncheckedModelsDoNotTrap() throws {
    var composite = CompositeDescription(name: "Loop", elements: [])
    composite.elements = [AttributeDescription(name: "again", type: .composite("Loop"))]
    let entities = [
      EntityDescription(name: "A", parentName: "B"), EntityDescription(name: "B", parentName: "A"),
      EntityDescription(name: "C", parentName: "Nobody"),
      EntityDescription(
        name: "D",
        properties: [
          .attribute(AttributeDescription(name: "loop", type: .composite("Loop"))),
          .attribute(AttributeDescription(name: "name", type: .string)),
          .relationship(RelationshipDescription(name: "gone", destinationName: "Nobody")),
          .attribute(
            AttributeDescription(
              name: "odd", type: .int32, isOptional: true,
              derivation: .keyPath("gone", "nothing"))),
        ]),
    ]
    let model = ManagedObjectModel(name: "Odd", composites: [composite], entities: entities)
    let configuration = StoreConfiguration(url: folder.file("Odd.sqlite"))
    do {
      let context = try PersistentContainer(CompiledModel(model), configuration: configuration)
        .makeContext()
      try context.insert(entityName: "D", ["name": "x"])
      try context.save()
    } catch {
      XCTAssertFalse("\(error)".isEmpty)
    }
  }

  func testDeletesFollowTheRules() throws {
    let student = try dynamic.insert(entityName: "Student", ["name": "Ann"])
    try dynamic.insert(entityName: "Grade", ["points": 1, "student": student])
    try dynamic.save()
    dynamic.delete(student)
    try dynamic.save()
    XCTAssertEqual(try context.count(Grade.all), 0)
  }

  func testTransientValuesAreNotStored() throws {
    let student = try dynamic.insert(entityName: "Student", ["name": "Ann", "isSelected": true])
    XCTAssertEqual(try student.value(forKey: "isSelected") as? Bool, true)
    try dynamic.save()
    let other = try dynamicContainer.makeContext()
    XCTAssertNotEqual(
      try other.fetch(entityName: "Student").first?.value(forKey: "isSelected") as? Bool, true)
  }

  // MARK: Values that are taken over

  func testWhatWasNilIsNilAgain() throws {
    try dynamic.insert(entityName: "Course", ["title": "Latin"])
    try dynamic.insert(entityName: "Student", ["name": "Ann"])
    try dynamic.save()
    let other = try dynamicContainer.makeContext()
    other.undoHistory = UndoHistory()
    let course = try XCTUnwrap(try other.fetch(entityName: "Course").first)
    let student = try XCTUnwrap(try other.fetch(entityName: "Student").first)
    try course.setValues(["huge": 7, "notes": JSONValue.array([.null])])
    let address: [String: Any?] = ["street": "Main", "zip": 7]
    try student.setValues(["address": address, "isSelected": true])
    XCTAssertTrue(other.undo())
    XCTAssertNil(try course.value(forKey: "huge"))
    XCTAssertNil(try course.value(forKey: "notes"))
    XCTAssertNil(try student.value(forKey: "address"))
    XCTAssertNil(try student.value(forKey: "isSelected"))
  }

  func testWhatAChildClearsIsClearedInItsParent() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin", "huge": 7])
    let child = dynamic.makeChild()
    let copy = try XCTUnwrap(try child.existingObject(ManagedObject.self, with: course.objectID))
    try copy.setValue(nil, forKey: "huge")
    try child.save()
    XCTAssertNil(try course.value(forKey: "huge"))
  }

  func testWhatIsClearedHereStaysSoInAMerge() throws {
    let course = try dynamic.insert(entityName: "Course", ["title": "Latin", "huge": 7])
    try dynamic.save()
    let typed = try XCTUnwrap(try context.first(Course.all))
    typed.tiny = 3
    try context.save()
    try course.setValue(nil, forKey: "huge")
    try dynamic.save(mergePolicy: .objectWins)
    XCTAssertEqual(
      try rows("SELECT ZHUGE IS NULL, ZTINY FROM ZCOURSE", in: storeURL), ["1|3"])
  }

  func testADocumentThatComesBackHasAllDigits() throws {
    try dynamic.insert(entityName: "Course", ["title": "Latin"])
    try dynamic.save()
    try execute("UPDATE ZCOURSE SET ZNOTES = '[9007199254740993]'", in: storeURL)
    let other = try dynamicContainer.makeContext()
    other.undoHistory = UndoHistory()
    let course = try XCTUnwrap(try other.fetch(entityName: "Course").first)
    try course.setValue(nil, forKey: "notes")
    try other.save()
    XCTAssertTrue(other.undo())
    try other.save()
    XCTAssertEqual(try rows("SELECT ZNOTES FROM ZCOURSE", in: storeURL), ["[9007199254740993]"])
  }

  func testObjectsOfClassesAreMadeByName() throws {
    let course = try context.insert(entityName: "Course", ["title": "Latin"])
    XCTAssertEqual((course as? Course)?.title, "Latin")
    try context.save()
    XCTAssertEqual(try freshContext().count(entityName: "Course"), 1)
    XCTAssertThrowsError(try context.insert(entityName: "Student", ["name": "Ann"])) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .readOnlyProperty)
    }
    XCTAssertFalse(context.hasChanges)
  }
}
