import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime

/// Integers of another size and Booleans: the migration is inferred, and the data is
/// checked if the new type is smaller.
final class WholeNumberMigrationTests: MigrationTestCase {
  private static let types: [(type: AttributeType, values: ClosedRange<Int64>)] = [
    (.boolean, 0...1), (.int16, -32_768...32_767), (.int32, -2_147_483_648...2_147_483_647),
    (.int64, .min ... .max),
  ]

  private func item(_ version: Int, _ type: AttributeType, isOptional: Bool = true)
    -> ManagedObjectModel
  {
    model(
      version,
      entity(
        "Item",
        [.attribute("name", .string), .attribute("size", type, isOptional: isOptional)]))
  }

  private func fill(_ values: ClosedRange<Int64>) -> String {
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSIZE) VALUES "
      + "(1, 1, 1, 'a', \(values.lowerBound)), (2, 1, 1, 'b', \(values.upperBound)), "
      + "(3, 1, 1, 'c', NULL), (4, 1, 1, 'd', 1)"
  }

  func testEveryWholeNumberBecomesEveryOther() throws {
    for (index, old) in Self.types.enumerated() {
      for (place, new) in Self.types.enumerated() where place != index {
        let name = "\(old.type.name) to \(new.type.name)"
        tearDown()
        try setUpWithError()
        try make(item(1, old.type), fill(old.values))
        let before = try stored("SELECT ZSIZE FROM ZITEM ORDER BY Z_PK")
        if place < index {
          XCTAssertThrowsError(try open(item(2, new.type)), name) { error in
            let failures = (error as? MigrationError)?.failures ?? []
            XCTAssertEqual(
              failures.map(\.condition),
              [.isConvertible(entity: "Item", attribute: "size", to: new.type)], name)
            XCTAssertEqual(failures.first?.objectIDs.map(\.key), [1, 2], name)
          }
          XCTAssertEqual(try stored("SELECT ZSIZE FROM ZITEM ORDER BY Z_PK"), before, name)
          try execute("UPDATE ZITEM SET ZSIZE = 1 WHERE Z_PK < 3", in: url)
        }
        let kept = try stored("SELECT Z_PK, ZSIZE FROM ZITEM ORDER BY Z_PK")
        try open(item(2, new.type))
        XCTAssertEqual(try stored("SELECT Z_PK, ZSIZE FROM ZITEM ORDER BY Z_PK"), kept, name)
        try assertSchema(item(2, new.type), name)
      }
    }
  }

  func testOtherTypesAreStillRefused() throws {
    for type in [AttributeType.double, .decimal, .string, .date] {
      tearDown()
      try setUpWithError()
      try make(item(1, .int16), fill(0...1))
      XCTAssertThrowsError(try open(item(2, type)), type.name) { error in
        XCTAssertEqual(
          (error as? MigrationError)?.diagnostics.map(\.kind), [.typeChange], type.name)
      }
    }
  }

  func testElementsOfCompositesGrowAndShrink() throws {
    func boxes(_ version: Int, _ type: AttributeType) -> ManagedObjectModel {
      ManagedObjectModel(
        name: "Shop", version: version,
        composites: [
          CompositeDescription(
            name: "Size", elements: [AttributeDescription(name: "width", type: type)])
        ], entities: [entity("Box", [.attribute("size", .composite("Size"), isOptional: true)])])
    }
    try make(
      boxes(1, .int16),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZWIDTH) VALUES (1, 1, 1, 7), (2, 1, 1, NULL)")
    try open(boxes(2, .int64))
    XCTAssertEqual(try stored("SELECT ZWIDTH FROM ZBOX ORDER BY Z_PK"), ["7", ""])
    try execute("UPDATE ZBOX SET ZWIDTH = 70000 WHERE Z_PK = 1", in: url)
    XCTAssertThrowsError(try open(boxes(3, .int16))) { error in
      XCTAssertEqual(
        (error as? MigrationError)?.failures.map(\.condition),
        [.isConvertible(entity: "Box", attribute: "size.width", to: .int16)], "\(error)")
    }
  }

  func testADefaultFillsWhatWasMissing() throws {
    try make(item(1, .int16), fill(5...6))
    let new = model(
      2,
      entity(
        "Item",
        [
          .attribute("name", .string),
          .attribute("size", .int64, defaultValue: .constant(.integer(9))),
        ]))
    try open(new)
    XCTAssertEqual(try stored("SELECT ZSIZE FROM ZITEM ORDER BY Z_PK"), ["5", "6", "9", "1"])
  }
}
