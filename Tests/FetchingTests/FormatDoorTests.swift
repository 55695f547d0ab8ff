import ModelRuntime
import XCTest

final class FormatDoorTests: CatalogTestCase {
  func testAFormatStringFetches() throws {
    try save([("Banana", 1), ("cherry", 2)])
    let found = try context.fetch(
      Item.self, matching: "name CONTAINS[cd] %@ AND whole < %d", "AN", 5)
    XCTAssertEqual(found.map(\.name), ["Banana"])
    XCTAssertEqual(try context.count(Item.self, matching: "%K == %@", "name", "cherry"), 1)
  }

  func testAnUnknownKeyIsATypedErrorWithASuggestion() {
    XCTAssertThrowsError(try context.fetch(Item.self, matching: "nam == 'a'")) { error in
      XCTAssertEqual(
        (error as? ObjectPredicateError)?.suggestion?.contains("'name'"), true, "\(error)")
    }
  }

  func testASyntaxErrorIsATypedErrorWithAPlace() {
    XCTAssertThrowsError(try context.fetch(Item.self, matching: "name ==")) { error in
      XCTAssertNotNil((error as? ObjectPredicateError)?.location, "\(error)")
    }
  }

  func testHostileTextsAreValuesAndNothingElse() throws {
    let hostile = [
      "'; DROP TABLE ZITEM; --", "\"", "%@", "\0", "a\0b", "*", "?", "%", "_", "e\u{301}",
      "\u{1F1E9}",
    ]
    try save(hostile.map { ($0, 1) })
    for text in hostile + [String(repeating: "x", count: 1_000_000)] {
      let expected = hostile.contains { $0.utf8.elementsEqual(text.utf8) } ? 1 : 0
      XCTAssertEqual(try context.count(Item.self, matching: "name == %@", text), expected, text)
      XCTAssertEqual(
        try context.count(Item.self, matching: "name CONTAINS %@", text),
        hostile.count { $0.unicodeScalars.contains(text.unicodeScalars) }, text)
      XCTAssertThrowsError(try context.count(Item.self, matching: "%K == 1", text))
    }
  }
}

extension String.UnicodeScalarView {
  /// Returns whether the text contains a sequence of scalars.
  fileprivate func contains(_ other: String.UnicodeScalarView) -> Bool {
    let (all, sought) = (Array(self), Array(other))
    guard sought.count <= all.count else { return false }
    return (0...all.count - sought.count).contains { all[$0...].starts(with: sought) }
  }
}
