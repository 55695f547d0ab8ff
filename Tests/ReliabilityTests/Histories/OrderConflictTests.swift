import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// Two contexts change the order of one list. A member that only one of them moved stays
/// where it was put, and it is a conflict if both moved the same members.
final class OrderConflictTests: XCTestCase {
  /// A change of a list. The closure returns the member with a number.
  private typealias Edit = (OrderedObjects<Part>, (Int32) -> Part) -> Void

  private struct Case {
    let name: String
    let mine: Edit
    let theirs: Edit
    let result: [Int32]
    /// The stored order if the store wins; nil if the moves do not conflict.
    var ofStore: [Int32]?
  }

  private let lists: [ReferenceWritableKeyPath<Owner, OrderedObjects<Part>>] = [
    \.list, \.manyList, \.manyBoth,
  ]

  private let cases: [Case] = [
    Case(
      name: "an append beside a move", mine: { list, part in list.append(part(9)) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [2, 3, 4, 1, 9]),
    Case(
      name: "an insertion at the beginning", mine: { list, part in list.insert(part(9), at: 0) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [9, 2, 3, 4, 1]),
    Case(
      name: "a removal beside a move", mine: { list, part in list.remove(part(3)) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [2, 4, 1]),
    Case(
      name: "a removal from what was turned round", mine: { list, part in list.remove(part(1)) },
      theirs: { list, _ in list.reverse() }, result: [4, 3, 2]),
    Case(
      name: "a deletion beside a move", mine: { _, part in part(3).context?.delete(part(3)) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [2, 4, 1]),
    Case(
      name: "two removals", mine: { list, part in list.remove(part(3)) },
      theirs: { list, part in list.remove(part(2)) }, result: [1, 4]),
    Case(
      name: "two appends", mine: { list, part in list.append(part(9)) },
      theirs: { list, part in list.append(part(8)) }, result: [1, 2, 3, 4, 8, 9]),
    Case(
      name: "moves in different gaps", mine: { list, _ in list.move(from: 1, to: 2) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [3, 2, 4, 1]),
    Case(
      name: "one to the beginning, one to the end", mine: { list, _ in list.move(from: 3, to: 0) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [4, 2, 3, 1]),
    Case(
      name: "the same move", mine: { list, _ in list.move(from: 0, to: 2) },
      theirs: { list, _ in list.move(from: 0, to: 2) }, result: [2, 3, 1, 4]),
    Case(
      name: "one member moved by both", mine: { list, _ in list.move(from: 0, to: 2) },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [2, 3, 1, 4],
      ofStore: [2, 3, 4, 1]),
    Case(
      name: "two members moved to the end, and one appended",
      mine: { list, part in
        list.move(from: 1, to: 3)
        list.append(part(9))
      },
      theirs: { list, _ in list.move(from: 0, to: 3) }, result: [1, 3, 4, 2, 9],
      ofStore: [2, 3, 4, 1, 9]),
  ]

  private func eachCase(
    thatMeets isMeeting: Bool,
    _ body: (
      Case, (mine: ManagedObjectContext, theirs: ManagedObjectContext), OrderedObjects<Part>,
      _ stored: () throws -> [Int32], _ name: String
    ) throws -> Void
  ) throws {
    for row in cases where (row.ofStore != nil) == isMeeting {
      for (number, path) in lists.enumerated() {
        for isMerging in [false, true] {
          let container = try TestStores.container(.links, .inMemory)
          let (mine, theirs) = (try container.makeContext(), try container.makeContext())
          mine.automaticallyMergesChanges = isMerging
          let owner = Owner(in: mine)
          owner[keyPath: path] += (1...4).map { Part(in: mine, number: $0) }
          _ = (Part(in: mine, number: 8), Part(in: mine, number: 9))
          try mine.save()
          let list = try XCTUnwrap(theirs.first(Owner.all))[keyPath: path]
          _ = (list.objects, owner[keyPath: path].objects)
          try edit(row.theirs, list, in: theirs)
          try edit(row.mine, owner[keyPath: path], in: mine)
          try theirs.save()
          assertLinks(mine, theirs, name: row.name)
          let stored = {
            let fresh = try container.makeContext()
            return try fresh.fetch(Owner.all)[0][keyPath: path].map(\.number)
          }
          try body(
            row, (mine, theirs), owner[keyPath: path], stored,
            "\(row.name), list \(number)\(isMerging ? ", merging" : "")")
          assertLinks(mine, theirs, name: row.name)
        }
      }
    }
  }

  /// Asserts that the loaded ends of all links agree.
  private func assertLinks(_ contexts: ManagedObjectContext..., name: String) {
    for context in contexts { XCTAssertEqual(context.disagreeingLinks, [], name) }
  }

  private func edit(
    _ edit: Edit, _ list: OrderedObjects<Part>, in context: ManagedObjectContext
  ) throws {
    let parts = try context.fetch(Part.all)
    edit(list) { number in parts.first { $0.number == number } ?? Part(in: context) }
  }

  func testMovesThatDoNotMeetStay() throws {
    let policies: [StandardMergePolicy] = [.error, .storeWins, .objectWins, .overwrite]
    var number = 0
    try eachCase(thatMeets: false) { row, contexts, list, stored, name in
      // Each case runs six times, so that over all cases each policy is used with each kind
      // of list.
      number += 1
      try contexts.mine.save(mergePolicy: policies[number % policies.count])
      XCTAssertEqual(try stored(), row.result, name)
      XCTAssertEqual(list.map(\.number), row.result, name)
    }
  }

  func testMovesThatMeetAreForThePolicy() throws {
    let winsHere: [(StandardMergePolicy, Bool)] = [
      (.storeWins, false), (.objectWins, true), (.overwrite, true),
    ]
    for (policy, isMine) in winsHere {
      try eachCase(thatMeets: true) { row, contexts, list, stored, name in
        let before = list.map(\.number)
        XCTAssertThrowsError(try contexts.mine.save(), name) { error in
          let conflict = (error as? StoreError)?.conflicts.first
          XCTAssertEqual(conflict?.kind, .update, name)
          let property = conflict?.properties.first { $0.isChangedHere && $0.isChangedThere }
          XCTAssertEqual(property?.base, property?.base.map(Self.list) ?? nil, name)
          XCTAssertNotEqual(property?.base, property?.mine, name)
          XCTAssertNotEqual(property?.base, property?.theirs, name)
        }
        XCTAssertEqual(list.map(\.number), before, name)
        try contexts.mine.save(mergePolicy: policy)
        XCTAssertEqual(try stored(), isMine ? row.result : row.ofStore, name)
        XCTAssertEqual(list.map(\.number), try stored(), name)
      }
    }
  }

  private static func list(_ value: ConstantValue) -> ConstantValue? {
    if case .list(let values) = value { .list(values) } else { nil }
  }

  /// A rollback shows the order that the other context saved.
  func testRollbackShowsTheOthersOrder() throws {
    try eachCase(thatMeets: true) { row, contexts, list, stored, name in
      XCTAssertThrowsError(try contexts.mine.save(), name)
      contexts.mine.rollback()
      _ = try contexts.mine.fetch(Owner.all)
      XCTAssertEqual(list.map(\.number), try stored(), name)
    }
  }

  func testRandomEditsOfBothArePartOfTheResult() throws {
    let base = TestRun.seed
    for number in 0..<UInt64(TestRun.isLong ? 4000 : 30) {
      var random = RandomSource(seed: base &+ number)
      let container = try TestStores.container(.links, .inMemory)
      let (mine, theirs) = (try container.makeContext(), try container.makeContext())
      let path = random.pick(lists)
      let owner = Owner(in: mine)
      owner[keyPath: path] += (1...6).map { Part(in: mine, number: $0) }
      for number in 7...10 { _ = Part(in: mine, number: Int32(number)) }
      try mine.save()
      let lists = [owner[keyPath: path], try theirs.fetch(Owner.all)[0][keyPath: path]]
      var found: [[Int32]] = []
      for (side, (list, context)) in zip(lists, [mine, theirs]).enumerated() {
        let own = try context.fetch(Part.all).filter { Int($0.number) % 2 == side }
        for _ in 0...random.number(below: 2) {
          change(list, own, &random)
          assertLinks(context, name: "seed \(base &+ number)")
        }
        found.append(list.map(\.number))
      }
      let (here, there) = (found[0], found[1])
      try theirs.save()
      let isMet: Bool
      do {
        try mine.save()
        isMet = false
      } catch let error as StoreError where error.reason == .conflict {
        isMet = true
        try mine.save(mergePolicy: .objectWins)
      }
      assertLinks(mine, theirs, name: "seed \(base &+ number)")
      let fresh = try container.makeContext()
      let stored = try fresh.fetch(Owner.all)[0][keyPath: path].map(\.number)
      let name = "seed \(base &+ number): \(here) and \(there) became \(stored)"
      let read = Set<Int32>(1...6)
      let members = Set(here).union(there).filter { key in
        !read.contains(key) || here.contains(key) && there.contains(key)
      }
      XCTAssertEqual(Set(stored), members, name)
      let kept = read.intersection(members)
      func order(_ list: [Int32]) -> [Int32] { list.filter(kept.contains) }
      if order(there) == order([1, 2, 3, 4, 5, 6]) || isMet {
        XCTAssertEqual(order(stored), order(here), name)
      } else if order(here) == order([1, 2, 3, 4, 5, 6]) {
        XCTAssertEqual(order(stored), order(there), name)
      } else if order(here) != order(there) {
        // The moves of neither side are undone, unless the other side's moves include them.
        XCTAssertNotEqual(order(stored), order([1, 2, 3, 4, 5, 6]), name)
        for (one, other) in [(here, there), (there, here)] where order(stored) == order(one) {
          XCTAssertTrue(turned(order(other)).isSubset(of: turned(order(one))), name)
        }
      }
      if here.last.map(read.contains) == false, let last = here.last {
        XCTAssertEqual(stored.last, last, "who is appended is the last one, \(name)")
      }
    }
  }

  /// Returns the pairs of numbers that are in descending order.
  private func turned(_ list: [Int32]) -> Set<[Int32]> {
    Set(
      list.enumerated().flatMap { place, number in
        list[place...].filter { $0 < number }.map { [number, $0] }
      })
  }

  /// Changes a list at random. Only the side's own members are added and removed.
  private func change(
    _ list: OrderedObjects<Part>, _ own: [Part], _ random: inout RandomSource
  ) {
    switch random.number(below: 4) {
    case 0:
      let others = own.filter { !list.contains($0) }
      guard let part = others.randomElement(using: &random) else { return }
      list.insert(part, at: random.number(below: list.count + 1))
    case 1:
      let members = own.filter { list.contains($0) }
      guard let part = members.randomElement(using: &random) else { return }
      list.remove(part)
    default:
      list.move(from: random.number(below: list.count), to: random.number(below: list.count))
    }
  }

  func testAnAppendWritesItsOwnPlaceAlone() throws {
    try XCTSkipIf(TestStores.kind != nil, "statements are those of files")
    let counter = Counter()
    var configuration = StoreConfiguration.inMemory
    configuration.trace = SQLTrace { if $0.sql.contains("SET Z_FOK") { counter.add() } }
    let container = try PersistentContainer(.links, configuration: configuration)
    let (mine, theirs) = (try container.makeContext(), try container.makeContext())
    let owner = Owner(in: mine)
    owner.list += (1...20).map { Part(in: mine, number: $0) }
    try mine.save()
    let other = try XCTUnwrap(theirs.first(Owner.all))
    other.list.move(from: 0, to: 10)
    try theirs.save()
    _ = counter.take()
    owner.list.append(Part(in: mine, number: 21))
    try mine.save()
    XCTAssertEqual(counter.take(), 1)
    owner.list.remove(at: 3)
    try mine.save()
    XCTAssertEqual(counter.take(), 0)
  }

  /// Saving a child's changes keeps the moves that its parent made in the meantime.
  func testAChildKeepsItsParentsMoves() throws {
    let container = try TestStores.container(.links, .inMemory)
    let context = try container.makeContext()
    let owner = Owner(in: context)
    owner.list += (1...4).map { Part(in: context, number: $0) }
    try context.save()
    let child = context.makeChild()
    let copy = try XCTUnwrap(child.first(Owner.all))
    copy.list.append(Part(in: child, number: 5))
    owner.list.move(from: 0, to: 3)
    try child.save()
    XCTAssertEqual(owner.list.map(\.number), [2, 3, 4, 1, 5])
  }

  /// Undo reverses its own step, and keeps the moves that another context has made since.
  func testAnUndoKeepsOthersMoves() throws {
    let container = try TestStores.container(.links, .inMemory)
    let (mine, theirs) = (try container.makeContext(), try container.makeContext())
    mine.undoHistory = UndoHistory()
    let owner = Owner(in: mine)
    owner.list += (1...4).map { Part(in: mine, number: $0) }
    try mine.save()
    owner.list.append(Part(in: mine, number: 5))
    try mine.save()
    try XCTUnwrap(theirs.first(Owner.all)).list.move(from: 0, to: 3)
    try theirs.save()
    try mine.mergeExternalChanges()
    XCTAssertEqual(owner.list.map(\.number), [2, 3, 4, 1, 5])
    mine.undo()
    XCTAssertEqual(owner.list.map(\.number), [2, 3, 4, 1])
    mine.redo()
    XCTAssertEqual(owner.list.map(\.number), [2, 3, 4, 1, 5])
  }
}
