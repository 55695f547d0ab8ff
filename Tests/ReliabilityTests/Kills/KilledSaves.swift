import FileFaults
import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport

/// A store that a second process saves into until it is killed.
struct KilledSaves {
  enum Kind: String {
    case log, rollbackJournal, xml, binary, groups

    func store(_ url: URL) -> StockStore {
      switch self {
      case .log: StockStore(url)
      case .rollbackJournal: StockStore(url, journalMode: .delete)
      case .xml: StockStore(url, type: .xml)
      case .binary: StockStore(url, type: .binary)
      case .groups: StockStore(url, groupsSaves: true)
      }
    }
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let stock = PlainStock()
  /// The save that is killed at its operations: those before it fill caches.
  private static let save = 3

  private let folder: MemoryFolder
  private let kind: Kind
  private let store: StockStore

  /// Makes the store.
  init(_ kind: Kind) throws {
    self.kind = kind
    folder = try MemoryFolder()
    store = kind.store(folder.file("S.store"))
    try store.make(Self.stock)
  }

  static func variables(_ kind: Kind, _ url: URL) -> [String: String] {
    ["MODEL_KILLED_KIND": kind.rawValue, "MODEL_KILLED_STORE": url.path(percentEncoded: false)]
  }

  private func run(
    _ variables: [String: String], afterSaying text: String, delay: TimeInterval
  ) throws -> String {
    try ChildTest.killed(
      "ReliabilityTests.KilledSaveTests/testChildOnly",
      Self.variables(kind, store.url).merging(variables) { $1 }, afterSaying: text, delay: delay)
  }

  /// Kills the process so many seconds after it has said something.
  ///
  /// - Returns: What it said.
  func killed(afterSaying text: String, delay: TimeInterval) throws -> String {
    try run([:], afterSaying: text, delay: delay)
  }

  /// Kills the process before an operation on files of a save. It says "alive" where there is no
  /// such operation.
  func killed(before place: Int, of operation: Int) throws -> String {
    try run(
      ["MODEL_KILLED_PLACE": "\(place)", "MODEL_KILLED_OPERATION": "\(operation)"],
      afterSaying: "alive\n", delay: 0)
  }

  /// How many operations of each kind that changes files the save does.
  func operations() throws -> [(operation: Int, count: Int)] {
    let faults = FileLayer.Fault.all.filter {
      ["open", "write", "sync", "truncate", "delete", "rename"].contains($0.name) && !$0.isForGood
    }
    let counts = try FileLayer.watching(folder.url) {
      let context = try store.open().makeContext()
      for _ in 1..<Self.save { try StockStore.saveRepeatably(context) }
      return try FileLayer.counting(faults) { try StockStore.saveRepeatably(context) }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Afterwards

  /// What is wrong with the store after what the process said.
  func problems(after said: String) throws -> [String] {
    let saves = said.split(separator: "\n").count { $0.hasPrefix("saved ") }
    let container = try store.open()
    let context = try container.makeContext()
    let objects = try StockObjects(context)
    let number = Int(objects.plain.saves[0] ?? -1)
    var problems = try container.integrityCheck().map(\.description) + objects.problems()
    if number < saves { problems.append("save \(saves) was reported, and the store has \(number)") }
    if number > saves + 1 { problems.append("save \(number) is there after \(saves)") }
    if number >= 0, objects.plain.text != Self.stock.after(number).text {
      problems.append("half a save:\n\(objects.plain.text)")
    }
    if store.isDatabase {
      let authors = try container.history().map { $0.author ?? "nobody" }
      let expected = ["nobody"] + (0..<max(0, number)).map { "save \($0 + 1)" }
      if authors != expected { problems.append("the history is that of \(authors)") }
    }
    try StockStore.saveRepeatably(context)
    return problems
  }

  // MARK: The second process

  /// Saves without end, where the environment says that this is the second process.
  ///
  /// - Returns: Whether it is.
  static func runChild() throws -> Bool {
    guard let path = environment["MODEL_KILLED_STORE"],
      let kind = environment["MODEL_KILLED_KIND"].flatMap(Kind.init)
    else { return false }
    let store = kind.store(URL(filePath: path))
    if kind == .groups {
      try saveAtOnce(store)
    } else if let place = environment["MODEL_KILLED_PLACE"].flatMap({ Int($0) }),
      let operation = environment["MODEL_KILLED_OPERATION"].flatMap({ Int($0) })
    {
      try save(store, killedBefore: place, of: operation)
    } else {
      let context = try store.open().makeContext()
      for number in 1... {
        try StockStore.saveRepeatably(context)
        say("saved \(number)")
      }
    }
    return true
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  private static func save(_ store: StockStore, killedBefore place: Int, of operation: Int) throws {
    try FileLayer.watching(store.url.deletingLastPathComponent()) {
      let context = try store.open().makeContext()
      for number in 1..<save {
        try StockStore.saveRepeatably(context)
        say("saved \(number)")
      }
      file_faults_arm(UInt32(operation), Int64(place), 1, Int32(FILE_FAULT_KILL), 0)
      try StockStore.saveRepeatably(context)
      file_faults_disarm()
      say("saved \(save)")
      say("alive")
      Thread.sleep(forTimeInterval: 10)
    }
  }

  /// Several contexts of one container save, and never end.
  private static func saveAtOnce(_ store: StockStore) throws {
    var race = StockRace(store)
    race.shared = try store.open()
    for clerk in 0..<StockRace.writers {
      Thread.detachNewThread { [race] in
        let result = race.write(clerk, until: .distantFuture) { _ in say("saved \(clerk)") }
        for problem in result.problems { say("problem \(problem)") }
      }
    }
    Thread.sleep(forTimeInterval: 60)
  }
}
