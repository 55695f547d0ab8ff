import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of following relationships from many objects, which reads the destinations in
/// batches.
final class WalkTests: XCTestCase {
  private let counter = Counter()
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var writer: ManagedObjectContext!
  private var reader: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    let counter = counter
    var configuration = StoreConfiguration(url: folder.file("links.sqlite"))
    configuration.trace = SQLTrace { _ in counter.add() }
    container = try PersistentContainer(.links, configuration: configuration)
    writer = try container.makeContext()
    reader = try container.makeContext()
  }

  override func tearDown() {
    (reader, writer, container, folder) = (nil, nil, nil, nil)
  }

  /// Makes owners with three parts each, in descending order.
  private func makeLists(_ count: Int) throws {
    for number in 0..<count {
      let owner = Owner(in: writer, number: Int32(number))
      let parts = (0..<3).map { Part(in: writer, number: Int32(number * 3 + $0)) }
      owner.list = OrderedObjects(parts.reversed())
      owner.set = ObjectSet(parts)
    }
    try writer.save()
  }

  private func owners() throws -> [Owner] {
    try reader.fetch(Owner.all.sorted { [$0.number.ascending] })
  }

  func testMembersComeWithTheirRows() throws {
    try makeLists(200)
    let owners = try owners()
    _ = counter.take()
    for owner in owners {
      var numbers: [Int32] = []
      for part in owner.list { numbers.append(part.number) }
      XCTAssertEqual(numbers, (0..<3).map { owner.number * 3 + 2 - $0 })
    }
    XCTAssertEqual(counter.take(), 1)
    for owner in owners {
      XCTAssertEqual(owner.set.map(\.number).sorted(), (0..<3).map { owner.number * 3 + $0 })
    }
    XCTAssertEqual(counter.take(), 1)
  }

  func testCountingReadsNoRows() throws {
    try makeLists(20)
    let owners = try owners()
    let before = reader.registeredObjectCount
    XCTAssertEqual(owners.map(\.list.count), Array(repeating: 3, count: 20))
    XCTAssertEqual(reader.registeredObjectCount, before)
    XCTAssertEqual(owners[7].list.map(\.number), [23, 22, 21])
  }

  func testChangesAreLaidOverWhatTheRowsSay() throws {
    try makeLists(10)
    let owners = try owners()
    let parts = try reader.fetch(Part.all.sorted { [$0.number.ascending] })
    let new = Part(in: reader, number: 100)
    new.ofList = owners[0]
    parts[3].ofList = owners[2]
    reader.delete(parts[8])
    XCTAssertEqual(owners[0].list.map(\.number), [2, 1, 0, 100])
    XCTAssertEqual(owners[1].list.map(\.number), [5, 4])
    XCTAssertEqual(owners[2].list.map(\.number), [7, 6, 3])
    try reader.save()
    XCTAssertEqual(try container.integrityCheck(), [])
    let other = try container.makeContext()
    let again = try other.fetch(Owner.all.sorted { [$0.number.ascending] })
    XCTAssertEqual(
      again.prefix(3).map { $0.list.map(\.number) }, [[2, 1, 0, 100], [5, 4], [7, 6, 3]])
  }

  /// Keys that are close together are read as a range, others one by one. Both ways give
  /// the same objects, and no others.
  func testDestinationsNearAndFar() throws {
    for gap in [1, 2, 3, 50] {
      let parts = (0..<40 * gap).map { Part(in: writer, number: Int32($0)) }
      for number in 0..<40 {
        Owner(in: writer, number: Int32(number)).one = parts[(39 - number) * gap]
      }
      try writer.save()
      let owners = try owners()
      let known = reader.registeredObjectCount
      _ = counter.take()
      XCTAssertEqual(
        owners.map { $0.one?.number }, (0..<40).map { Int32((39 - $0) * gap) }, "gap \(gap)")
      XCTAssertEqual(counter.take(), 1, "gap \(gap)")
      XCTAssertEqual(reader.registeredObjectCount, known + 40, "gap \(gap)")
      try writer.batchDelete(Owner.all)
      try writer.batchDelete(Part.all)
      writer.reset()
      reader.reset()
    }
  }

  func testADeletionThatIsTakenBackAfterOthersSavedIsAtBothEnds() throws {
    try makeLists(2)
    let owner = try XCTUnwrap(try owners().first)
    let part = try XCTUnwrap(owner.set.first { $0.number == 1 })
    XCTAssertEqual(owner.list.count, 3)
    reader.delete(part)
    _ = Owner(in: writer, number: 50)
    try writer.save()
    _ = try reader.fetch(Part.all)
    reader.refresh(part, mergeChanges: false)
    XCTAssertEqual(owner.list.map(\.number), [2, 1, 0])
    XCTAssertEqual(owner.set.map(\.number).sorted(), [0, 1, 2])
  }
}
