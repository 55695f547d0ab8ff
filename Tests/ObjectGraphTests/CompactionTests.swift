import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Compaction, which returns the space of deleted rows to the file system.
final class CompactionTests: XCTestCase {
  private func size(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: url.path(percentEncoded: false))
    return try XCTUnwrap(attributes[.size] as? Int)
  }

  func testAFileShrinksAndKeepsWhatIsInIt() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Shop.sqlite")
    let container = try PersistentContainer(.shop, configuration: StoreConfiguration(url: url))
    let (context, other) = (try container.makeContext(), try container.makeContext())
    let rail = Rail(in: context)
    for number in 0..<2000 {
      rail.pegs.append(Peg(in: context, label: "\(number)" + String(repeating: "x", count: 300)))
    }
    try context.save()
    let seen = try other.fetch(Peg.all.sorted { [$0.label.ascending] })
    for peg in rail.pegs.objects.dropLast(3) { context.delete(peg) }
    rail.pegs.move(from: 0, to: rail.pegs.count - 1)
    try context.save()
    let kept = rail.pegs.map(\.label)
    try container.compact()
    XCTAssertLessThan(try size(url), 400_000)
    XCTAssertEqual(try container.integrityCheck().map(\.description), [])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.first(Rail.all)?.pegs.map(\.label), kept)
    XCTAssertEqual(try other.count(Peg.all), kept.count)
    Peg(in: context, label: "new").rail = rail
    try context.save()
    XCTAssertEqual(try other.count(Peg.all), kept.count + 1)
    withExtendedLifetime(seen) {}
  }

  func testWhatCannotBeWrittenSaysSo() throws {
    let folder = try TemporaryFolder()
    var configuration = StoreConfiguration(url: folder.file("Shop.sqlite"))
    _ = try PersistentContainer(.shop, configuration: configuration)
    configuration.isReadOnly = true
    XCTAssertThrowsError(
      try PersistentContainer(.shop, configuration: configuration).compact()
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .readOnly) }
  }

  func testStoresOfOtherKindsTakeIt() throws {
    let folder = try TemporaryFolder()
    for configuration in [
      .inMemory, StoreConfiguration(url: folder.file("Shop.xml"), type: .xml),
    ] {
      let container = try PersistentContainer(.shop, configuration: configuration)
      try container.performAndWait { context in
        _ = Rail(in: context)
        try context.save()
      }
      try container.compact()
      XCTAssertEqual(try container.makeContext().count(Rail.all), 1)
    }
  }
}
