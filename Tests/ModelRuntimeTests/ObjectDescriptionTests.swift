import BankModel
import ModelRuntime
import XCTest

/// What objects say of themselves in a debugger and in `print`.
final class ObjectDescriptionTests: XCTestCase {
  func testAnObjectShowsWhatItHolds() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.makeContext()
    let name = String(repeating: "Bank \"One\" ", count: 5)
    let bank = FailedBankInfo(in: context, name: name, city: "Macon", state: "GA", cert: 57)
    XCTAssertEqual(
      "\(bank)",
      """
      <FailedBankInfo p\(bank.objectID.key) new \
      name: "Bank \\"One\\" Bank \\"One\\" Bank \\"One\\" Bank \\"…" city: "Macon" state: "GA" cert: 57>
      """)
    let details = FailedBankDetails(in: context, info: bank)
    details.tags = [Tag(in: context, name: "a"), Tag(in: context, name: "b")]
    let key = details.objectID.key
    XCTAssertEqual(
      "\(details)", "<FailedBankDetails p\(key) new zip: 0 info: p\(bank.objectID.key) tags: 2>")
    try context.save()
    bank.city = "Atlanta"
    XCTAssertTrue(
      "\(bank)".hasPrefix("<FailedBankInfo p\(bank.objectID.key) changed name: "), "\(bank)")
    context.delete(bank)
    XCTAssertTrue("\(bank)".hasPrefix("<FailedBankInfo p\(bank.objectID.key) deleted "), "\(bank)")
  }

  func testAFaultStaysOne() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let tag = Tag(in: context, name: "large")
    try context.save()
    context.refresh(tag, mergeChanges: false)
    XCTAssertTrue(tag.isFault)
    XCTAssertEqual("\(tag)", "<Tag p\(tag.objectID.key) fault>")
    XCTAssertTrue(tag.isFault)
  }
}
