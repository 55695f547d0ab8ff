import ModelRuntime
import TestSupport
import XCTest

/// Tests of entities with one root entity in conflicts of every kind.
final class FamilyHistoryTests: XCTestCase {
  /// A sibling entity has fewer properties than the entity of the object in conflict.
  func testSiblingsOfADeletedObjectAreNoPartOfItsConflict() throws {
    for policy in [StandardMergePolicy.storeWins, .objectWins, .overwrite, .rollback] {
      for isOwner in [false, true] {
        let container = try PersistentContainer(.family, configuration: .inMemory)
        let (mine, theirs) = (try container.makeContext(), try container.makeContext())
        let box = Box(in: mine)
        let lost = isOwner ? box : Toy(in: mine, rowBox: box)
        let others = [Label(in: mine), Album(in: mine), Gear(in: mine), Lid(in: mine)]
        try mine.save()
        theirs.delete(try XCTUnwrap(theirs.existingObject(Thing.self, with: lost.objectID)))
        try theirs.save()
        for object in others + [lost] { object.number = 7 }
        try mine.save(mergePolicy: policy)
        for context in [mine, theirs] { XCTAssertEqual(context.disagreeingLinks, [], "\(policy)") }
        let isBack = policy == .objectWins || policy == .overwrite
        let fresh = try container.makeContext()
        XCTAssertEqual(
          try fresh.count(Thing.where { $0.number == 7 }), others.count + (isBack ? 1 : 0),
          "\(policy)")
      }
    }
  }
}
