import ModelRuntime
import StoreSupport
import XCTest

/// A test case with a catalog in memory.
class CatalogTestCase: XCTestCase {
  private(set) var container: PersistentContainer!
  private(set) var context: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try TestStores.container(.catalog, .inMemory)
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
  }

  /// Saves items with names and numbers, and returns them.
  @discardableResult
  func save(_ items: [(name: String?, whole: Int64?)]) throws -> [Item] {
    let made = items.map { name, whole in
      let item = Item(in: context)
      item.name = name
      item.whole = whole
      return item
    }
    try context.save()
    return made
  }
}
