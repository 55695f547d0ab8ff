import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// Tests of power losses and kills at every moment of several saves. The store must have
/// exactly the content after one of the saves.
final class PowerLossTests: XCTestCase {

  /// A kind of store, and saves into it.
  private struct Saves {
    var name: String
    var store: @Sendable (MemoryFolder) -> StockStore
    var synchronous = SQLiteOptions.Synchronous.full
    /// Whether what was reported as saved must be there after a power loss.
    var isDurable = true
    /// What the saves leave, by their numbers; 0 is before the first.
    var texts: [String] = []

    func open(_ folder: MemoryFolder) throws -> PersistentContainer {
      try store(folder).open { $0.options.synchronous = synchronous }
    }
  }

  private var folder: MemoryFolder!
  private static let count = 5

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  /// Saves some times, and looks at every moment.
  private func check(_ saves: Saves) throws {
    var saves = saves
    let stock = PlainStock()
    try saves.store(folder).make(stock)
    saves.texts = (0...Self.count).map { stock.after($0).text }
    let history = try FileHistory.of(folder.url) {
      let context = try saves.open(folder).makeContext()
      for number in 1...Self.count {
        try StockStore.saveRepeatably(context)
        FileHistory.mark(number)
      }
    }
    try play(history, saves)
  }

  private func play(_ history: FileHistory, _ saves: Saves) throws {
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
          copy, saves, history.mark(at: moment), isKill: loss == .nothing)
        if let problem { findings.append("moment \(moment), \(loss): \(problem)") }
      }
    }
    print("\(saves.name), seed \(seed): \(count) losses, \(findings.count) findings")
    for finding in findings.prefix(8) { print("  \(finding)") }
    XCTAssertEqual(findings.count, 0)
  }

  /// Returns a description of the problem with a store after a loss, or nil if there is
  /// none.
  private func problem(
    _ copy: MemoryFolder, _ saves: Saves, _ reported: Int, isKill: Bool
  ) -> String? {
    do {
      let container = try saves.open(copy)
      let objects = try StockObjects(container.makeContext())
      let text = objects.plain.text
      guard let number = saves.texts.firstIndex(of: text) else {
        return "the store is that of no save (\(reported) reported):\n\(text)"
      }
      if number < reported, isKill || saves.isDurable {
        return "save \(reported) was reported, and the store is that of \(number)"
      }
      if number > reported + 1 { return "save \(number) is there before it began" }
      let findings = try container.integrityCheck().map(\.description) + objects.problems()
      guard findings.isEmpty else { return "\(findings)" }
      return container.keepsHistory ? problem(try container.history(), number) : nil
    } catch {
      return "\(error)"
    }
  }

  /// What is wrong with a history after so many saves.
  private func problem(_ history: [HistoryTransaction], _ number: Int) -> String? {
    let authors = history.map { $0.author ?? "nobody" }
    let expected = ["nobody"] + (0..<number).map { "save \($0 + 1)" }
    return authors == expected ? nil : "the history is that of \(authors) after \(number) saves"
  }

  func testALogWithoutFullSyncLosesAtMostLastSaves() throws {
    try check(
      Saves(name: "log", store: { StockStore($0.store) }, synchronous: .normal, isDurable: false))
  }

  func testALogWithFullSyncLosesNoSave() throws {
    try check(Saves(name: "log, full", store: { StockStore($0.store) }))
  }

  func testSavesInGroupsLoseNoSave() throws {
    try check(Saves(name: "groups", store: { StockStore($0.store, groupsSaves: true) }))
  }

  func testARollbackJournalLosesAtMostTheLastSave() throws {
    // The journal's removal is not synced: the last save can be taken back.
    try check(
      Saves(
        name: "rollback journal", store: { StockStore($0.store, journalMode: .delete) },
        isDurable: false))
  }

  func testAnXMLStoreLosesNoSave() throws {
    try check(Saves(name: "XML", store: { StockStore($0.store, type: .xml) }))
  }

  func testABinaryStoreLosesNoSave() throws {
    try check(Saves(name: "binary", store: { StockStore($0.store, type: .binary) }))
  }
}

extension MemoryFolder {
  fileprivate var store: URL { file("S.store") }
}
