import Foundation
import ModelRuntime
import WorkloadSupport

/// What one process of a soak does, and says in lines: `saved CLERK` after each save, and its result
/// at the end.
struct SoakActor {
  enum Role: String, CaseIterable {
    case writer, killedWriter, reader, follower

    /// The clerks who save in the process, in groups.
    var clerks: [Int] {
      switch self {
      case .writer: [0, 1]
      case .killedWriter: [2, 3]
      case .reader, .follower: []
      }
    }
  }

  private let role: Role
  private let store: StockStore
  private let end: Date

  /// Arguments are a role, a store and the time when it ends; nil for others.
  init?(_ arguments: [String]) {
    guard arguments.count == 4, let role = Role(rawValue: arguments[1]),
      let end = Double(arguments[3])
    else { return nil }
    self.role = role
    store = Soak.store(URL(filePath: arguments[2]))
    self.end = Date(timeIntervalSince1970: end)
  }

  static func arguments(_ role: Role, _ store: URL, until end: Date) -> [String] {
    [role.rawValue, store.path(percentEncoded: false), "\(end.timeIntervalSince1970)"]
  }

  func run() {
    var result = StockRace.Result()
    do {
      var race = StockRace(store)
      race.shared = try store.open()
      switch role {
      case .writer, .killedWriter: result = write(race)
      case .reader: result = race.read(until: end)
      case .follower: result = race.follow(until: end)
      }
    } catch {
      result.problems.append("\(role): \(error)")
    }
    Self.say("result " + (try! String(decoding: JSONEncoder().encode(result), as: UTF8.self)))
  }

  private func write(_ race: StockRace) -> StockRace.Result {
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: role.clerks.count) { index in
      let clerk = role.clerks[index]
      results.add(race.write(clerk, until: end) { _ in Self.say("saved \(clerk)") })
    }
    return results.sum
  }

  /// One write a line, so that lines of threads do not mix.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private final class Results: @unchecked Sendable {
    // because the sum is touched under the lock alone.
    private let lock = NSLock()
    private var all = StockRace.Result()

    var sum: StockRace.Result { lock.withLock { all } }

    func add(_ result: StockRace.Result) { lock.withLock { all += result } }
  }
}

extension StockRace.Result {
  static func += (sum: inout StockRace.Result, other: StockRace.Result) {
    sum.saves += other.saves
    sum.conflicts += other.conflicts
    sum.reads += other.reads
    sum.problems += other.problems
  }
}
