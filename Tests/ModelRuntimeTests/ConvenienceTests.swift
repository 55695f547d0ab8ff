import BankModel
import Foundation
import ModelRuntime
import XCTest

final class ConvenienceTests: BankTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    makeBank("A", cert: 1, zip: 5)
    makeBank("B", cert: 2, zip: 5)
    makeBank("C", zip: 7).city = "Chicago"
    try context.save()
  }

  private func found(_ objects: [ManagedObject]) -> [String] {
    objects.compactMap { ($0 as? FailedBankInfo)?.name }
  }

  func testObjectsByEntityName() throws {
    XCTAssertEqual(found(try context.objects(entityName: "FailedBankInfo")), ["A", "B", "C"])
    XCTAssertThrowsError(try context.objects(entityName: "FailedBank")) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .unknownName)
    }
    XCTAssertThrowsError(try context.objects(entityName: "Tga")) { error in
      XCTAssertEqual("\(error)", "model 'Bank' has no entity 'Tga'; did you mean 'Tag'?")
    }
  }

  func testObjectsByTheValueOfAKey() throws {
    let details = try context.objects(FailedBankInfo.self, matching: "A", forKey: "name")[0].details
    let cases: [(key: String, value: (any PredicateArgument)?, names: [String])] = [
      ("cert", 2, ["B"]), ("cert", nil, ["C"]), ("details.zip", 5, ["A", "B"]),
      ("details", details, ["A"]), ("details.closeDate", Date(), []),
    ]
    for (key, value, names) in cases {
      XCTAssertEqual(
        found(
          try context.objects(entityName: "FailedBankInfo", matching: value, forKey: key)), names,
        key)
    }
  }

  func testAFinderReadsUnsavedTextsByTheirScalars() throws {
    // If there are many unsaved objects, they are looked up in a hash table.
    for others in [0, 20] {
      let tags = (0..<others).map { Tag(in: context, name: "\($0)") }
      let tag = Tag(in: context, name: "e\u{301}")
      XCTAssertNil(try Tag.find(name: "\u{E9}", in: context), "\(others) others")
      XCTAssertTrue(try Tag.find(name: "e\u{301}", in: context) === tag, "\(others) others")
      context.rollback()
      withExtendedLifetime(tags) {}
    }
  }

  func testTheSingleObject() throws {
    XCTAssertEqual(
      try context.object(FailedBankInfo.self, matching: 1, forKey: "cert")?.name, "A")
    XCTAssertNil(try context.object(FailedBankInfo.self, matching: 9, forKey: "cert"))
    XCTAssertThrowsError(
      try context.object(entityName: "FailedBankInfo", matching: 5, forKey: "details.zip")
    ) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .tooManyObjects)
      XCTAssertEqual((error as? StoreError)?.objectIDs.count, 2)
    }
  }

  func testSeveralKeys() throws {
    let values: [String: (any PredicateArgument)?] = ["details.zip": 5, "name": "B"]
    XCTAssertEqual(
      found(try context.objects(entityName: "FailedBankInfo", matching: values)), ["B"])
    XCTAssertEqual(
      found(
        try context.objects(
          entityName: "FailedBankInfo", matching: ["city": "Chicago", "name": "B"], joinedBy: .or)),
      ["B", "C"])
    XCTAssertEqual(
      found(try context.objects(entityName: "FailedBankInfo", matching: [:], joinedBy: .or)),
      ["A", "B", "C"])
  }

  func testValuesThatNeverFitAKeyAreErrors() throws {
    let cases: [(key: String, value: any PredicateArgument)] = [
      ("name", 3), ("details.zip", "x"), ("details.tags.name", "x"), ("details", "x"),
    ]
    for (key, value) in cases {
      XCTAssertThrowsError(
        try context.objects(entityName: "FailedBankInfo", matching: value, forKey: key), key
      ) { XCTAssertEqual(($0 as? StoreError)?.reason, .wrongType, key) }
    }
  }

  func testUnknownKeysAreErrors() throws {
    for key in ["nmae", "details.zpi", "name; DROP TABLE ZTAG", "details."] {
      XCTAssertThrowsError(
        try context.objects(entityName: "FailedBankInfo", matching: "x", forKey: key), key
      ) { XCTAssertEqual(($0 as? StoreError)?.reason, .unknownName, key) }
    }
  }
}
