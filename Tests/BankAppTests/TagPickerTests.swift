import BankApp
import BankModel
import ModelRuntime
import XCTest

final class TagPickerTests: XCTestCase {
  private var context: ManagedObjectContext!
  private var details: FailedBankDetails!

  override func setUpWithError() throws {
    context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    details = FailedBankDetails(in: context)
    _ = FailedBankInfo(in: context, name: "A", city: "C", state: "S", details: details)
    for name in ["b", "a", "c"] { _ = Tag(in: context, name: name) }
    try context.save()
  }

  override func tearDown() {
    details = nil
    context = nil
  }

  private func shown(_ picker: TagPicker) -> [String] {
    picker.choices.map { ($0.isPicked ? "*" : " ") + $0.name }
  }

  func testAllTagsAreShownByNameDescending() throws {
    XCTAssertEqual(shown(try TagPicker(details, in: context)), [" c", " b", " a"])
  }

  func testTogglingPicksAndLetsGo() throws {
    let picker = try TagPicker(details, in: context)
    picker.toggle(picker.choices[1].tag)
    picker.toggle(picker.choices[0].tag)
    picker.toggle(picker.choices[0].tag)
    XCTAssertEqual(shown(picker), [" c", "*b", " a"])
  }

  func testANewTagIsPickedAndInItsPlace() throws {
    let picker = try TagPicker(details, in: context)
    try picker.add(named: " bb ")
    XCTAssertEqual(shown(picker), [" c", "*bb", " b", " a"])
  }

  func testNamesThatCannotBeAreRefused() throws {
    let picker = try TagPicker(details, in: context)
    XCTAssertThrowsError(try picker.add(named: "a")) {
      XCTAssertEqual("\($0)", "there is a tag 'a' already")
    }
    XCTAssertThrowsError(try picker.add(named: "  ")) {
      XCTAssertEqual("\($0)", "a tag needs a name")
    }
    XCTAssertEqual(shown(picker), [" c", " b", " a"])
  }

  func testLeavingSaves() throws {
    let picker = try TagPicker(details, in: context)
    picker.toggle(picker.choices[2].tag)
    try picker.leave()
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try context.count(Tag.where { $0.bankdetails.count == 1 }), 1)
  }
}
