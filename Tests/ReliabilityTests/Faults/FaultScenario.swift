import FileFaults
import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport
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
  var groupsSaves = false
  /// Makes the files that are there before.
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
    var store = StockStore(
      folder.file(name), type: type, journalMode: journalMode, groupsSaves: groupsSaves)
    store.busyTimeout = 0.01
    return try store.open { $0.keepsHistory = keepsHistory }
  }

  /// A stock after two saves.
  func makeStore(_ folder: MemoryFolder) throws {
    let context = try open(folder).makeContext()
    StockObjects.insert(PlainStock(), context)
    try context.save()
    for _ in 0..<2 { try StockStore.saveRepeatably(context) }
  }

  static func picture(_ byte: UInt8) -> Data { Data(repeating: byte, count: 6000) }

  func storeText(_ folder: MemoryFolder, _ name: String = "S.store") throws -> String {
    guard FileManager.default.fileExists(atPath: folder.file(name).path(percentEncoded: false))
    else { return "no store" }
    let container = try open(folder, name)
    let objects = try StockObjects(try container.makeContext())
    let findings = try container.integrityCheck().map(\.description) + objects.problems()
    let history = keepsHistory ? try container.history() : []
    let transactions = history.map { transaction in
      "transaction of \(transaction.author ?? "nobody"): "
        + transaction.changes.map { "\($0.kind) \($0.objectID.entityName)" }.sorted()
        .joined(separator: ", ")
    }
    return ([objects.plain.text] + findings + transactions).joined(separator: "\n")
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

  /// The error is one of ours, the store is the old one or the new one, what failed leaves neither
  /// a transaction nor files, and can be done again.
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
      guard let failure else { return }
      findings += try leftovers(fault, failure, folder, isDone: found != allowed[0])
        .map { "\(place): \($0)" }
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

// MARK: - What failures leave

extension FaultInjection {
  /// What a failure has left that it should not have: a transaction that keeps others from writing,
  /// files of values that no row names.
  private func leftovers(
    _ fault: FileLayer.Fault, _ failure: any Error, _ folder: MemoryFolder, isDone: Bool
  ) throws -> [String] {
    guard scenario.type.name == StoreType.sqlite.name else { return [] }
    let stores = try folder.stores
    // What looks may tidy up: half of the failures are left for what is done again.
    let locked =
      fault.number % 2 == 1
      ? []
      : stores.filter { store in
        do {
          try execute("BEGIN IMMEDIATE; ROLLBACK", in: store)
          return false
        } catch {
          return true
        }
      }
    // What was done after all leaves the files of before, for whoever opens the store next.
    let mayLeaveFiles = isDone || leavesFiles(fault, failure)
    return locked.map { "'\($0.lastPathComponent)' has a transaction that goes on" }
      + (try mayLeaveFiles ? [] : folder.unnamedFiles(stores))
  }

  /// True if a failure may leave files: where they cannot be looked at or removed, or may be named.
  private func leavesFiles(_ fault: FileLayer.Fault, _ failure: any Error) -> Bool {
    let removing = FILE_FAULT_DELETE | FILE_FAULT_STAT | FILE_FAULT_LIST
    let cause = (failure as? StoreError)?.underlying
    return fault.operations & removing != 0 || cause?.isOutcomeUnknown == true
  }
}

extension MemoryFolder {
  /// The databases in the folder.
  fileprivate var stores: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
        .filter { $0.hasSuffix(".store") }.sorted().map(file)
    }
  }

  /// The files of values that no row of the stores names, and that do not wait for readers.
  fileprivate func unnamedFiles(_ stores: [URL]) throws -> [String] {
    let named = try stores.flatMap { store in
      let tables = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'", in: store)
      let queries = [
        "ZVOLUME": """
        SELECT CAST(substr(ZSCAN, 2, 36) AS TEXT) FROM ZVOLUME WHERE substr(ZSCAN, 1, 1) = x'02'
        """, "MODELDROPPEDFILES": "SELECT NAME FROM MODELDROPPEDFILES",
      ]
      return try queries.filter { tables.contains($0.key) }.flatMap { try rows($1, in: store) }
    }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false))
      .filter { $0.contains("_EXTERNAL_DATA/") }
      .filter { path in !named.contains { path.hasSuffix("/" + $0) } }
      .sorted().map { "the file \($0) is of no value" }
  }
}
