import BenchModel
import Foundation
import ModelRuntime

/// What a history costs the saves that it tells of: new objects, changed ones and deleted ones,
/// in a store that keeps one and in a store that keeps none.
struct HistoryCommand {
  private let count: Int
  private let rounds: Int

  init(_ options: Options) {
    count = options.size ?? 10_000
    rounds = options.rounds
  }

  func run() throws {
    print(
      """
      Saves of \(count) orders (14 columns). Milliseconds, medians of \(rounds) rounds. \
      Load \(Machine.load).

      """)
    var times: [[[Double]]] = [[], []]
    for _ in 0...rounds {
      // One after the other in each round, so that a busy machine slows both.
      for keepsHistory in [false, true] {
        times[keepsHistory ? 1 : 0].append(try round(keepsHistory))
      }
    }
    for (index, title) in ["insert", "update", "delete"].enumerated() {
      let plain = times[0].dropFirst().map { $0[index] }.median
      let kept = times[1].dropFirst().map { $0[index] }.median
      print(
        title.padding(toLength: 10, withPad: " ", startingAt: 0)
          + String(format: "%8.1f  with history %8.1f   ratio %5.2f", plain, kept, kept / plain))
    }
  }

  /// The times of the three saves in a new store.
  private func round(_ keepsHistory: Bool) throws -> [Double] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = StoreConfiguration(url: folder.appending(path: "history.sqlite"))
    configuration.keepsHistory = keepsHistory
    let container = try PersistentContainer(.bench, configuration: configuration)
    let context = try container.makeContext()
    let orders = (0..<count).map { number in
      CustomerOrder(
        in: context, number: Int32(number), employee: 1, customer: "customer", orderDate: "2026",
        requiredDate: "2026", shippedDate: "2026", shipVia: 1, freight: 1.5, shipName: "name",
        shipAddress: "address", shipCity: "city", shipRegion: "region", shipPostalCode: "12345",
        shipCountry: "country")
    }
    let insert = try Stopwatch.milliseconds { try context.save() }
    for order in orders { order.shipCity = "elsewhere" }
    let update = try Stopwatch.milliseconds { try context.save() }
    for order in orders { context.delete(order) }
    let delete = try Stopwatch.milliseconds { try context.save() }
    // A store that keeps none has nothing to ask.
    if keepsHistory, case let found = try container.history().count, found != 3 {
      throw BenchError("\(found) transactions, and not 3")
    }
    return [insert, update, delete]
  }
}
