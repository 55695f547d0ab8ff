import Foundation
import ModelRuntime
import XCTest

/// Fetches of a model whose conditions call functions and calculate.
final class FunctionTests: XCTestCase {
  private func makeContext() throws -> ManagedObjectContext {
    let url = try temporaryStore()
    return try PersistentContainer(.types, configuration: StoreConfiguration(url: url))
      .makeContext()
  }

  /// An object of each text, in relation to one whose `middle` is 7.
  private func insert(_ texts: [String], day: Date, in context: ManagedObjectContext) throws {
    let link = try XCTUnwrap(URL(string: "https://example.org/a"))
    let everything = Everything(
      in: context, flag: true, small: 1, large: 1, single: 0.25, text: "ABC", day: day,
      bytes: Data(), link: link, document: .null, words: [], shade: .gray,
      point: Point(x: 1.5, label: "here"))
    for (number, text) in texts.enumerated() {
      let object = Optionals(in: context, text: text, friend: everything)
      object.small = Int16(number)
      object.everything = everything
    }
    try context.save()
  }

  func testTextsAreComparedByFunctions() throws {
    let context = try makeContext()
    try insert(["abC", "ABC", "abd"], day: .distantPast, in: context)
    XCTAssertEqual(
      try Optionals.inWords("abc", than: nil, in: context).map(\.text).sorted { $0! < $1! },
      ["ABC", "abC"])
    XCTAssertEqual(try Optionals.inWords("ABC", than: nil, in: context).count, 0)
  }

  func testABoundThatIsNilHoldsForNothing() throws {
    let context = try makeContext()
    try insert(["abc", "ABC", "Abc"], day: .distantFuture, in: context)
    XCTAssertEqual(try Optionals.inWords("abc", than: nil, in: context).count, 0)
    XCTAssertEqual(try Optionals.inWords("abc", than: 1, in: context).count, 2)
  }

  func testNumbersAreCalculated() throws {
    let context = try makeContext()
    try insert(["a"], day: .distantPast, in: context)
    XCTAssertEqual(try Optionals.summing(3, in: context).count, 1)
    XCTAssertEqual(try Optionals.summing(4, in: context).count, 0)
  }
}
