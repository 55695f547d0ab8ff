import ModelRuntime
import TestSupport
import XCTest

/// Generated finders, with stored and unsaved objects.
final class FinderTests: XCTestCase {
  /// The objects of a context, as a dictionary of makes by name.
  private struct Shop {
    let context: ManagedObjectContext
    var random: RandomSource
    var makes: [String: Make] = [:]
    var saved: [String: Make] = [:]

    private mutating func freeName() -> String {
      var name = "m0"
      repeat { name = "m\(random.number(below: 90))" } while makes[name] != nil
      return name
    }

    mutating func step() throws {
      let known = makes.keys.sorted()
      switch random.number(below: 40) {
      case 0...19 where makes.count < 60:
        let name = freeName()
        makes[name] = Make(in: context, name: name)
      case 20...29 where !known.isEmpty:
        let (old, new) = (random.pick(known), freeName())
        makes[old]?.name = new
        makes[new] = makes.removeValue(forKey: old)
      case 30...35 where !known.isEmpty:
        let name = random.pick(known)
        if let make = makes.removeValue(forKey: name) { context.delete(make) }
      case 36:
        try context.save()
        saved = makes
      case 37:
        context.rollback()
        makes = saved
      case 38 where !known.isEmpty:
        let make = makes[random.pick(known)]
        make?.note = "touched"
      default: try refresh()
      }
    }

    /// Refreshes an object, which gets its stored name again. The name must not be in use.
    private mutating func refresh() throws {
      guard let (stored, make) = saved.min(by: { $0.key < $1.key }), !make.isDeleted,
        let now = makes.first(where: { $0.value === make })?.key,
        now == stored || makes[stored] == nil
      else { return }
      context.refresh(make, mergeChanges: false)
      makes[stored] = makes.removeValue(forKey: now)
    }
  }

  func testUnsavedObjectsAreFoundByTheValuesTheyHave() throws {
    for seed in 0..<(TestRun.isLong ? 200 : 10) as Range<UInt64> {
      let container = try PersistentContainer(.shop, configuration: .inMemory)
      var shop = Shop(
        context: try container.makeContext(), random: RandomSource(seed: TestRun.seed &+ seed))
      for step in 0..<150 {
        try shop.step()
        for number in 0..<90 {
          let name = "m\(number)"
          let found = try Make.find(name: name, in: shop.context)
          guard found === shop.makes[name] else {
            return XCTFail("'\(name)' at step \(step), MODEL_SEED=\(TestRun.seed &+ seed)")
          }
        }
      }
    }
  }

  func testEachUniqueValueHasItsFinder() throws {
    let container = try PersistentContainer(.shop, configuration: .inMemory)
    let context = try container.makeContext()
    for (name, code) in [("a", 1), ("b", 2)] as [(String, Int32)] {
      Make(in: context, name: name).code = code
    }
    try context.save()
    let other = try container.makeContext()
    XCTAssertEqual(try Make.find(name: "a", in: other)?.code, 1)
    XCTAssertEqual(try Make.find(code: 2, in: other)?.name, "b")
    XCTAssertNil(try Make.find(name: "2", in: other))
  }
}
