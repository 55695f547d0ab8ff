import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Two processes write to the same file. Both run this test program.
final class TwoProcessTests: BankTestCase {
  private static let environment = ProcessInfo.processInfo.environment

  func testTwoProcessesLoseNoUpdate() throws {
    let program = ProcessInfo.processInfo.arguments[0]
    guard program.hasSuffix(".xctest"), FileManager.default.isExecutableFile(atPath: program) else {
      throw XCTSkip("the test program cannot be run again here")
    }
    makeBank("shared", cert: 1)
    _ = Tag(in: context, name: "big")
    try context.save()
    let seconds = TestRun.isLong ? 60 : 0.8
    let writers = try (0..<2).map { try start(program, number: $0, seconds: seconds) }
    for writer in writers { writer.waitUntilExit() }
    let counts = try (0..<2).map { try String(contentsOf: result($0), encoding: .utf8) }
    let updates = counts.map { Int($0.split(separator: " ").first ?? "") ?? -1 }
    XCTAssertFalse(updates.contains { $0 < 1 }, "\(counts)")
    print("updates and conflicts of two processes in \(seconds) s: \(counts)")
    context.reset()
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context))
    XCTAssertEqual(Int(bank.details?.zip ?? 0), updates.reduce(0, +))
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "own" }), 0)
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
    XCTAssertEqual(try rows("PRAGMA integrity_check", in: storeURL), ["ok"])
  }

  private func result(_ number: Int) -> URL { folder.file("result\(number)") }

  private func start(_ program: String, number: Int, seconds: TimeInterval) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["ModelRuntimeTests.TwoProcessTests/testWriter"]
    process.environment = Self.environment.merging([
      "MODEL_WRITER_STORE": storeURL.path(percentEncoded: false),
      "MODEL_WRITER_RESULT": result(number).path(percentEncoded: false),
      "MODEL_WRITER_SECONDS": "\(seconds)",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The task of a process, which increments a number, moves a tag, and makes and deletes
  /// objects.
  func testWriter() throws {
    guard let path = Self.environment["MODEL_WRITER_STORE"],
      let result = Self.environment["MODEL_WRITER_RESULT"],
      let seconds = Self.environment["MODEL_WRITER_SECONDS"].flatMap(TimeInterval.init)
    else { throw XCTSkip("only another test runs this") }
    let container = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: URL(filePath: path)))
    let context = try container.makeContext()
    var (updates, conflicts) = (0, 0)
    let end = Date(timeIntervalSinceNow: seconds)
    do {
      while Date() < end {
        if try step(in: context) { updates += 1 } else { conflicts += 1 }
      }
      try Data("\(updates) \(conflicts)".utf8).write(to: URL(filePath: result))
    } catch {
      try Data("failed: \(error)".utf8).write(to: URL(filePath: result))
    }
  }

  /// Makes changes and saves them. Returns false after a conflict, which changes nothing.
  private func step(in context: ManagedObjectContext) throws -> Bool {
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context))
    let tag = try XCTUnwrap(try Tag.find(name: "big", in: context))
    let details = try XCTUnwrap(bank.details)
    context.refresh(details, mergeChanges: false)
    details.zip += 1
    if details.tags.contains(tag) { details.tags.remove(tag) } else { details.tags.insert(tag) }
    let own = FailedBankInfo(in: context, name: "own", city: "X", state: "XX")
    own.details = FailedBankDetails(in: context)
    do {
      try context.save()
    } catch let error as StoreError where error.reason == .conflict {
      context.rollback()
      return false
    }
    context.delete(own)
    try context.save()
    return true
  }
}
