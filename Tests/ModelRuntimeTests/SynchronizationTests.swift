import BankModel
import Foundation
import ModelRuntime
import XCTest

final class SynchronizationTests: BankTestCase {
  private struct Remote: Equatable {
    var cert: Int32?
    var name: String
  }

  private let remote = [
    Remote(cert: 9, name: "I"), Remote(cert: 2, name: "B2"), Remote(cert: nil, name: "?"),
    Remote(cert: 1, name: "A"), Remote(cert: 9, name: "J"),
  ]

  override func setUpWithError() throws {
    try super.setUpWithError()
    makeBank("A", cert: 1)
    makeBank("B", cert: 2)
    makeBank("C", cert: 3)
    makeBank("D")
    try context.save()
  }

  func testItemsAreNewKnownOrGone() throws {
    let matching = try context.match(
      remote, by: \.cert, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(matching.items.map(\.name), ["A", "B2", "I"])
    XCTAssertEqual(matching.localKeys, [1, 2, 3])
    XCTAssertEqual(matching.new, [2])
    XCTAssertEqual(matching.existing, [.init(item: 0, local: 0), .init(item: 1, local: 1)])
    XCTAssertEqual(matching.gone, [2])
    XCTAssertEqual(matching.itemsWithoutKey.map(\.name), ["?"])
    XCTAssertEqual(matching.duplicateItems.map(\.name), ["J"])
    XCTAssertEqual(matching.localIDsWithoutKey.count, 1)
  }

  func testUnsavedObjectsCount() throws {
    makeBank("I", cert: 9)
    context.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context)))
    let matching = try context.match(
      remote, by: \.cert, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(matching.localKeys, [2, 3, 9])
    XCTAssertEqual(matching.new.map { matching.items[$0].name }, ["A"])
  }

  func testTextKeysAndDictionaries() throws {
    let items: [[String: Any]] = [["n": "a"], ["n": "B"], ["x": 1]]
    let exact = try context.match(items, by: "n", with: FailedBankInfo.self, localKey: "name")
    XCTAssertEqual(exact.existing.count, 1)
    let folded = try context.match(
      items, by: "n", with: FailedBankInfo.self, localKey: "name",
      options: MatchingOptions(isCaseSensitive: false))
    XCTAssertEqual(folded.existing.count, 2)
    XCTAssertEqual(folded.itemsWithoutKey.count, 1)
  }

  func testKeysAreReadAsTheLocalAttributeHasThem() throws {
    let texts = try context.match(
      ["2", "x", "77"], by: { .text($0) }, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(texts.itemKeys, [2, 77])
    XCTAssertEqual(texts.existing, [.init(item: 0, local: 1)])
    XCTAssertEqual(texts.itemsWithoutKey, ["x"])
    makeBank("12")
    let numbers = try context.match(
      [12, 13], by: { .number($0) }, with: FailedBankInfo.self, localKey: "name")
    XCTAssertEqual(numbers.existing.count, 1)
    XCTAssertEqual(numbers.new.count, 1)
  }

  func testWholeDoublesAreTheNumbersThatTheyAre() throws {
    let matching = try context.match(
      [2.0, 7.5, .infinity], by: { .real($0) }, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(matching.itemKeys, [2])
    XCTAssertEqual(matching.existing, [.init(item: 0, local: 1)])
    XCTAssertEqual(matching.itemsWithoutKey, [7.5, .infinity])
  }

  /// A number that a float cannot represent is rounded to the nearest float, in any
  /// notation.
  func testKeysOfFloatsAreFloats() throws {
    let model = ManagedObjectModel(
      name: "Scales", version: 1,
      entities: [EntityDescription(name: "Scale", properties: [.attribute("weight", .float)])])
    let context = try PersistentContainer(
      CompiledModel(model), configuration: .inMemory
    ).makeContext()
    try context.insert(entityName: "Scale", ["weight": Float(0.1)])
    try context.insert(entityName: "Scale", ["weight": Float(16_777_217)])
    try context.save()
    for keys in [[ItemKey.text("0.1"), .text("16777217")], [.real(0.1), .number(16_777_217)]] {
      let matching = try context.match(
        keys, by: { $0 }, withEntityName: "Scale", localKey: "weight")
      XCTAssertEqual(matching.existing.count, 2, "\(keys)")
      XCTAssertEqual(matching.gone, [], "\(keys)")
    }
  }

  func testTextsAreEqualByTheirScalars() throws {
    makeBank("é")
    makeBank("e\u{301}")
    let matching = try context.match(
      ["e\u{301}"], by: { .text($0) }, with: FailedBankInfo.self, localKey: "name")
    XCTAssertEqual(matching.duplicateLocalIDs, [])
    XCTAssertEqual(matching.existing.count, 1)
    let pair = try XCTUnwrap(matching.existing.first)
    let objects = try context.objects(FailedBankInfo.self, of: matching)
    XCTAssertEqual(Array(objects[pair.local].name.unicodeScalars).count, 2)
    XCTAssertEqual(objects.count, matching.localKeys.count)
  }

  func testAPredicateNarrowsTheLocalObjects() throws {
    let condition = FailedBankInfo.where { $0.name != "A" }
    let matching = try context.match(
      remote, by: \.cert, with: FailedBankInfo.self, localKey: "cert",
      options: MatchingOptions(predicate: condition.predicate))
    XCTAssertEqual(matching.localKeys, [2, 3])
  }

  func testEntitiesAreFoundByNameToo() throws {
    let matching = try context.match(
      remote, by: { ItemKey($0.cert) }, withEntityName: "FailedBankInfo", localKey: "cert")
    XCTAssertEqual(matching.existing, [.init(item: 0, local: 0), .init(item: 1, local: 1)])
    XCTAssertThrowsError(
      try context.match(
        remote, by: { ItemKey($0.cert) }, withEntityName: "FailedBnkInfo", localKey: "cert")
    ) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .unknownName)
      XCTAssertTrue("\(error)".hasSuffix("did you mean 'FailedBankInfo'?"), "\(error)")
    }
  }

  func testKeysThatCannotBeAreErrors() throws {
    XCTAssertThrowsError(
      try context.match(remote, by: \.cert, with: FailedBankInfo.self, localKey: "crt")
    ) { error in
      XCTAssertEqual(
        "\(error)", "'FailedBankInfo' has no attribute 'crt'; did you mean 'cert'?")
    }
    XCTAssertThrowsError(
      try context.match(remote, by: \.cert, with: FailedBankDetails.self, localKey: "info")
    ) { error in
      XCTAssertTrue("\(error)".contains("'info', but a relationship of that name"), "\(error)")
    }
  }

  func testNumbersOfJSONAreKeys() throws {
    let text = #"[{"id": 1}, {"id": 2.0}, {"id": 3}]"#
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let items = try XCTUnwrap(json as? [[String: Any]])
    let report = try context.synchronize(
      items, by: { ItemKey($0["id"]) }, with: FailedBankInfo.self, localKey: "cert",
      deletesGone: true, insert: { _, _ in XCTFail("nothing is new") }, update: { _, _ in })
    XCTAssertEqual(report.unchanged, 3)
    XCTAssertEqual(report.deleted, 0)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 4)
  }

  func testKeysOfManyTypes() {
    let id = UUID()
    let rows: [(value: Any?, key: ItemKey?)] = [
      (7, 7), (UInt8(7), 7), (NSNumber(value: 7), 7), (NSNumber(value: 7.5), .real(7.5)),
      (7.0, 7), (Float(0.5), .real(0.5)), (Double.nan, nil), (UInt64.max, nil),
      (NSNumber(value: UInt64.max), nil), ("a", "a"), ("ab".prefix(1), "a"),
      (id, .text(id.uuidString)), (URL(string: "https://a.b/c"), "https://a.b/c"),
      (Date(timeIntervalSinceReferenceDate: 3), .date(Date(timeIntervalSinceReferenceDate: 3))),
      (nil, nil), (NSNull(), nil), ([1], nil),
    ]
    for row in rows { XCTAssertEqual(ItemKey(row.value), row.key, "\(String(describing: row))") }
  }

  func testKeysHaveAnOrderAndAreEqualByScalars() {
    let date = Date(timeIntervalSinceReferenceDate: 3)
    let sorted: [ItemKey] = [
      -1, 7, .real(0.5), .real(7.5), .date(date), .date(date + 1), "A", "a", "e\u{301}", "\u{E9}",
    ]
    XCTAssertEqual(sorted.reversed().sorted(), sorted)
    // A decomposed letter differs from the composed letter, as in predicates.
    XCTAssertEqual(Set(sorted + sorted).count, sorted.count)
    XCTAssertNotEqual(ItemKey.number(3), .date(date))
  }

  func testDatesAreKeysOfDates() throws {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    FailedBankDetails(in: context).closeDate = date
    try context.save()
    let matching = try context.match(
      [date, date + 1], by: { ItemKey($0) }, with: FailedBankDetails.self, localKey: "closeDate")
    XCTAssertEqual(matching.existing.count, 1)
    XCTAssertEqual(matching.new.count, 1)
    let numbers = try context.match(
      [700_000_000], by: { ItemKey.number(Int64($0)) }, with: FailedBankDetails.self,
      localKey: "closeDate")
    XCTAssertEqual(numbers.itemsWithoutKey.count, 1)
  }

  func testNoObjectIsDeletedWhileAnItemHasNoKey() throws {
    XCTAssertThrowsError(
      try context.synchronize(
        remote, by: { ItemKey($0.cert) }, with: FailedBankInfo.self, localKey: "cert",
        deletesGone: true, insert: { _, _ in XCTFail("nothing is inserted") },
        update: { bank, _ in bank.name = "changed" })
    ) { error in
      XCTAssertEqual((error as? StoreError)?.propertyNames, ["cert"])
      XCTAssertTrue("\(error)".contains("because 1 items have no key for 'cert'"), "\(error)")
    }
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 4)
  }

  func testSynchronizingIsOneSave() throws {
    let report = try context.synchronize(
      remote.filter { $0.cert != nil }, by: { ItemKey($0.cert) }, with: FailedBankInfo.self,
      localKey: "cert",
      deletesGone: true,
      insert: { item, context in
        _ = FailedBankInfo(
          in: context, name: item.name, city: "X", state: "XX", cert: item.cert)
      }, update: { bank, item in bank.name = item.name })
    XCTAssertEqual(report.inserted, 1)
    XCTAssertEqual(report.updated, 1)
    XCTAssertEqual(report.unchanged, 1)
    XCTAssertEqual(report.deleted, 1)
    XCTAssertEqual(report.itemsWithoutKey, 0)
    XCTAssertEqual(report.duplicateItems, 1)
    XCTAssertEqual(
      try context.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] }).map(\.name),
      ["A", "B2", "D", "I"])
  }

  func testAFailureChangesNothing() throws {
    XCTAssertThrowsError(
      try context.synchronize(
        remote, by: { ItemKey($0.cert) }, with: FailedBankInfo.self, localKey: "cert",
        insert: { item, context in
          _ = FailedBankInfo(in: context, name: "", city: "X", state: "XX", cert: item.cert)
        }, update: { bank, item in bank.name = item.name }))
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(
      try context.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] }).map(\.name),
      ["A", "B", "C", "D"])
  }

  func testManyItemsAreMatched() throws {
    let many = (0..<100_000).map { Remote(cert: Int32($0), name: "\($0)") }
    let matching = try context.match(
      many.reversed(), by: \.cert, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(matching.new.count, 99_997)
    XCTAssertEqual(matching.existing.count, 3)
  }

  func testADateThatIsNoneIsNoKey() throws {
    let days = [1.0, 2].map { Date(timeIntervalSinceReferenceDate: $0 * 86_400) }
    for day in days { _ = FailedBankDetails(in: context, closeDate: day) }
    try context.save()
    let none = Date(timeIntervalSinceReferenceDate: .nan)
    let matching = try context.match(
      [days[1], none, days[0]], by: { .date($0) }, with: FailedBankDetails.self,
      localKey: "closeDate")
    XCTAssertEqual(matching.existing.count, 2)
    XCTAssertEqual(matching.gone.count, 0)
    XCTAssertEqual(matching.itemsWithoutKey.count, 1)
  }
}
