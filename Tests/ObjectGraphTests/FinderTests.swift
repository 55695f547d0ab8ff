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

  private final class Counter: @unchecked Sendable {
    // because a test runs on one thread.
    var rows = 0
  }

  /// A key of several is looked for in its table, and not among all its rows.
  func testAFinderOfAnObjectAndAValueReadsOneRow() throws {
    let counter = Counter()
    var configuration = StoreConfiguration.inMemory
    configuration.trace = SQLTrace { counter.rows += $0.rowCount }
    let container = try PersistentContainer(.shop, configuration: configuration)
    let context = try container.makeContext()
    let rail = Rail(in: context)
    for number in 0..<200 { rail.pegs.append(Peg(in: context, label: "p\(number)")) }
    try context.save()
    let other = try container.makeContext()
    let known = try XCTUnwrap(other.fetch(Rail.all).first)
    let fresh = (0..<20).map { Peg(in: other, label: "q\($0)", rail: $0 < 10 ? known : nil) }
    counter.rows = 0
    XCTAssertEqual(try Peg.find(rail: known, label: "p7", in: other)?.label, "p7")
    XCTAssertTrue(try Peg.find(rail: known, label: "q7", in: other) === fresh[7])
    XCTAssertNil(try Peg.find(rail: known, label: "q17", in: other))
    XCTAssertLessThan(counter.rows, 5)
  }

  /// What a finder of several keys finds is what a search of all objects finds.
  func testAFinderOfSeveralKeysAgreesWithASearchOfAll() throws {
    for seed in 1...20 {
      var random = RandomSource(seed: UInt64(seed))
      let context = try PersistentContainer(.shop, configuration: .inMemory).makeContext()
      let rails = (0..<3).map { _ in Rail(in: context) }
      try context.save()
      for step in 0..<150 {
        let pegs = try context.fetch(Peg.all)
        let names = Set((0..<60).map { "p\($0)" }).subtracting(pegs.map(\.label)).sorted()
        switch random.number(below: 30) {
        case 0...11: _ = Peg(in: context, label: random.pick(names), rail: random.pick(rails))
        case 12...15 where !pegs.isEmpty: random.pick(pegs).label = random.pick(names)
        case 16...18 where !pegs.isEmpty: random.pick(pegs).rail = random.maybe(rails[0], in: 2)
        case 19...21 where !pegs.isEmpty:
          let peg = random.pick(pegs)
          if peg.rail !== rails[1] { rails[1].pegs.append(peg) }
        case 22...24 where !pegs.isEmpty: context.delete(random.pick(pegs))
        case 25 where random.once(in: 4): context.rollback()
        case 26 where random.once(in: 2): try context.save()
        default: break
        }
        let now = try context.fetch(Peg.all)
        for _ in 0..<3 {
          let (rail, label) = (random.pick(rails), "p\(random.number(below: 60))")
          XCTAssertTrue(
            try Peg.find(rail: rail, label: label, in: context)
              === now.first { $0.rail === rail && $0.label == label }, "\(seed), step \(step)")
        }
      }
    }
  }
}
