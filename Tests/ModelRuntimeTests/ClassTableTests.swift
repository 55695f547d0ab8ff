import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The table of classes gives the same results as a dictionary.
final class ClassTableTests: XCTestCase {
  private final class Thing {}

  func testEachClassHasItsNumber() {
    // Objects are used instead of classes, because the identifiers of both are addresses.
    let things = (0..<500).map { _ in Thing() }
    for count in [0, 1, 2, 3, 7, 64, 400] {
      let entries = things.prefix(count).enumerated().map { (ObjectIdentifier($1), $0) }
      let table = ClassTable(entries.map { (type: $0.0, number: $0.1) })
      for (number, thing) in things.enumerated() {
        XCTAssertEqual(table[ObjectIdentifier(thing)], number < count ? number : nil)
      }
    }
  }

  func testTheFirstOfTwoCounts() {
    let (thing, other) = (ObjectIdentifier(Thing.self), ObjectIdentifier(ClassTableTests.self))
    let table = ClassTable([(thing, 4), (other, 2), (thing, 7)])
    XCTAssertEqual(table[thing], 4)
    XCTAssertEqual(table[other], 2)
  }
}
