import BenchModel
import Foundation
import ModelRuntime

/// What it costs a list to follow its data: one save that changes ten of all listed banks.
///
/// The list is sorted by name and divided by state. Every change gives a bank another name and
/// another state, so that each of the ten moves to another place in another section. What the list
/// does is timed apart from the save: it takes the changes in before they are written.
struct ResultsCommand {
  private static let changed = 10

  private let options: Options
  private let workload: Workload
  private let files: StoreFiles

  init(_ options: Options) throws {
    self.options = options
    workload = Workload(all: options.size ?? 100_000, some: options.some)
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try files.fill(workload)
    let container = try OursContender(path: files.filledPath).container
    let context = try container.makeContext()
    let request = FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }
    let list = FetchedResultsController(request, in: context, sectionedBy: { $0.state })
    var told = 0
    list.onChange = { told += $0.objects.count }
    let first = try Stopwatch.milliseconds { try list.performFetch() }
    var shares: [Double] = []
    var saves: [Double] = []
    var fetches: [Double] = []
    for round in 0...options.rounds {
      change(list, round)
      let share = Stopwatch.milliseconds { context.processPendingChanges() }
      let save = try Stopwatch.milliseconds { try context.save() }
      let fetch = try Stopwatch.milliseconds { _ = try context.fetch(request) }
      guard round > 0 else { continue }
      shares.append(share)
      saves.append(save)
      fetches.append(fetch)
    }
    guard told == Self.changed * (options.rounds + 1) else {
      throw BenchError("the list told of \(told) changes")
    }
    try check(list, context)
    report(first: first, shares: shares, saves: saves, fetches: fetches)
  }

  /// Gives ten banks another name and another state.
  private func change(_ list: FetchedResultsController<FailedBankInfo>, _ round: Int) {
    let objects = list.objects
    let step = objects.count / Self.changed
    let banks = (0..<Self.changed).map { objects[$0 * step + round] }
    for (number, bank) in banks.enumerated() {
      bank.name = "\(String(bank.name.reversed().prefix(12))) \(round)"
      bank.state = banks[(number + 1) % banks.count].state
    }
  }

  private func check(
    _ list: FetchedResultsController<FailedBankInfo>, _ context: ManagedObjectContext
  ) throws {
    let fresh = FetchedResultsController(
      list.request, in: context, sectionPath: list.sectionPath)
    try fresh.performFetch()
    guard fresh.snapshot == list.snapshot else { throw BenchError("the list is another one") }
  }

  private func report(first: Double, shares: [Double], saves: [Double], fetches: [Double]) {
    let lines: [(String, Double)] = [
      ("the list's share of a save", shares.median), ("the save itself", saves.median),
      ("fetching all again, all held", fetches.median), ("the list's first fetch", first),
    ]
    print(
      """
      A list of \(workload.all) banks with sections; \(Self.changed) of them move at each save.
      Milliseconds, median of \(options.rounds) rounds. Load \(Machine.load).

      """)
    for (title, figure) in lines {
      print(
        title.padding(toLength: 36, withPad: " ", startingAt: 0), String(format: "%10.3f", figure))
    }
    print(
      "fetching again takes \(String(format: "%.0f", fetches.median / shares.median)) times as long"
    )
  }
}
