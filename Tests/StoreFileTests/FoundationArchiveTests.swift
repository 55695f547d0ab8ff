import Foundation
import ModelRuntime
import XCTest

/// Tests of collections in keyed archives: this library reads what Foundation writes, and
/// the reverse.
final class FoundationArchiveTests: XCTestCase {
  private func check<Value: ArchivedElement & Equatable>(
    _ value: Value, _ object: Any, line: UInt = #line
  ) throws {
    let foundations = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    XCTAssertEqual(FoundationArchive<Value>.value(from: foundations), value, line: line)
    let own = FoundationArchive<Value>.data(from: value)
    XCTAssertEqual(FoundationArchive<Value>.value(from: own), value, line: line)
    let classes: [AnyClass] = [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSUUID.self, NSURL.self,
    ]
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: own)
    XCTAssertTrue((read as? NSObject)?.isEqual(object) == true, "\(read ?? "nil")", line: line)
  }

  func testWhatFoundationWritesIsReadAndTheOtherWayRound() throws {
    try check([1, -2, Int64.max] as [Int64], [1, -2, Int64.max] as NSArray)
    try check(["a", "é😀", ""], ["a", "é😀", ""] as NSArray)
    try check([String](), NSArray())
    try check(["x": ["y", "z"]], ["x": ["y", "z"]] as NSDictionary)
    try check([1.5, 2], [1.5, 2.0] as NSArray)
    let dates = [Date(timeIntervalSinceReferenceDate: 5.25)]
    try check(dates, dates as NSArray)
    try check(Set(["a", "b"]), NSSet(array: ["a", "b"]))
    let many = (0..<70_000).map { "text \($0)" }
    try check(many, many as NSArray)
  }

  func testValuesOfFoundationsOwn() throws {
    let id = UUID()
    XCTAssertEqual(
      FoundationArchive<[UUID]>.value(from: FoundationArchive.data(from: [id, .zero])), [id, .zero])
    let bytes = [Data([1, 2]), Data()]
    XCTAssertEqual(
      FoundationArchive<[Data]>.value(from: FoundationArchive.data(from: bytes)), bytes)
    let urls = [try XCTUnwrap(URL(string: "https://example.com/a?b=c"))]
    XCTAssertEqual(FoundationArchive<[URL]>.value(from: FoundationArchive.data(from: urls)), urls)
    XCTAssertEqual(
      FoundationArchive<[Bool]>.value(from: FoundationArchive.data(from: [true, false])),
      [true, false])
  }

  func testOrderedSetsAreRead() throws {
    let texts = (0..<12).map { "text \($0)" }
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSOrderedSet(array: texts), requiringSecureCoding: false)
    XCTAssertEqual(FoundationArchive<[String]>.value(from: archive), texts)
  }

  /// Swift considers both values equal, and an archive contains equal objects only once.
  func testEqualValuesOfOtherBitsAreKept() throws {
    let texts = ["\u{E9}", "e\u{301}"]
    let read = FoundationArchive<[String]>.value(from: FoundationArchive.data(from: texts))
    XCTAssertEqual(read?.map { Array($0.utf8) }, texts.map { Array($0.utf8) })
    let zeros = FoundationArchive<[Double]>.value(from: FoundationArchive.data(from: [0, -0.0]))
    XCTAssertEqual(zeros?.map(\.sign), [.plus, .minus])
  }

  func testOtherBytesAreNoValue() {
    let texts = FoundationArchive.data(from: ["a"])
    XCTAssertNil(FoundationArchive<[Int64]>.value(from: texts))
    XCTAssertNil(FoundationArchive<[String: String]>.value(from: texts))
    XCTAssertNil(FoundationArchive<[UInt8]>.value(from: FoundationArchive.data(from: [300])))
    for count in 0..<texts.count {
      XCTAssertNil(FoundationArchive<[Int64]>.value(from: texts.prefix(count)))
    }
    for index in texts.indices {
      var damaged = texts
      damaged[index] ^= 0x5A
      _ = FoundationArchive<[String]>.value(from: damaged)
    }
  }
}
