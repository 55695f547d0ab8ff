import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of power losses and kills at every moment of several saves. The store must have
/// exactly the content after one of the saves.
final class PowerLossTests: XCTestCase {

  /// The store's content after each save, by the save's number; 0 is the content before the
  /// first.
  private struct Saves {
    var texts: [String] = []
    /// True if a reported save must survive a power loss.
    var isDurable = true
  }

  private var folder: MemoryFolder!
  private var counts: (moments: Int, findings: Int) = (0, 0)

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ folder: MemoryFolder, _ change: (inout StoreConfiguration) -> Void)
    throws -> PersistentContainer
  {
    var configuration = StoreConfiguration(url: folder.file("S.store"))
    configuration.externalStorageThreshold = 1000
    change(&configuration)
    return try PersistentContainer(.links, configuration: configuration)
  }

  /// Saves several times, and checks a loss at every moment.
  private func check(
    _ name: String, isDurable: Bool, _ change: (inout StoreConfiguration) -> Void
  ) throws {
    var saves = Saves(isDurable: isDurable)
    do {
      let container = try open(folder, change)
      let context = try container.makeContext()
      try FaultScenario.fill(context)
      try context.save()
      saves.texts.append(try LinksText.of(container))
    }
    let watched = folder.url
    let history = try FileHistory.of(watched) {
      let container = try open(folder, change)
      let context = try container.makeContext()
      for number in 1...5 {
        try step(number, context)
        saves.texts.append(try LinksText.of(container))
        FileHistory.mark(number)
      }
    }
    try play(name, history, saves, change)
  }

  private func step(_ number: Int, _ context: ManagedObjectContext) throws {
    let parts = try context.fetch(Part.all.sorted { [$0.number.ascending] })
    parts[number % parts.count].picture = FaultScenario.picture(UInt8(20 + number))
    parts[(number + 1) % parts.count].number += 100
    if number == 3, let part = parts.last { context.delete(part) }
    if number == 4 { parts[0].picture = nil }
    Part(in: context, number: Int32(50 + number)).picture = FaultScenario.picture(UInt8(number))
    try context.save()
  }

  private func play(
    _ name: String, _ history: FileHistory, _ saves: Saves,
    _ change: (inout StoreConfiguration) -> Void
  ) throws {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    let stride = TestRun.isLong ? 1 : max(1, history.events.count / 8)
    var findings: [String] = []
    var count = 0
    for moment in Swift.stride(from: 0, through: history.events.count, by: stride) {
      for loss in FileHistory.Loss.allCases {
        let files = history.files(at: moment, loss, &random)
        let copy = try MemoryFolder()
        try history.write(files, from: folder.url, to: copy.url)
        count += 1
        let problem = problem(
          copy, saves, history.mark(at: moment), isKill: loss == .nothing, change)
        if let problem { findings.append("moment \(moment), \(loss): \(problem)") }
      }
    }
    print("\(name), seed \(seed): \(count) losses, \(findings.count) findings")
    for finding in findings.prefix(8) { print("  \(finding)") }
    XCTAssertEqual(findings.count, 0)
  }

  /// Returns a description of the problem with a store after a loss, or nil if there is
  /// none.
  private func problem(
    _ copy: MemoryFolder, _ saves: Saves, _ reported: Int, isKill: Bool,
    _ change: (inout StoreConfiguration) -> Void
  ) -> String? {
    do {
      let container = try open(copy, change)
      let text = try LinksText.of(container)
      guard let number = saves.texts.firstIndex(of: text) else {
        return "the store is that of no save (\(reported) reported):\n\(text)"
      }
      if number < reported, isKill || saves.isDurable {
        return "save \(reported) was reported, and the store is that of \(number)"
      }
      if number > reported + 1 { return "save \(number) is there before it began" }
      let findings = try container.integrityCheck()
      return findings.isEmpty ? nil : "\(findings)"
    } catch {
      return "\(error)"
    }
  }

  func testALogWithoutFullSyncLosesAtMostLastSaves() throws {
    try check("log", isDurable: false) { $0.options.synchronous = .normal }
  }

  func testALogWithFullSyncLosesNoSave() throws {
    try check("log, full", isDurable: true) { $0.options.synchronous = .full }
  }

  func testARollbackJournalLosesAtMostTheLastSave() throws {
    // The removal of the journal is not synced, so the last save can be undone.
    try check("rollback journal", isDurable: false) {
      $0.options.journalMode = .delete
      $0.options.synchronous = .full
    }
  }

  func testAnXMLStoreLosesNoSave() throws { try check("XML", isDurable: true) { $0.type = .xml } }

  func testABinaryStoreLosesNoSave() throws {
    try check("binary", isDurable: true) { $0.type = .binary }
  }
}
