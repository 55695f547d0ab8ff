import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport

/// A store that four processes use for some time.
struct Soak {
  private let seconds: TimeInterval
  private let folder: TemporaryFolder
  private var url: URL { folder.file("Soak.store") }

  init(seconds: TimeInterval) throws {
    self.seconds = seconds
    folder = try TemporaryFolder()
  }

  static func store(_ url: URL) -> StockStore { StockStore(url, groupsSaves: true) }

  /// Runs all of it, and prints what came of it.
  ///
  /// - Returns: Whether nothing was wrong, and nothing grew.
  func run() throws -> Bool {
    let store = Self.store(url)
    let race = StockRace(store)
    try race.make()
    let end = Date(timeIntervalSinceNow: seconds)
    var killed = KilledWriter(url, end)
    let others = try [SoakActor.Role.writer, .reader, .follower].map {
      ($0, try SoakProcess($0, url, until: end))
    }
    var figures = Figures()
    var nextSample = Date.now
    while Date.now < end {
      try killed.go()
      if Date.now >= nextSample {
        figures.add(others, store)
        nextSample = Date(timeIntervalSinceNow: max(1, seconds / 100))
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    killed.wait()
    return try report(race, others, killed, figures)
  }

  private func report(
    _ race: StockRace, _ others: [(SoakActor.Role, SoakProcess)], _ killed: KilledWriter,
    _ figures: Figures
  ) throws -> Bool {
    var figures = figures
    figures.allowFiles(afterKills: killed.kills)
    var sum = killed.sum
    var saves = killed.saves
    for (role, process) in others {
      let (result, said) = process.wait()
      if let result { sum += result } else { sum.problems.append("\(role) has died") }
      saves.merge(said) { $0 + $1 }
    }
    sum.problems += try race.problems(
      (0..<StockRace.writers).map { clerk in
        let count = saves[clerk] ?? 0
        // Who is killed after a commit has not said so.
        return count...count
          + (SoakActor.Role.killedWriter.clerks.contains(clerk) ? killed.kills : 0)
      })
    print(
      """
      \(Int(seconds)) s: \(saves.values.reduce(0, +)) saves, \(sum.conflicts) conflicts, \
      \(sum.reads) readings, \(killed.kills) kills
      snapshots and counts wrong: \(sum.problems.count)
      """)
    for problem in sum.problems.prefix(10) { print("  \(problem)") }
    for figure in figures.all { print(figure.line) }
    let live = try valueCount(race.store)
    let files = race.store.valueFiles.count
    print("files of large values at the end: \(files), of which \(live) are named")
    return sum.problems.isEmpty && figures.all.allSatisfy(\.isFlat)
      && files - live < 20 + 4 * killed.kills
  }

  /// How many values are in files.
  private func valueCount(_ store: StockStore) throws -> Int {
    // What waited for readers goes when the store is opened.
    _ = try store.open()
    return try rows("SELECT 1 FROM ZVOLUME WHERE substr(ZSCAN, 1, 1) = x'02'", in: store.url).count
  }
}

/// The process that is killed every few seconds, again and again.
struct KilledWriter {
  private let url: URL
  private let end: Date
  private var process: SoakProcess?
  private var death = Date.distantPast
  private(set) var kills = 0
  private(set) var saves: [Int: Int] = [:]
  private(set) var sum = StockRace.Result()

  init(_ url: URL, _ end: Date) {
    self.url = url
    self.end = end
  }

  /// Starts the process, or kills it where it is time.
  mutating func go() throws {
    guard let process else {
      process = try SoakProcess(.killedWriter, url, until: end)
      death = Date(timeIntervalSinceNow: .random(in: 0.2...5))
      return
    }
    guard Date.now >= death || !process.isRunning else { return }
    process.stop()
    kills += 1
    finish(process)
    self.process = nil
  }

  private mutating func finish(_ process: SoakProcess) {
    let (result, said) = process.wait()
    if let result { sum += result }
    saves.merge(said) { $0 + $1 }
  }

  /// Waits for the last process.
  mutating func wait() {
    if let process { finish(process) }
    process = nil
  }
}

/// What must not grow.
private struct Figures {
  private var memory: [SoakActor.Role: SoakFigure] = [:]
  private var descriptors: [SoakActor.Role: SoakFigure] = [:]
  private var store = SoakFigure("store, KB", slack: 500)
  private var log = SoakFigure("log, KB", slack: 4000)
  private var files = SoakFigure("files of large values", slack: 60)

  var all: [SoakFigure] {
    let roles = SoakActor.Role.allCases
    return roles.compactMap { memory[$0] } + roles.compactMap { descriptors[$0] }
      + [store, log, files]
  }

  /// Who is killed in a save leaves the files of its new values, which are swept an hour later.
  mutating func allowFiles(afterKills kills: Int) { files.slack += 4 * kills }

  mutating func add(_ processes: [(SoakActor.Role, SoakProcess)], _ stock: StockStore) {
    for (role, process) in processes {
      guard let now = process.figures else { continue }
      memory[role, default: SoakFigure("memory of the \(role), KB", slack: 8000)].add(now.memory)
      descriptors[role, default: SoakFigure("descriptors of the \(role)", slack: 5)]
        .add(now.descriptors)
    }
    let path = stock.url.path(percentEncoded: false)
    store.add(Self.size(path))
    log.add(Self.size(path + "-wal"))
    files.add(stock.valueFiles.count)
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return ((attributes?[.size] as? NSNumber)?.intValue ?? 0) / 1024
  }
}
