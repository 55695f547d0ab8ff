import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// An operation of a program on a store, during which file operations fail.
struct FaultScenario: Sendable {
  let name: String
  /// The issue for the known failures of this scenario, nil if there are none.
  var open: String?
  var type = StoreType.sqlite
  var journalMode = SQLiteOptions.JournalMode.writeAheadLog
  /// True if the comparison includes the persistent history of the store.
  var keepsHistory = false
  /// Makes the files that exist before the operation.
  var prepare: @Sendable (FaultScenario, MemoryFolder) throws -> Void = { scenario, folder in
    try scenario.makeStore(folder)
  }
  /// Prepares the operation, while no faults are injected, and returns the closure that
  /// runs with faults. The closure can run again after a failure.
  let begin: @Sendable (FaultScenario, MemoryFolder) throws -> () throws -> Void
  /// Returns the content of the folder after the operation, as text.
  var text: @Sendable (FaultScenario, MemoryFolder) throws -> String = { scenario, folder in
    try scenario.storeText(folder)
  }

  // MARK: Parts

  func url(_ folder: MemoryFolder) -> URL { folder.file("S.store") }

  func open(_ folder: MemoryFolder, _ name: String = "S.store") throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file(name), type: type)
    configuration.options.journalMode = journalMode
    configuration.busyTimeout = 0.01
    configuration.externalStorageThreshold = 1000
    configuration.keepsHistory = keepsHistory
    return try PersistentContainer(.links, configuration: configuration)
  }

  /// Makes a store with two owners and four parts, with links and a picture in an external
  /// file.
  func makeStore(_ folder: MemoryFolder) throws {
    let context = try open(folder).makeContext()
    try Self.fill(context)
    try context.save()
  }

  static func fill(_ context: ManagedObjectContext) throws {
    let owners = (1...2).map { Owner(in: context, number: Int32($0)) }
    let parts = (11...14).map { Part(in: context, number: Int32($0)) }
    owners[0].list = OrderedObjects(parts)
    owners[1].manyBoth = OrderedObjects(parts.reversed())
    owners[0].next = owners[1]
    parts[0].picture = picture(1)
    parts[1].picture = picture(2)
  }

  static func picture(_ byte: UInt8) -> Data { Data(repeating: byte, count: 6000) }

  /// Makes changes of every kind: inserts, updates, deletions, links and pictures.
  static func change(_ context: ManagedObjectContext) throws {
    let owners = try context.fetch(Owner.all.sorted { [$0.number.ascending] })
    let parts = try context.fetch(Part.all.sorted { [$0.number.ascending] })
    owners[0].number = 3
    owners[1].set.insert(parts[2])
    owners[1].manyBoth.move(from: 0, to: 2)
    parts[0].picture = picture(7)
    context.delete(parts[1])
    let new = Part(in: context, number: 15)
    new.picture = picture(8)
    _ = owners[0].list.count
    owners[0].list.append(new)
  }

  func storeText(_ folder: MemoryFolder, _ name: String = "S.store") throws -> String {
    guard FileManager.default.fileExists(atPath: folder.file(name).path(percentEncoded: false))
    else { return "no store" }
    let container = try open(folder, name)
    let findings = try container.integrityCheck()
    let history = keepsHistory ? try container.history() : []
    let transactions = history.map { transaction in
      "\ntransaction: " + transaction.changes.map { "\($0.kind)" }.sorted().joined(separator: " ")
    }
    return try LinksText.of(container) + findings.map { "\n\($0)" }.joined()
      + transactions.joined()
  }
}

/// Injects every kind of fault into a scenario.
struct FaultInjection {
  let scenario: FaultScenario
  /// True if faults are injected at every operation, false if at one operation of each
  /// kind.
  let isWhole: Bool
  /// The number of operations at the end of the scenario among which faults are injected.
  var latest = Int.max
  /// The kinds of faults to inject.
  var kinds = FileLayer.Fault.all
  /// True if an operation that may have been done is repeated, to check that a save detects
  /// a commit that was made.
  var repeatsUncertain = false
  private var random: RandomSource
  private(set) var injected = 0
  private(set) var findings: [String] = []
  /// The number of commits that were reported as failed although they were made, because
  /// the store could not be asked either.
  private(set) var uncertain = 0

  init(_ scenario: FaultScenario, isWhole: Bool, seed: UInt64) {
    self.scenario = scenario
    self.isWhole = isWhole
    random = RandomSource(seed: seed)
  }

  mutating func run() throws {
    let base = try MemoryFolder()
    try scenario.prepare(scenario, base)
    let faults = kinds.filter { isWhole || !$0.isForGood }
    let before = try text(base)
    let (after, counts) = try done(faults, base)
    guard before != after || scenario.name.hasPrefix("open") else {
      return findings.append("\(scenario.name): nothing is done")
    }
    for fault in faults {
      try inject(fault, among: counts[fault.operations] ?? 0, base, [before, after])
    }
  }

  /// Returns the content after the operation without faults, and the number of file
  /// operations for each kind of fault.
  private func done(
    _ faults: [FileLayer.Fault], _ base: MemoryFolder
  ) throws -> (text: String, counts: [Int: Int]) {
    let folder = try MemoryFolder()
    try folder.fill(from: base)
    let counts = try FileLayer.watching(folder.url) {
      let act = try scenario.begin(scenario, folder)
      return try FileLayer.counting(faults) { try act() }
    }
    return (try scenario.text(scenario, folder), counts)
  }

  /// Returns the content of the store in a copy of the folder, because reading a store
  /// changes its files.
  private func text(_ base: MemoryFolder) throws -> String {
    let folder = try MemoryFolder()
    try folder.fill(from: base)
    return try scenario.text(scenario, folder)
  }

  private mutating func inject(
    _ kind: FileLayer.Fault, among count: Int, _ base: MemoryFolder, _ allowed: [String]
  ) throws {
    var fault = kind
    guard count > 0 else { return }
    let one = random.number(below: count)
    for number in isWhole ? max(0, count - latest)..<count : one..<one + 1 {
      fault.number = number
      try inject(one: fault, base, allowed)
    }
  }

  private mutating func inject(
    one fault: FileLayer.Fault, _ base: MemoryFolder, _ allowed: [String]
  ) throws {
    let folder = try MemoryFolder()
    try folder.fill(from: base)
    try FileLayer.watching(folder.url) {
      var failure: (any Error)?
      let act = try scenario.begin(scenario, folder)
      let isReached = FileLayer.failing(fault) {
        do { try act() } catch { failure = error }
      }
      guard isReached else { return }
      injected += 1
      check(fault, failure, folder, allowed, act)
    }
  }

  /// Checks that the error is one of the library's, that the store has the old or the new
  /// content, and that the operation can be repeated.
  private mutating func check(
    _ fault: FileLayer.Fault, _ failure: (any Error)?, _ folder: MemoryFolder,
    _ allowed: [String], _ act: () throws -> Void
  ) {
    let place = "\(scenario.name), \(fault)"
    if let failure, !(failure is StoreError || failure is MigrationError) {
      findings.append("\(place): the error is none of ours: \(type(of: failure)) \(failure)")
    }
    do {
      let found = try text(folder)
      if failure == nil, found != allowed[1] {
        findings.append("\(place): it says that it is done, and it is not:\n\(found)")
      } else if !allowed.contains(found) {
        findings.append("\(place): neither old nor new (\(String(describing: failure))):\n\(found)")
      }
      guard failure != nil else { return }
      if allowed[0] != allowed[1], found == allowed[1] {
        uncertain += 1
        guard repeatsUncertain else { return }
      }
      try act()
      let again = try text(folder)
      if again != allowed[1] { findings.append("\(place): done again it is not new:\n\(again)") }
    } catch {
      findings.append("\(place): after \(String(describing: failure)): \(error)")
    }
  }
}
