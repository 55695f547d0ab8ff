import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// A test case with a store of banks in a temporary file.
class BankTestCase: XCTestCase {
  private(set) var folder: TemporaryFolder!
  var container: PersistentContainer!
  var context: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: storeURL))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  var storeURL: URL { folder.file("Bank.sqlite") }

  /// Makes an unsaved bank with details.
  @discardableResult
  func makeBank(_ name: String, cert: Int32? = nil, zip: Int32 = 0) -> FailedBankInfo {
    FailedBankInfo(
      in: context, name: name, city: "Springfield", state: "IL", cert: cert,
      details: FailedBankDetails(in: context, zip: zip))
  }

  /// Returns the names of the banks that a request finds, in order.
  func names(_ request: FetchRequest<FailedBankInfo>) throws -> [String] {
    try context.fetch(request).map(\.name)
  }
}
