import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// Typed conditions, rows and aggregates of random objects: the store, unsaved changes,
/// memory and the same closure in plain Swift agree.
final class TypedAgreementTests: XCTestCase {
  private var context: ManagedObjectContext!
  private var random = RandomSource(seed: 0)
  private var seed: UInt64 = 0

  func testStoreMemoryAndSwiftAgree() throws {
    let rounds = TestRun.isLong ? 400 : 10
    let first = TestRun.seed
    print("agreement of typed forms: MODEL_SEED=\(first)")
    for round in 0..<UInt64(rounds) where (testRun?.failureCount ?? 0) < 8 {
      seed = first &+ round
      random = RandomSource(seed: seed)
      let container = try TestStores.container(.catalog, .inMemory)
      context = try container.makeContext()
      insert(20)
      try context.save()
      try checkAll()
      for item in try context.fetch(Item.all) where random.once(in: 3) { fill(item) }
      insert(4)
      try checkAll()
    }
    context = nil
  }

  private func checkAll() throws {
    try checkDates()
    try checkNumbers()
    try checkLists()
    try checkObjects()
    try checkWords()
    try checkGroups()
    try checkFunctions()
  }

  // MARK: - Forms

  private func checkDates() throws {
    let (year, hour, number) = (2000 + random.number(below: 3), random.number(below: 24), number())
    try check("year", Item.where { $0.day.year == year }) { $0.day.map(Self.part(.year)) == year }
    try check("weekday", Item.where { $0.day.weekday < number }) {
      $0.day.map(Self.part(.weekday)).map { $0 < number } ?? false
    }
    try check("hour", Item.where { $0.day.hour(in: "America/New_York") >= hour }) {
      $0.day.map(Self.part(.hour, "America/New_York")).map { $0 >= hour } ?? false
    }
    let date = self.date()
    try check("difference", Item.where { $0.day - date > Double(number) * 1e6 }) {
      $0.day.map { $0.timeIntervalSince(date) > Double(number) * 1e6 } ?? false
    }
    try check("later", Item.where { ($0.day ?? date).addingTimeInterval(86_400) >= date }) {
      ($0.day ?? date).addingTimeInterval(86_400) >= date
    }
  }

  private func checkNumbers() throws {
    let (low, high) = (Int64(number()), Int64(number()))
    try check("??", Item.where { ($0.whole ?? low) > high }) { ($0.whole ?? low) > high }
    try check("range", Item.where { $0.whole.in(low..<(low + 3)) }) { item in
      item.whole.map { (low..<(low + 3)).contains($0) } ?? false
    }
    try check(
      "then", Item.where { ($0.isOpen == true).then($0.whole ?? low, else: high) > 2 }
    ) { ($0.isOpen == true ? $0.whole ?? low : high) > 2 }
    let amount = Decimal(high) / 4
    try check("money", Item.where { $0.price * $0.small > amount }) {
      guard let price = $0.price, let small = $0.small else { return false }
      return price * Decimal(small) > amount
    }
    try check("two sizes", Item.where { $0.whole + $0.small == 4 }) {
      guard let whole = $0.whole, let small = $0.small else { return false }
      return whole + Int64(small) == 4
    }
    try check("min", Item.where { min($0.whole ?? low, 3) == 3 }) { min($0.whole ?? low, 3) == 3 }
  }

  private func checkLists() throws {
    let (word, place) = (self.word(), random.number(below: 3))
    try check("contains", Item.where { $0.words.contains(word) }) { $0.words.contains(word) }
    try check("count", Item.where { $0.words.count == place }) { $0.words.count == place }
    try check("first", Item.where { $0.words.first == word }) { $0.words.first == word }
    try check("last", Item.where { $0.words.last != word }) { $0.words.last != word }
    try check("place", Item.where { $0.words[place] == word }) {
      $0.words.dropFirst(place).first == word
    }
    try check("filter", Item.where { $0.words.filter { $0 > word }.count > place }) {
      $0.words.filter { $0 > word }.count > place
    }
    try check("all", Item.where { $0.words.allSatisfy { $0 <= word } }) {
      $0.words.allSatisfy { $0 <= word }
    }
    try check("nil", Item.where { $0.counts == nil || $0.counts.sum > 4 }) {
      $0.counts == nil || ($0.counts ?? []).reduce(0, +) > 4
    }
    try check("list", Item.where { $0.words == [word] }) { $0.words == [word] }
  }

  private func checkObjects() throws {
    let (number, place) = (Int64(number()), random.number(below: 3))
    let word = self.word()
    try check("first", Item.where { $0.parts.first.label == word }) {
      $0.parts.first?.label == word
    }
    try check("last", Item.where { $0.parts.last?.weight > number }) {
      ($0.parts.last?.weight).map { $0 > number } ?? false
    }
    try check("place", Item.where { $0.parts[place].weight == number }) {
      $0.parts.count > place && $0.parts[place].weight == number
    }
    try check("sum", Item.where { $0.parts.sum(\.weight) > number }) {
      $0.parts.compactMap(\.weight).reduce(0, +) > number
    }
    try check("greatest", Item.where { $0.parts.max(\.weight) == number }) {
      $0.parts.compactMap(\.weight).max() == number
    }
    try check("mean", Item.where { $0.parts.average(\.weight) < Double(number) }) {
      let weights = $0.parts.compactMap(\.weight)
      return !weights.isEmpty
        && Double(weights.reduce(0, +)) / Double(weights.count) < Double(number)
    }
    try check("computed", Item.where { $0.parts.map { $0.weight + 1 }.any { $0 > number } }) {
      $0.parts.contains { ($0.weight ?? .min) &+ 1 > number && $0.weight != nil }
    }
    try check(
      "many", Item.where { $0.tags.contains { $0.label == word && $0.rank > 2 } }
    ) {
      $0.tags.contains { $0.label == word && ($0.rank ?? 0) > 2 }
    }
    try check("none", Item.where { $0.tags.none { $0.rank == nil } }) {
      !$0.tags.contains { $0.rank == nil }
    }
    try check("cast", Item.where { $0.owner.as(Person.self).age > Int32(number) }) {
      (($0.owner as? Person)?.age).map { $0 > Int32(number) } ?? false
    }
    try check("class", Item.where { $0.owner.is(Company.self) }) { $0.owner is Company }
  }

  private func checkWords() throws {
    let (one, other) = (word(), word())
    func words(_ item: Item) -> Set<Substring> {
      Set((item.name ?? "").split(separator: " ")).union((item.code ?? "").split(separator: " "))
    }
    try check("words", Item.where { $0.search.matches("\(one) \(other)") }) {
      words($0).contains(one[...]) && words($0).contains(other[...])
    }
    try check("either", Item.where { $0.search.matches("\(one) OR \(other)") }) {
      words($0).contains(one[...]) || words($0).contains(other[...])
    }
    try check("not", Item.where { $0.search.matches("\(one) -\(other)") }) {
      words($0).contains(one[...]) && !words($0).contains(other[...])
    }
    try check("beginning", Item.where { $0.search.matches("\(one.prefix(1))*") }) {
      words($0).contains { $0.hasPrefix(one.prefix(1)) }
    }
  }

  private func checkGroups() throws {
    let items = try context.fetch(Item.all)
    let least = Int64(number())
    let byTone = Item.all
      .selecting {
        (
          $0.tone, $0.objectCount, $0.whole.sum, $0.price.sum, $0.price.average, $0.real.average,
          $0.whole.min, $0.day.max
        )
      }
      .grouped { $0.tone }.having { $0.whole.sum >= least }
    var groups = Dictionary(grouping: items, by: \.tone)
      .filter { Self.sum($0.value.map(\.whole)) >= least }
    for (tone, count, sum, price, mean, real, low, day) in try context.rows(byTone) {
      guard let group = groups.removeValue(forKey: tone) else {
        XCTFail("seed \(seed): no group \(String(describing: tone))")
        continue
      }
      let (prices, reals) = (group.compactMap(\.price), group.compactMap(\.real))
      XCTAssertEqual(count, group.count, "seed \(seed)")
      XCTAssertEqual(sum, Self.sum(group.map(\.whole)), "seed \(seed)")
      XCTAssertEqual(price, prices.reduce(0, +), "seed \(seed)")
      XCTAssertEqual(
        mean, prices.isEmpty ? nil : prices.reduce(0, +) / Decimal(prices.count), "seed \(seed)")
      XCTAssertEqual(
        real, reals.isEmpty ? nil : reals.reduce(0, +) / Double(reals.count), "seed \(seed)")
      XCTAssertEqual(low, group.compactMap(\.whole).min(), "seed \(seed)")
      XCTAssertEqual(day, group.compactMap(\.day).max(), "seed \(seed)")
    }
    XCTAssertTrue(groups.isEmpty, "seed \(seed): \(groups.keys)")
    try checkComputedGroups(items)
  }

  private func checkComputedGroups(_ items: [Item]) throws {
    let rows = Item.all
      .selecting {
        ($0.day.year, $0.owner.as(Person.self).age, $0.objectCount, ($0.price * $0.small).sum)
      }
      .grouped { ($0.day.year, $0.owner.as(Person.self).age) }
    let groups = Dictionary(grouping: items) { item in
      "\(item.day.map(Self.part(.year)) ?? 0) \((item.owner as? Person)?.age ?? 99)"
    }
    let found = try context.rows(rows)
    XCTAssertEqual(found.count, groups.count, "seed \(seed)")
    for (year, age, count, amount) in found {
      let group = groups["\(year ?? 0) \(age ?? 99)"] ?? []
      XCTAssertEqual(count, group.count, "seed \(seed)")
      let amounts = group.compactMap { item in
        item.price.flatMap { price in item.small.map { price * Decimal($0) } }
      }
      XCTAssertEqual(amount, amounts.reduce(0, +), "seed \(seed)")
    }
    let pairs = try context.rows(Item.all.selecting { ($0.tone, $0.level) }.distinct())
    XCTAssertEqual(
      Set(pairs.map { "\(String(describing: $0.0)) \(String(describing: $0.1))" }),
      Set(items.map { "\(String(describing: $0.tone)) \(String(describing: $0.level))" }))
    let sums = try context.rows(Item.all) { ($0.objectID, $0.parts.count, $0.parts.sum(\.weight)) }
    let byID = Dictionary(uniqueKeysWithValues: items.map { ($0.objectID, $0) })
    for (id, count, sum) in sums {
      let parts = id.flatMap { byID[$0]?.parts }
      XCTAssertEqual(count, parts?.count, "seed \(seed)")
      XCTAssertEqual(sum, parts.map { Self.sum($0.map(\.weight)) }, "seed \(seed)")
    }
  }

  private func checkFunctions() throws {
    let least = Int64(number())
    let request = Item.where { $0.whole > least }
    let items = try context.fetch(request)
    XCTAssertEqual(
      try context.sum(request) { $0.price }, items.compactMap(\.price).reduce(0, +), "\(seed)")
    XCTAssertEqual(
      try context.sum(request) { $0.whole }, items.compactMap(\.whole).reduce(0, +), "\(seed)")
    XCTAssertEqual(
      try context.maximum(request) { $0.name }, items.compactMap(\.name).max(), "\(seed)")
    XCTAssertEqual(
      try context.minimum(request) { $0.day }, items.compactMap(\.day).min(), "\(seed)")
    let window = request.sorted { ($0.whole.descending, $0.name) }.limit(3)
    let first = try context.fetch(window)
    XCTAssertEqual(
      try context.sum(window) { $0.whole }, first.compactMap(\.whole).reduce(0, +), "\(seed)")
  }

  // MARK: - Objects

  private func check(
    _ name: String, _ request: FetchRequest<Item>, line: UInt = #line, _ accepts: (Item) -> Bool
  ) throws {
    let all = try context.fetch(Item.all)
    let expected = Set(all.filter(accepts).map(\.objectID))
    let found = Set(try context.fetch(request).map(\.objectID))
    let note = "seed \(seed), \(name): \(request)"
    XCTAssertEqual(found, expected, note, line: line)
    XCTAssertEqual(try context.count(request), expected.count, note, line: line)
    let predicate = try XCTUnwrap(request.predicate)
    XCTAssertEqual(
      Set(try all.filtered(by: predicate).map(\.objectID)), expected, "memory, " + note, line: line)
    let printed = FetchRequest<Item>(try ObjectPredicate(format: predicate.format))
    XCTAssertEqual(
      Set(try context.fetch(printed).map(\.objectID)), expected, "printed, " + note, line: line)
  }

  private func insert(_ count: Int) {
    let tags = (0..<4).map { _ in
      let tag = Tag(in: context)
      tag.label = maybe(word())
      tag.rank = maybe(Int16(number()))
      return tag
    }
    var owners: [Owner?] = [nil, Company(in: context)]
    for _ in 0..<3 {
      let person = Person(in: context)
      person.age = maybe(Int32(number()))
      owners.append(person)
    }
    for _ in 0..<count {
      let item = Item(in: context)
      fill(item)
      item.owner = random.pick(owners)
      item.tags = ObjectSet(tags.filter { _ in random.once(in: 2) })
      for _ in 0..<random.number(below: 4) {
        let part = Part(in: context)
        part.label = maybe(word())
        part.weight = maybe(Int64(number()))
        item.parts.append(part)
      }
    }
  }

  private func fill(_ item: Item) {
    item.name = maybe("\(word()) \(word())")
    item.code = maybe(word())
    item.whole = maybe(Int64(number()))
    item.small = maybe(Int16(number()))
    item.real = maybe(Double(number()) / 4)
    item.price = maybe(Decimal(number() * 100 + number()) / 100)
    item.isOpen = maybe(random.once(in: 2))
    item.day = maybe(date())
    item.level = maybe(random.pick(Level.allCases))
    item.tone = maybe(random.pick(Tone.allCases))
    item.words = (0..<random.number(below: 4)).map { _ in word() }
    item.counts = maybe((0..<random.number(below: 3)).map { _ in Int64(number()) })
  }

  private func maybe<Value>(_ value: Value) -> Value? { random.once(in: 4) ? nil : value }

  private func word() -> String { random.pick(["sea", "sand", "river", "rock", "bank", "b"]) }

  private func number() -> Int { random.number(below: 9) - 2 }

  private func date() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(random.number(below: 800)) * 98_765.5 - 3e7)
  }

  private static func sum(_ numbers: [Int64?]) -> Int64 { numbers.compactMap { $0 }.reduce(0, +) }

  private static func part(
    _ part: Calendar.Component, _ zone: String = "GMT"
  ) -> (Date) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return { [calendar] in calendar.component(part, from: $0) }
  }
}
