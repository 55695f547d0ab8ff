import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// A test with a store of a school in a file of its own.
class SchoolTestCase: XCTestCase {
  private(set) var folder: TemporaryFolder!
  private(set) var container: PersistentContainer!
  private(set) var context: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try TestStores.container(.school, StoreConfiguration(url: storeURL))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  var storeURL: URL { folder.file("School.sqlite") }

  /// A context that knows nothing yet.
  func freshContext() throws -> ManagedObjectContext { try container.makeContext() }
}
