import BankModel
import ModelSchema
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The descriptions of objects in the debugger, in `print` and in messages.
final class ObjectDescriptionTests: XCTestCase {
  func testMessagesNameAnObjectByATextThatItAlwaysHas() throws {
    let model = ManagedObjectModel(
      name: "Named",
      entities: [
        EntityDescription(
          name: "Book",
          properties: [
            .attribute(AttributeDescription(name: "blurb", type: .string, isOptional: true)),
            .attribute(AttributeDescription(name: "isbn", type: .string)),
          ])
      ])
    let entity = try XCTUnwrap(CompiledModel(model).entity(named: "Book"))
    XCTAssertEqual(entity.titleNumber.map { entity.properties[$0].name }, "isbn")
  }

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

  func testADumpShowsTheValuesAlone() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let tag = Tag(in: context, name: "a")
    var text = ""
    dump(tag, to: &text)
    let shown = tag.debugDescription.debugDescription
    XCTAssertTrue(text.hasSuffix("  - values: \(shown)\n"), text)
    XCTAssertEqual(text.split(separator: "\n").count, 2, text)
  }

  func testASetShowsItsObjects() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.makeContext()
    let bank = FailedBankInfo(in: context, name: "One", city: "Macon", state: "GA")
    let details = FailedBankDetails(in: context, info: bank)
    XCTAssertEqual("\(details.tags)", "[]")
    details.tags = [Tag(in: context, name: "a")]
    let tag = try XCTUnwrap(details.tags.objects.first)
    XCTAssertEqual("\(details.tags)", "[<Tag p\(tag.objectID.key) new name: \"a\">]")
    XCTAssertEqual(details.tags.debugDescription, details.tags.description)
    try context.save()

    let other = try container.makeContext()
    let again = try XCTUnwrap(other.fetch(FailedBankDetails.all).first)
    XCTAssertEqual(
      again.tags.debugDescription, "<tags of FailedBankDetails p\(again.objectID.key) fault>")
    XCTAssertEqual("\(again.tags)", "[<Tag p\(tag.objectID.key) name: \"a\">]")
    XCTAssertEqual(again.tags.debugDescription, "[<Tag p\(tag.objectID.key) name: \"a\">]")
  }

  func testReportsAndRowsSayWhatTheyHold() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.makeContext()
    var changes: [String] = []
    _ = context.addObserver { changes.append("\($0)") }
    context.transactionAuthor = "test"
    for name in ["a", "b"] { _ = Tag(in: context, name: name) }
    try context.save()
    XCTAssertEqual(changes, ["saved: inserted Tag p1, Tag p2; by 'test'"])
    var options = BatchOptions()
    options.reportsIDs = true
    let report = try context.batchDelete(Tag.where { $0.name == "b" }, options: options)
    XCTAssertEqual("\(report)", "1 deleted")
    XCTAssertEqual("\(report.objectIDs)", "deleted Tag p2; by 'test'")
    XCTAssertEqual("\(BatchReport())", "nothing was written")
    XCTAssertEqual("\(SynchronizationReport())", "there was nothing")
    XCTAssertEqual(
      "\(SynchronizationReport(inserted: 3, unchanged: 40, itemsWithoutKey: 1))",
      "3 inserted; 40 unchanged; 1 without a key")
    var many = SaveReport()
    many.updated = (1...12).map { ObjectID(store: UUID(), entityName: "Tag", key: $0) }
    XCTAssertEqual(
      "\(many)",
      "updated \((1...10).map { "Tag p\($0)" }.joined(separator: ", ")) and 2 more")
    let rows = try context.rows(
      RowRequest(Tag.all, columns: [.init(.keyPath("name")), .init(.constant(.null))]))
    XCTAssertEqual("\(rows)", "[(\"a\", nil)]")
  }

  func testChangesOfAListAreLines() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let list = FetchedResultsController(Tag.all.sorted { [$0.name.ascending] }, in: context)
    try list.performFetch()
    var texts: [String] = []
    list.onChange = { texts.append("\($0)") }
    let tag = Tag(in: context, name: "a")
    try context.save()
    XCTAssertEqual(texts, ["insert <Tag p\(tag.objectID.key) new name: \"a\"> at 0.0"])
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
