import FileFaults
import Foundation
import ModelRuntime
import ModelSQLite
import StoreSupport
import TestSupport
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
    let url = folder.file("Links.sqlite")
    return try FileLayer.watching(folder.url) {
      let container = try open(url)
      try container.performAndWait { context in
        for number in 0..<Int32(Self.count) { _ = Part(in: context, number: number) }
        try context.save()
      }
      var (first, stored): ([(any Error)?], [String]) = ([], [])
      let saves = SimultaneousSaves(container, url, (0..<Int32(Self.count)).map(Self.change))
      // The fault starts when all saves are waiting, because earlier operations do not
      // belong to the group.
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
    var configuration = StoreConfiguration(url: url)
    configuration.groupsSaves = true
    configuration.externalStorageThreshold = 100
    return try PersistentContainer(.links, configuration: configuration)
  }

  /// Returns a change that sets a value stored in an external file.
  private static func change(_ number: Int32) -> SimultaneousSaves.Change {
    { context in
      for part in try context.fetch(Part.where { $0.number == number }) {
        part.picture = Data(repeating: UInt8(number), count: 1000)
      }
    }
  }

  /// Returns the numbers of the parts that have a picture, as text.
  private static func marked(_ url: URL) throws -> [String] {
    try rows("SELECT ZNUMBER FROM ZPART WHERE ZPICTURE IS NOT NULL ORDER BY 1", in: url)
  }

  /// Checks that every part can be read and has its external file.
  private func check(_ container: PersistentContainer, _ folder: TemporaryFolder, _ name: String)
    throws
  {
    let sizes = try container.performAndWait { context in
      try context.fetch(Part.all).map { $0.picture?.count }
    }
    XCTAssertEqual(sizes, Array(repeating: 1000, count: Self.count), name)
    XCTAssertEqual(try container.integrityCheck().map { "\($0)" }, [], name)
  }

  func testAnUndoneSaveLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Links.sqlite")
    let container = try open(url)
    try container.performAndWait { context in
      for number in 0..<Int32(3) { _ = Part(in: context, number: number) }
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
    XCTAssertEqual(names.count { $0.contains("EXTERNAL_DATA/") }, 2, "\(names)")
  }
}
