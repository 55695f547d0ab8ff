import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// Tests that a context that lives long does not keep objects that it has deleted.
final class ReleasedObjectTests: XCTestCase {
  private struct Weak {
    weak var tag: Tag?
  }

  /// Saves tags of a volume, and deletes the oldest, again and again.
  private func livingTags(_ name: String, _ step: (ManagedObjectContext, Int) throws -> Void) throws
    -> Int
  {
    let folder = try TemporaryFolder()
    let store = StockStore(folder.file("\(name).store"))
    try store.make(PlainStock(shelves: 1, volumes: 2))
    let context = try store.open().makeContext()
    var tags: [Weak] = []
    for number in 0..<60 {
      let volume = try XCTUnwrap(context.first(Volume.all))
      let tag = Tag(in: context, label: "\(number)")
      tags.append(Weak(tag: tag))
      volume.tags.append(tag)
      if volume.tags.count > 2 {
        let oldest = volume.tags[0]
        volume.tags.remove(at: 0)
        context.delete(oldest)
      }
      try step(context, number)
    }
    return tags.count { $0.tag != nil }
  }

  func testDeletedObjectsAreReleased() throws {
    XCTAssertLessThan(try livingTags("plain") { context, _ in try context.save() }, 10)
    XCTAssertLessThan(
      try livingTags("refreshed") { context, _ in
        try context.save()
        context.refreshAllObjects()
        _ = try StockObjects(context).plain
      }, 10)
    XCTAssertLessThan(
      try livingTags("rolled back") { context, number in
        if number % 2 == 0 { context.rollback() } else { try context.save() }
        context.refreshAllObjects()
        _ = try StockObjects(context).plain
      }, 10)
  }
}
