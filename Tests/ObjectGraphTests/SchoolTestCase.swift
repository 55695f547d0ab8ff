import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// A test case with a store of a school in a temporary file.
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

  /// Returns a new context without loaded objects.
  func freshContext() throws -> ManagedObjectContext { try container.makeContext() }
}
