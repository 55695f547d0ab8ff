import XCTest

@testable import ModelSchema

final class EditDistanceTests: XCTestCase {
  func testDistancesCountMistakes() {
    let rows: [(left: String, right: String, distance: Int)] = [
      ("", "", 0), ("", "abc", 3), ("name", "name", 0), ("nmae", "name", 1), ("nam", "name", 1),
      ("namee", "name", 1), ("nome", "name", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
      ("é", "e", 1),
    ]
    for row in rows {
      XCTAssertEqual(editDistance(row.left, row.right), row.distance, "\(row)")
      XCTAssertEqual(editDistance(row.right, row.left), row.distance, "\(row)")
    }
  }

  func testTheNearestWordIsFoundOrNone() {
    let words = ["name", "city", "closeDate", "zip"]
    let rows: [(word: String, nearest: String?)] = [
      ("nmae", "name"), ("NAME", "name"), ("closedate", "closeDate"), ("closDat", "closeDate"),
      ("zap", "zip"), ("xyz", nil), ("", nil), (String(repeating: "a", count: 100_000), nil),
    ]
    for row in rows {
      XCTAssertEqual(nearestWord(to: row.word, in: words), row.nearest, row.word)
    }
  }
}
