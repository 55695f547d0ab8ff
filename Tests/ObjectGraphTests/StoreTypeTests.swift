import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Stores of every type, which are opened, copied to another type, replaced and destroyed.
final class StoreTypeTests: SchoolTestCase {
  private let types: [StoreType] = [.sqlite, .xml, .binary]

  private func open(_ url: URL, _ type: StoreType) throws -> PersistentContainer {
    try PersistentContainer(.school, configuration: StoreConfiguration(url: url, type: type))
  }

  private func file(_ type: StoreType, _ name: String = "Copy") -> URL {
    folder.file("\(name).\(type.name)")
  }

  private func fill(_ context: ManagedObjectContext) throws {
    let teacher = Head(in: context, name: "Ada", salary: Decimal(string: "0.1"), office: "7")
    let students = ["Ben", "Cid", "Dee"].map { Student(in: context, name: $0) }
    for student in students { student.mentor = teacher }
    students[0].friends = [students[1], students[2]]
    let course = Course(
      in: context, title: "Latin", rooms: ["A"], link: URL(string: "https://example.com/"),
      scan: Data([0, 255]), ratio: 0.1, huge: .min)
    course.students = [students[2], students[0], students[1]]
    for points: Int32 in [3, 1, 2] { _ = Grade(in: context, points: points, student: students[1]) }
    try context.save()
  }

  /// Describes the whole contents of a store.
  private func summary(_ container: PersistentContainer) throws -> [String] {
    let context = try container.makeContext()
    let heads = try context.fetch(Head.all).map { head in
      "\(head.name) \(head.number) \(head.salary as Any) \(head.office as Any) "
        + head.mentees.map(\.name).sorted().joined()
    }
    let students = try context.fetch(Student.all.sorted { [$0.name.ascending] }).map { student in
      "\(student.name) \(student.friends.map(\.name).sorted()) \(student.grades.map(\.points)) "
        + student.courses.map(\.title).joined()
    }
    let courses = try context.fetch(Course.all).map { course in
      "\(course.values) \(course.students.map(\.name))"
    }
    return heads + students + courses
  }

  func testEveryTypeKeepsWhatWasSaved() throws {
    for type in types {
      let url = file(type, "Kept")
      let before: [String]
      do {
        let container = try open(url, type)
        try fill(try container.makeContext())
        before = try summary(container)
      }
      XCTAssertEqual(try summary(try open(url, type)), before, type.name)
      XCTAssertEqual(before.count, 5, type.name)
    }
  }

  func testAStoreInUseIsSavedAsEveryOtherType() throws {
    for source in types + [.inMemory] {
      let container =
        try source == .inMemory
        ? PersistentContainer(.school, configuration: .inMemory)
        : open(file(source, "From"), source)
      let context = try container.makeContext()
      try fill(context)
      let before = try summary(container)
      for type in types {
        let name = "\(source.name) as \(type.name)"
        let url = file(type, "\(source.name)To")
        let changed = try container.copyStore(to: url, as: type)
        let copy = try open(url, type)
        XCTAssertEqual(try summary(copy), before, name)
        XCTAssertEqual(
          try PersistentContainer.metadata(at: url, type: type).metadata["NSStoreType"],
          .string(type.name), name)
        for course in try context.fetch(Course.all) {
          let id = changed[course.objectID] ?? course.objectID
          let found = try copy.makeContext().existingObject(Course.self, with: id)
          XCTAssertEqual(found?.title, "Latin", name)
        }
      }
      _ = Student(in: context, name: "Eve")
      try context.save()
    }
  }

  func testACopyInAnotherTypeSaysWhichIDsChanged() throws {
    let student = Student(in: context, name: "Ben")
    let course = Course(in: context, title: "Latin")
    course.students = [student]
    try context.save()
    XCTAssertEqual(student.objectID.key, course.objectID.key)
    let changed = try container.copyStore(to: file(.xml), as: .xml)
    XCTAssertEqual(changed.count, 1)
    let copy = try open(file(.xml), .xml).makeContext()
    let id = try XCTUnwrap(changed[student.objectID] ?? changed[course.objectID])
    XCTAssertNotEqual(id.key, student.objectID.key)
    XCTAssertEqual(try copy.first(Course.all)?.students.map(\.name), ["Ben"])
  }

  func testACopyHasTheRightsOfItsStoreUnlessThereIsOne() throws {
    try fill(try open(file(.sqlite), .sqlite).makeContext())
    let manager = FileManager.default
    func mode(_ url: URL) throws -> Int? {
      try manager.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file(.sqlite).path)
    let container = try open(file(.sqlite), .sqlite)
    for type in [StoreType.xml, .binary] {
      let copy = folder.file("copy.\(type.name)")
      try container.copyStore(to: copy, as: type)
      XCTAssertEqual(try mode(copy), 0o600, type.name)
      try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: copy.path)
      try container.copyStore(to: copy, as: type)
      XCTAssertEqual(try mode(copy), 0o640, type.name)
    }
  }

  func testACopyOverTheStoreItselfLeavesItWritable() throws {
    for type in [StoreType.xml, .binary] {
      let url = file(type, "Own")
      let container = try open(url, type)
      let context = try container.makeContext()
      try fill(context)
      try container.copyStore(to: url)
      _ = Course(in: context, title: "Greek")
      XCTAssertNoThrow(try context.save(), type.name)
      // The changes of another program are not overwritten.
      let other = try open(url, type)
      try other.performAndWait { context in
        _ = Course(in: context, title: "Art")
        try context.save()
      }
      XCTAssertThrowsError(try container.copyStore(to: url), type.name) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .conflict, type.name)
      }
    }
  }

  func testACopyOfADamagedValueNamesIt() throws {
    try fill(try open(file(.sqlite), .sqlite).makeContext())
    try execute("UPDATE ZCOURSE SET ZTINY = 'many'", in: file(.sqlite))
    let container = try open(file(.sqlite), .sqlite)
    for type in [StoreType.xml, .binary] {
      let copy = folder.file("copy.\(type.name)")
      XCTAssertThrowsError(try container.copyStore(to: copy, as: type)) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .inaccessible)
        XCTAssertEqual((error as? StoreError)?.propertyNames, ["tiny"])
        XCTAssertTrue("\(error)".hasPrefix("Course p1: the value of 'tiny' in "), "\(error)")
      }
      XCTAssertFalse(FileManager.default.fileExists(atPath: copy.path))
    }
  }

  /// Keys are unique within a hierarchy in the database, and unique among all objects in
  /// the file.
  func testAReferenceThatDanglesLeadsToNoOtherObject() throws {
    for type in types {
      let configuration = StoreConfiguration(url: file(type), type: type)
      let context = try PersistentContainer(.shop, configuration: configuration).makeContext()
      let make = Make(in: context, name: "a")
      let coat = Coat(in: context)
      coat.make = make
      try context.save()
      context.delete(make)
      try context.save()
      let other = try PersistentContainer(.shop, configuration: configuration).makeContext()
      XCTAssertNil(try XCTUnwrap(try other.first(Coat.all)).make, type.name)
    }
  }

  func testADamagedBinaryStoreIsRefusedWithItsPlace() throws {
    let url = file(.binary)
    try fill(try open(url, .binary).makeContext())
    let sound = [UInt8](try Data(contentsOf: url))
    for length in stride(from: 0, to: sound.count, by: sound.count / 30) {
      try Data(sound.prefix(length)).write(to: url)
      XCTAssertThrowsError(try open(url, .binary), "\(length)") { error in
        let error = error as? StoreError
        XCTAssertEqual(error?.reason, length < 16 ? .notAStore : .damaged, "\(length)")
        if length >= 16 { XCTAssertEqual(error?.position?.offset, length) }
      }
    }
    for offset in stride(from: 0, to: sound.count, by: sound.count / 30) {
      var damaged = sound
      damaged[offset] ^= 0x10
      try Data(damaged).write(to: url)
      XCTAssertThrowsError(try open(url, .binary), "\(offset)") { XCTAssertTrue($0 is StoreError) }
    }
    var newer = sound
    newer[16] = 2
    try Data(newer).write(to: url)
    XCTAssertThrowsError(try open(url, .binary)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .unsupportedFeature)
    }
    try Data(sound).write(to: url)
    XCTAssertEqual(try open(url, .binary).makeContext().count(Student.all), 3)
  }

  func testABinaryStoreThatEndsAnywhereIsRefused() throws {
    let model = CompiledModel(
      ManagedObjectModel(
        name: "Ends", version: 1,
        entities: [
          EntityDescription(
            name: "Item",
            properties: [
              .attribute("price", .double), .attribute("name", .string), .attribute("id", .uuid),
            ])
        ]))
    let configuration = StoreConfiguration(url: file(.binary), type: .binary)
    let context = try PersistentContainer(model, configuration: configuration).makeContext()
    _ = try context.insert(entityName: "Item", ["price": 1.5, "name": "pear", "id": UUID()])
    try context.save()
    let sound = try Data(contentsOf: file(.binary))
    for count in stride(from: 0, to: sound.count, by: TestRun.isLong ? 1 : 4) {
      try sound.prefix(count).write(to: file(.binary))
      XCTAssertThrowsError(
        try PersistentContainer(model, configuration: configuration), "\(count) bytes")
    }
  }

  /// An SQLite store would read the value as nil.
  func testABinaryStoreOfWhatIsNoNumberIsRefused() throws {
    func bytes(_ number: UInt64) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let model = CompiledModel(
      ManagedObjectModel(
        name: "Numbers", version: 1,
        entities: [
          EntityDescription(
            name: "Item", properties: [.attribute("price", .double), .attribute("due", .date)])
        ]))
    let configuration = StoreConfiguration(url: file(.binary), type: .binary)
    let context = try PersistentContainer(model, configuration: configuration).makeContext()
    let due = Date(timeIntervalSinceReferenceDate: 2.5)
    _ = try context.insert(entityName: "Item", ["price": 1.5, "due": due])
    try context.save()
    let sound = [UInt8](try Data(contentsOf: file(.binary)))
    for value in [1.5, 2.5] {
      var damaged = sound
      let place = try XCTUnwrap(
        Data(sound).range(of: Data(bytes(value.bitPattern))), "\(value)")
      damaged.replaceSubrange(place, with: bytes(Double.nan.bitPattern))
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in damaged.dropLast(8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      damaged.replaceSubrange(damaged.count - 8..<damaged.count, with: bytes(sum))
      try Data(damaged).write(to: file(.binary))
      XCTAssertThrowsError(
        try PersistentContainer(model, configuration: configuration), "\(value)"
      ) {
        XCTAssertTrue("\($0)".contains("a value is not of its kind"), "\(value): \($0)")
      }
    }
  }

  func testMetadataAreReadWithoutOpeningAndKeepTheProgramsKeys() throws {
    for type in types {
      let url = file(type)
      let container = try open(url, type)
      try container.setMetadata(.string("mine"), forKey: "Owner")
      try container.setMetadata(.array([.integer(1), .boolean(true), .real(0.5)]), forKey: "List")
      let deep = (0..<60).reduce(PropertyListValue.string("deep")) { inner, _ in
        .dictionary(["inner": inner])
      }
      try container.setMetadata(deep, forKey: "Deep")
      XCTAssertThrowsError(try container.setMetadata(nil, forKey: "NSStoreUUID"), type.name)
      let description = try PersistentContainer.metadata(at: url, type: type)
      XCTAssertEqual(description.metadata["Owner"], .string("mine"), type.name)
      XCTAssertEqual(
        description.metadata["List"], .array([.integer(1), .boolean(true), .real(0.5)]), type.name)
      XCTAssertEqual(description.metadata["Deep"], deep, type.name)
      XCTAssertEqual(description.identifier, try container.metadata.identifier, type.name)
      try fill(try container.makeContext())
      XCTAssertEqual(
        try open(url, type).metadata.metadata["Owner"], .string("mine"), type.name)
    }
  }

  func testStoresAreReplacedAndDestroyed() throws {
    for type in types {
      let source = file(type, "Source")
      let url = file(type, "made/Target")
      try fill(try open(source, type).makeContext())
      try PersistentContainer.replaceStore(at: url, with: source, type: type)
      XCTAssertEqual(try open(url, type).makeContext().count(Student.all), 3, type.name)
      try PersistentContainer.destroyStore(at: url, type: type)
      XCTAssertFalse(
        FileManager.default.fileExists(atPath: url.path(percentEncoded: false)), type.name)
      try PersistentContainer.destroyStore(at: url, type: type)
      XCTAssertThrowsError(
        try PersistentContainer.replaceStore(at: source, with: url, type: type), type.name
      ) { XCTAssertTrue($0 is StoreError, "\($0)") }
      XCTAssertEqual(try open(source, type).makeContext().count(Student.all), 3, type.name)
    }
  }

  func testAStoreOfAnotherTypeIsRefused() throws {
    for type in types {
      let url = file(type, "Typed")
      _ = try open(url, type)
      for other in types where other != type {
        XCTAssertThrowsError(try open(url, other), "\(type.name) as \(other.name)") {
          XCTAssertTrue($0 is StoreError, "\($0)")
        }
      }
      XCTAssertNoThrow(try open(url, type), type.name)
    }
  }

  func testAPreloadedStoreOfEveryType() throws {
    for type in types {
      let source = file(type, "Preloaded")
      try fill(try open(source, type).makeContext())
      var configuration = StoreConfiguration(url: file(type, "New"), type: type)
      configuration.preloadedStore = source
      let container = try PersistentContainer(.school, configuration: configuration)
      XCTAssertEqual(try container.makeContext().count(Student.all), 3, type.name)
    }
  }

  func testAStoreOfEveryTypeSaysWhatItHolds() throws {
    for type in types {
      let url = file(type)
      let container = try open(url, type)
      try fill(try container.makeContext())
      XCTAssertEqual(try StoreType.detected(at: url), type)
      let inspection = try StoreInspection(url: url)
      let information = try inspection.information()
      XCTAssertEqual(information.modelName, "School", type.name)
      XCTAssertEqual(information.identifier, try container.metadata.identifier, type.name)
      XCTAssertEqual(
        information.entities.filter { $0.objectCount > 0 }.map { "\($0.name) \($0.objectCount)" },
        ["Course 1", "Grade 3", "Student 3", "Head 1"], type.name)
      XCTAssertEqual(try inspection.integrityCheck(), [], type.name)
    }
  }
}
