import Foundation
import ModelRuntime
import XCTest

/// Returns the date that is a number of days after the reference date.
func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86_400) }

/// A test with a library, saved in one context and changed without saving in another.
///
/// Each condition is evaluated three ways: by the store in SQL, by a context with unsaved
/// changes, and in memory for one object after another. All results must agree with plain
/// Swift.
class LibraryTestCase: XCTestCase {
  private(set) var container: PersistentContainer!
  /// A context with the saved library.
  private(set) var context: ManagedObjectContext!
  /// A context with unsaved changes of the library.
  private(set) var changed: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try PersistentContainer(.library, configuration: .inMemory)
    context = try container.makeContext()
    LibraryData.insert(into: context)
    try context.save()
    changed = try container.makeContext()
    try LibraryData.change(changed)
  }

  override func tearDown() {
    context = nil
    changed = nil
    container = nil
  }

  /// Checks that a request finds exactly the objects that a closure accepts. Unless `any`
  /// is true, these must be some of the objects, but not all.
  func check<Object>(
    _ name: String, _ request: FetchRequest<Object>, any: Bool = false, line: UInt = #line,
    _ accepts: (Object) -> Bool
  ) throws {
    for (kind, context) in [("SQL", context), ("overlay", changed)] {
      guard let context else { return XCTFail("no context", line: line) }
      let all = try context.fetch(FetchRequest<Object>())
      let expected = Set(all.filter(accepts).map(\.objectID))
      let fetched = try context.fetch(request)
      XCTAssertEqual(
        Set(fetched.map(\.objectID)), expected, "\(name), \(kind): \(request)", line: line)
      XCTAssertEqual(fetched.count, expected.count, "\(name), \(kind)", line: line)
      guard kind == "SQL" else { continue }
      if !any {
        XCTAssertFalse(expected.isEmpty, "\(name) finds nothing", line: line)
        XCTAssertLessThan(expected.count, all.count, "\(name) finds all", line: line)
      }
      guard let predicate = request.predicate else { continue }
      let held = try all.filter { try predicate.evaluate(with: $0) }
      XCTAssertEqual(
        Set(held.map(\.objectID)), expected, "\(name), memory: \(predicate)", line: line)
      let printed = try ObjectPredicate(format: predicate.format)
      let reread = try context.fetch(FetchRequest<Object>(printed))
      XCTAssertEqual(
        Set(reread.map(\.objectID)), expected, "\(name), printed: \(predicate)", line: line)
    }
  }

  func first<Object: ManagedObject>(_ kind: Object.Type, _ accepts: (Object) -> Bool) throws
    -> Object
  {
    try XCTUnwrap(context.fetch(FetchRequest<Object>()).first(where: accepts))
  }
}
