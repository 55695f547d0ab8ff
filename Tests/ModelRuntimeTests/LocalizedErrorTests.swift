import BankModel
import Foundation
import ModelRuntime
import XCTest

/// What an alert shows of an error is what the library says of it.
final class LocalizedErrorTests: XCTestCase {
  func testTheLocalizedDescriptionIsTheDescription() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    _ = FailedBankInfo(in: context, name: "", city: "Macon", state: "GA")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertTrue(error is ValidationError)
      XCTAssertEqual(error.localizedDescription, "\(error)")
    }
    let nowhere = StoreConfiguration(url: URL(filePath: "/dev/null/Bank.sqlite"))
    XCTAssertThrowsError(try PersistentContainer(.bank, configuration: nowhere)) { error in
      XCTAssertTrue(error is StoreError)
      XCTAssertEqual(error.localizedDescription, "\(error)")
    }
  }
}
