import BankModel
import ModelRuntime
import TestSupport
import XCTest

final class RelationshipTests: BankTestCase {
  func testOneToOneChangesBothSides() throws {
    let bank = FailedBankInfo(in: context, name: "A", city: "C", state: "S")
    let details = FailedBankDetails(in: context)
    bank.details = details
    XCTAssertEqual(details.info, bank)
    details.info = nil
    XCTAssertNil(bank.details)
  }

  func testOneToOneSteals() throws {
    let first = makeBank("A")
    let second = makeBank("B")
    try context.save()
    let orphan = second.details
    second.details = first.details
    XCTAssertNil(first.details)
    XCTAssertNil(orphan?.info)
    XCTAssertEqual(second.details?.info, second)
    try context.save()
    XCTAssertEqual(
      try rows("SELECT Z_PK, ZDETAILS FROM ZFAILEDBANKINFO ORDER BY 1", in: storeURL),
      ["1|", "2|1"])
    XCTAssertEqual(
      try rows("SELECT Z_PK, ZINFO FROM ZFAILEDBANKDETAILS ORDER BY 1", in: storeURL),
      ["1|2", "2|"])
  }

  func testManyToManyChangesBothSides() throws {
    let bank = makeBank("A")
    let (big, small) = (Tag(in: context, name: "big"), Tag(in: context, name: "small"))
    bank.details?.tags = [big, small]
    XCTAssertEqual(big.bankdetails.objects, [bank.details])
    try context.save()
    big.bankdetails.removeAll()
    XCTAssertEqual(bank.details?.tags.map(\.name), ["small"])
    try context.save()
    XCTAssertEqual(try rows("SELECT * FROM Z_1TAGS", in: storeURL), ["1|2"])
  }

  func testManyToManyIsLoadedForAllObjectsOfAFetch() throws {
    let tag = Tag(in: context, name: "big")
    for number in 0..<10 { makeBank("\(number)").details?.tags.insert(tag) }
    try context.save()
    let other = try container.makeContext()
    let details = try other.fetch(FailedBankDetails.all)
    XCTAssertEqual(details.map { $0.tags.count }, Array(repeating: 1, count: 10))
    XCTAssertEqual(Set(details.flatMap { $0.tags.objects }).count, 1)
    XCTAssertEqual(details[0].tags.objects[0].bankdetails.count, 10)
  }

  func testOnlyMembersOfTheWantedOwnersAreRead() throws {
    let tags = (0..<5).map { Tag(in: context, name: "\($0)") }
    for number in 0..<60 {
      makeBank("\(number)", zip: Int32(number)).details?.tags = ObjectSet(
        tags.filter { _ in number % 7 > 2 })
    }
    try context.save()
    // Keys with small gaps are read as a range, which includes rows of other owners.
    let other = try container.makeContext()
    let zips = (0..<60 as Range<Int32>).filter { $0 % 5 != 3 }
    let wanted = try other.fetch(FailedBankDetails.all.where { $0.zip.in(zips) })
    XCTAssertEqual(wanted.count, 48)
    for details in wanted {
      XCTAssertEqual(details.tags.count, details.zip % 7 > 2 ? 5 : 0, "\(details.zip)")
      XCTAssertEqual(
        details.tags.map(\.name).sorted(), details.zip % 7 > 2 ? ["0", "1", "2", "3", "4"] : [])
    }
  }

  func testAPairThatIsThereTwiceIsOneMember() throws {
    let (big, small) = (Tag(in: context, name: "big"), Tag(in: context, name: "small"))
    makeBank("A").details?.tags = [big, small]
    makeBank("B").details?.tags = [small]
    try context.save()
    // Some programs make join tables without keys, so they can contain duplicates.
    try execute(
      """
      CREATE TABLE pairs AS SELECT * FROM Z_1TAGS UNION ALL SELECT * FROM Z_1TAGS;
      DELETE FROM Z_1TAGS; DROP TABLE Z_1TAGS; ALTER TABLE pairs RENAME TO Z_1TAGS
      """, in: storeURL)
    let again = try PersistentContainer(.bank, configuration: StoreConfiguration(url: storeURL))
    let other = try again.makeContext()
    let details = try other.fetch(FailedBankDetails.all)
    XCTAssertEqual(details.map { $0.tags.count }.sorted(), [1, 2])
    XCTAssertEqual(details.map { $0.tags.objects.count }.sorted(), [1, 2])
  }

  func testAnUnloadedRelationshipKeepsWhatJoinedAndLeft() throws {
    let bank = makeBank("A")
    let big = Tag(in: context, name: "big")
    bank.details?.tags.insert(big)
    try context.save()
    let other = try container.makeContext()
    let details = try XCTUnwrap(try other.first(FailedBankDetails.all))
    let stored = try XCTUnwrap(try Tag.find(name: "big", in: other))
    let added = Tag(in: other, name: "new")
    details.tags.insert(added)
    details.tags.remove(stored)
    XCTAssertEqual(details.tags.map(\.name), ["new"])
    XCTAssertEqual(stored.bankdetails.count, 0)
    try other.save()
    XCTAssertEqual(
      try rows(
        "SELECT ZNAME FROM Z_1TAGS JOIN ZTAG ON Z_PK = Z_3TAGS", in: storeURL), ["new"])
  }

  func testInsertingTwiceIsInsertingOnce() throws {
    let bank = makeBank("A")
    let tag = Tag(in: context, name: "big")
    bank.details?.tags.insert(tag)
    bank.details?.tags.insert(tag)
    XCTAssertEqual(bank.details?.tags.count, 1)
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM Z_1TAGS", in: storeURL), ["1"])
  }

  func testALargeRelationshipStaysRight() throws {
    let tag = Tag(in: context, name: "big")
    let banks = (0..<200).map { makeBank("\($0)") }
    for bank in banks { tag.bankdetails.insert(bank.details!) }
    for bank in banks[50..<150] { bank.details?.tags.remove(tag) }
    XCTAssertEqual(tag.bankdetails.count, 100)
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM Z_1TAGS", in: storeURL), ["100"])
    XCTAssertTrue(tag.bankdetails.contains(banks[0].details!))
    XCTAssertFalse(tag.bankdetails.contains(banks[50].details!))
  }
}
