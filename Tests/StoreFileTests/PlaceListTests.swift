import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Tests of the order values of ordered relationships.
final class PlaceListTests: XCTestCase {
  private func places(_ members: [Int64], _ known: [Int64: Int64]) -> [Int64: Int64] {
    var places = known
    for (key, place) in PlaceList.changes(members, known: known) { places[key] = place }
    return places.filter { members.contains($0.key) }
  }

  func testNewMembersStandInSteps() {
    XCTAssertEqual(places([7, 8, 9], [:]), [7: 1024, 8: 2048, 9: 3072])
  }

  func testANewLastMemberGetsTheGreatestPlaceAndAStep() {
    let known: [Int64: Int64] = [1: 4096, 2: 5000]
    let changes = PlaceList.changes([1, 2, 3], known: known)
    XCTAssertEqual(changes.map(\.key), [3])
    XCTAssertEqual(changes.map(\.place), [6024])
  }

  func testAMemberBetweenOthersLeavesThemWhereTheyAre() {
    let changes = PlaceList.changes([1, 3, 2], known: [1: 1024, 2: 2048])
    XCTAssertEqual(changes.map(\.key), [3])
    XCTAssertEqual(changes.map(\.place), [1536])
  }

  func testRemovedMembersChangeNothing() {
    XCTAssertTrue(PlaceList.changes([1, 3], known: [1: 1, 2: 2, 3: 3]).isEmpty)
  }

  func testWhereThereIsNoRoomAllGetNewPlaces() {
    XCTAssertEqual(places([1, 3, 2], [1: 1, 2: 2]), [1: 1024, 3: 2048, 2: 3072])
    XCTAssertEqual(places([1, 2], [1: Int64.max]), [1: 1024, 2: 2048])
  }

  func testPlacesRiseWhateverTheyWere() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for _ in 0..<500 {
      let members = (1...Int64(random.number(below: 8) + 1)).shuffled(using: &random)
      var known: [Int64: Int64] = [:]
      for key in members where !random.once(in: 3) {
        known[key] = Int64(random.number(below: 12)) - 1
      }
      let all = places(members, known)
      let inOrder = members.map { all[$0] ?? -1 }
      XCTAssertEqual(inOrder, Array(Set(inOrder)).sorted(), "seed \(seed): \(members) \(known)")
      XCTAssertEqual(all.count, members.count, "seed \(seed)")
    }
  }
}
