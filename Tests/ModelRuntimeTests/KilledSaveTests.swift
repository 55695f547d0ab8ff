import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// A program that is killed during a save. The long form kills it 1,000 times.
///
/// The test runs itself in a second process, which saves repeatedly and prints the number
/// of saves after each save, and kills that process.
final class KilledSaveTests: XCTestCase {
  private static let pathVariable = "KILLED_SAVE_PATH"
  private static let typeVariable = "KILLED_SAVE_TYPE"
  private static let modeVariable = "KILLED_SAVE_MODE"
  /// The number of objects that each save adds.
  private static let batch = 40

  private var rounds: Int {
    TestRun.isLong ? 250 : 2
  }

  func testALogHasEverySaveThatWasMadeAndNoHalfOnes() throws {
    try check(.sqlite, .writeAheadLog)
  }

  func testARollbackJournalHasEverySaveThatWasMadeAndNoHalfOnes() throws {
    try check(.sqlite, .delete)
  }

  func testAnXMLStoreHasEverySaveThatWasMadeAndNoHalfOnes() throws {
    try check(.xml, .writeAheadLog)
  }

  func testABinaryStoreHasEverySaveThatWasMadeAndNoHalfOnes() throws {
    try check(.binary, .writeAheadLog)
  }

  private static func configuration(
    _ url: URL, _ type: StoreType, _ mode: SQLiteOptions.JournalMode
  ) -> StoreConfiguration {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = mode
    return configuration
  }

  private func check(_ type: StoreType, _ mode: SQLiteOptions.JournalMode) throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    let seed = TestRun.seed
    print("seed \(seed)")
    for round in 0..<rounds {
      let folder = try TemporaryFolder()
      let url = folder.file("Bank")
      let said = try killedChild(
        url, type, mode, after: Double((seed &+ UInt64(round) * 7) % 30) / 100)
      let container = try PersistentContainer(
        .bank, configuration: Self.configuration(url, type, mode))
      let context = try container.makeContext()
      let count = try context.count(Tag.all)
      let name = "\(type.name) \(mode.rawValue), seed \(seed), round \(round)"
      XCTAssertEqual(count % Self.batch, 0, "\(name): half a save")
      XCTAssertGreaterThanOrEqual(count / Self.batch, said, "\(name): a save is missing")
      XCTAssertLessThanOrEqual(count / Self.batch, said + 1, "\(name): a save too many")
      XCTAssertEqual(try container.integrityCheck(), [], name)
      _ = Tag(in: context, name: "after")
      try context.save()
    }
  }

  /// Runs the child process, kills it, and returns the number of saves that it had
  /// reported.
  private func killedChild(
    _ url: URL, _ type: StoreType, _ mode: SQLiteOptions.JournalMode, after delay: Double
  ) throws -> Int {
    // The first save shows that the child is running.
    let said = try ChildTest.killed(
      "ModelRuntimeTests.KilledSaveTests/testChildOnly",
      [
        Self.pathVariable: url.path(percentEncoded: false), Self.typeVariable: type.name,
        Self.modeVariable: mode.rawValue,
      ], afterSaying: "saved 1\n", delay: delay)
    let lines = said.split(separator: "\n")
    return lines.count { $0.hasPrefix("saved ") }
  }

  /// The task of the second process.
  func testChildOnly() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment[Self.pathVariable] else { return }
    let types = [StoreType.sqlite, .xml, .binary]
    let type = try XCTUnwrap(types.first { $0.name == environment[Self.typeVariable] })
    let mode = try XCTUnwrap(
      SQLiteOptions.JournalMode(rawValue: environment[Self.modeVariable] ?? ""))
    let container = try PersistentContainer(
      .bank, configuration: Self.configuration(URL(filePath: path), type, mode))
    let context = try container.makeContext()
    for number in 1... {
      for item in 0..<Self.batch { _ = Tag(in: context, name: "\(number) \(item)") }
      try context.save()
      FileHandle.standardOutput.write(Data("saved \(number)\n".utf8))
    }
  }
}
