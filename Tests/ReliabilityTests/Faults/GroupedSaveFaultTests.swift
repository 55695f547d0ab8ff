import FileFaults
import Foundation
import ModelRuntime
import ModelSQLite
import StoreSupport
import TestSupport
import WorkloadSupport
import XCTest

/// Tests with disk faults while several saves share a transaction. Each save succeeds or
/// fails as a whole, reports which, and can be tried again after a failure.
final class GroupedSaveFaultTests: XCTestCase {
  private static let count = 3

  /// The faults that can occur in a save, whose files are already open and are not read
  /// again.
  private static let faults = FileLayer.Fault.all.filter {
    ["write", "full disk", "torn write", "sync"].contains($0.name)
  }

  func testEverySaveOfAGroupThatFailsCanBeTriedAgain() throws {
    var (injected, failed) = (0, 0)
    for kind in Self.faults {
      var fault = kind
      while true {
        guard let errors = try saveTogether(fault) else { break }
        injected += 1
        failed += errors
        fault.number += 1
      }
    }
    XCTAssertGreaterThan(injected, 20)
    XCTAssertGreaterThan(failed, 0, "no save failed: the faults did not reach any")
  }

  /// Runs the saves at the same time, with a fault.
  ///
  /// - Returns: The number of saves that failed; nil if the fault was not reached.
  private func saveTogether(_ fault: FileLayer.Fault) throws -> Int? {
    let folder = try TemporaryFolder()
    let url = folder.file("Stock.sqlite")
    return try FileLayer.watching(folder.url) {
      let container = try open(url)
      try container.performAndWait { context in
        StockObjects.insert(PlainStock(shelves: 1, volumes: Self.count), context)
        try context.save()
      }
      var (first, stored): ([(any Error)?], [String]) = ([], [])
      let saves = SimultaneousSaves(container, url, (0..<Int64(Self.count)).map(Self.change))
      // From the moment on when all of them wait: what comes before is no matter of groups.
      let last = try saves.run(prepare: { _ in FileLayer.arm(fault) }) { errors in
        file_faults_disarm()
        (first, stored) = (errors, (try? Self.marked(url)) ?? [])
      }
      let isReached = file_faults_injected() > 0
      for (number, error) in first.enumerated() {
        if let error { XCTAssertTrue(error is StoreError, "\(fault), save \(number): \(error)") }
        let isUnknown = (error as? StoreError)?.underlying?.isOutcomeUnknown == true
        guard !isUnknown else { continue }
        XCTAssertEqual(
          stored.contains("\(number)"), error == nil, "\(fault), save \(number): \(error as Any)")
      }
      XCTAssertEqual(last.count { $0 != nil }, 0, "\(fault): \(last)")
      XCTAssertEqual(try Self.marked(url), ["0", "1", "2"], "\(fault)")
      try check(container, folder, "\(fault)")
      return isReached ? first.count { $0 != nil } : nil
    }
  }

  private func open(_ url: URL) throws -> PersistentContainer {
    try StockStore(url, groupsSaves: true).open()
  }

  /// The content of the volumes that are changed: each has a value in a file of its own.
  private static let content: UInt8 = 77

  private static func change(_ code: Int64) -> SimultaneousSaves.Change {
    { context in
      var objects = try StockObjects(context)
      objects.make([.rewrite(code, content: content)])
    }
  }

  /// The codes of the volumes that are changed.
  private static func marked(_ url: URL) throws -> [String] {
    try rows(
      "SELECT ZCODE FROM ZVOLUME WHERE ZNOTE = '\(StockContent.note(content))' ORDER BY 1", in: url)
  }

  /// Checks that every part can be read and has its external file.
  private func check(_ container: PersistentContainer, _ folder: TemporaryFolder, _ name: String)
    throws
  {
    let problems = try container.performAndWait { try StockObjects($0).problems() }
    XCTAssertEqual(problems, [], name)
    XCTAssertEqual(try container.integrityCheck().map { "\($0)" }, [], name)
  }

  func testAnUndoneSaveLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Stock.sqlite")
    let container = try open(url)
    try container.performAndWait { context in
      StockObjects.insert(PlainStock(shelves: 1, volumes: 3), context)
      try context.save()
    }
    let errors = try SimultaneousSaves(
      container, url,
      [
        Self.change(0), Self.change(1),
        { context in
          // The external file of part 2 has been written when the save finds that another
          // save of the group has changed part 0.
          try Self.change(2)(context)
          try Self.change(0)(context)
        },
      ]
    ).run()
    XCTAssertEqual(
      errors.map { ($0 as? StoreError)?.reason }, [nil, nil, .conflict])
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: folder.url.path(percentEncoded: false))
    // Those of the two that were changed; of what the store was made with one has a file.
    XCTAssertEqual(names.count { $0.contains("EXTERNAL_DATA/") }, 3, "\(names)")
  }
}
