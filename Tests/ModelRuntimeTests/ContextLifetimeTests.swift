import BankModel
import Dispatch
import ModelRuntime
import TestSupport
import XCTest

/// Objects and contexts that are still in use when a context is released (C-02).
final class ContextLifetimeTests: BankTestCase {
  /// Passes a context to another thread without an error of the compiler.
  private final class Box: @unchecked Sendable {
    // because the test passes a context to another thread.
    var context: ManagedObjectContext?
  }

  func testObjectsOutliveTheirContext() throws {
    makeBank("A", cert: 1)
    try context.save()
    let bank = try XCTUnwrap(try container.makeContext().first(FailedBankInfo.all))
    XCTAssertNil(bank.context)
    XCTAssertEqual(bank.name, "A")
    XCTAssertNil(bank.details)
    bank.name = "B"
    XCTAssertFalse(bank.hasChanges)
  }

  func testAFaultThatOutlivesItsContextIsNotReadAgain() throws {
    makeBank("A")
    try context.save()
    var other: ManagedObjectContext? = try container.makeContext()
    let bank = try XCTUnwrap(try other?.first(FailedBankInfo.all))
    other?.refresh(bank, mergeChanges: false)
    other = nil
    XCTAssertTrue(bank.isFault)
    _ = bank.name
    XCTAssertTrue(bank.isInaccessible)
    XCTAssertFalse(bank.isFault)
  }

  func testAContextMayEndElsewhereWhileItsObjectsAreUsed() throws {
    for number in 0..<8 { makeBank("bank \(number)") }
    try context.save()
    let group = DispatchGroup()
    for _ in 0..<(TestRun.isLong ? 20_000 : 500) {
      let box = Box()
      box.context = try container.makeContext()
      let banks = try XCTUnwrap(try box.context?.fetch(FailedBankInfo.all))
      for bank in banks { box.context?.refresh(bank, mergeChanges: false) }
      DispatchQueue.global().async(group: group) { box.context = nil }
      for bank in banks {
        let name = bank.name
        XCTAssertTrue(name.isEmpty ? bank.isInaccessible : name.hasPrefix("bank"))
        bank.city = "elsewhere"
        _ = bank.details?.zip
      }
      group.wait()
    }
  }
}
