import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// Tests that a context that lives long does not keep objects that nobody needs any more.
final class ReleasedObjectTests: XCTestCase {
  private struct Weak {
    weak var tag: Tag?
  }

  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var tags: [Weak] = []

  private func start() throws -> ManagedObjectContext {
    folder = try TemporaryFolder()
    let store = StockStore(folder.file("S.store"))
    try store.make(PlainStock(shelves: 1, volumes: 2))
    container = try store.open()
    tags = []
    return try container.makeContext()
  }

  override func tearDown() { (container, folder, tags) = (nil, nil, []) }

  private func insert(_ count: Int, _ context: ManagedObjectContext) throws {
    let volume = try XCTUnwrap(context.first(Volume.all))
    for _ in 0..<count {
      let tag = Tag(in: context, label: "\(tags.count)")
      tags.append(Weak(tag: tag))
      volume.tags.append(tag)
    }
    try context.save()
  }

  /// Deletes all tags but two.
  private func prune(_ context: ManagedObjectContext) throws {
    context.refreshAllObjects()
    let tags = try XCTUnwrap(context.first(Volume.all)).tags
    for tag in Array(tags).dropLast(2) { context.delete(tag) }
    try context.save()
  }

  private var livingCount: Int { tags.count { $0.tag != nil } }

  func testDeletedObjectsAreReleased() throws {
    let context = try start()
    for _ in 0..<5 {
      try insert(20, context)
      try prune(context)
    }
    XCTAssertLessThan(livingCount, 30)
  }

  func testObjectsThatOthersDeleteAreReleasedByARefresh() throws {
    let context = try start()
    let other = try container.makeContext()
    for _ in 0..<5 {
      try insert(20, context)
      try prune(other)
    }
    context.refreshAllObjects()
    XCTAssertLessThan(livingCount, 5)
  }

  func testAContextThatOnlyInsertsDoesNotGrow() throws {
    let context = try start()
    for _ in 0..<20 { try insert(500, context) }
    XCTAssertLessThan(livingCount, 5000)
  }
}
