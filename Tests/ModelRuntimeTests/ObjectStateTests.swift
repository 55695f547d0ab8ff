import BankModel
import ModelRuntime
import XCTest

final class ObjectStateTests: BankTestCase {
  private func savedTag() throws -> (tag: Tag, details: FailedBankDetails) {
    let details = try XCTUnwrap(makeBank("A").details)
    let tag = Tag(in: context, name: "old")
    details.tags = [tag]
    try context.save()
    return (tag, details)
  }

  func testRollbackRestoresValuesAndMembers() throws {
    let (tag, details) = try savedTag()
    tag.bankdetails.removeAll()
    tag.name = "new"
    context.rollback()
    XCTAssertEqual(tag.name, "old")
    XCTAssertEqual(tag.bankdetails.objects, [details])
    XCTAssertFalse(tag.hasPersistentChangedValues)
  }

  func testSaveWritesValuesAndMembersChangedInAnyOrder() throws {
    let (tag, details) = try savedTag()
    tag.name = "new"
    tag.bankdetails.remove(details)
    try context.save()
    tag.bankdetails.insert(details)
    tag.name = "newer"
    try context.save()
    let other = try container.makeContext()
    let read = try XCTUnwrap(other.fetch(Tag.all).first)
    XCTAssertEqual(read.name, "newer")
    XCTAssertEqual(read.bankdetails.map(\.objectID), [details.objectID])
  }

  func testObjectOutlivesItsContext() throws {
    makeBank("A")
    try context.save()
    var other: ManagedObjectContext? = try container.makeContext()
    let bank = try XCTUnwrap(other?.fetch(FailedBankInfo.all).first)
    other = nil
    XCTAssertNil(bank.context)
    XCTAssertNil(bank.details)
    bank.name = "B"
    XCTAssertEqual(bank.name, "B")
  }
}
