import BenchModel
import Dispatch
import Foundation
import GRDB
import ModelRuntime
import Observation
import Synchronization

extension MatrixCell {
  /// The cells of those who are told of changes: a thousand subscriptions, and one save that changes all that they look
  /// at, until the last of them was told. By hand there is nobody to tell.
  static var observing: [MatrixCell] {
    [
      subscribing("each to an object's property", perQuery: 1) { context, banks, _, told in
        context.observesObjects = true
        for bank in banks {
          withObservationTracking {
            _ = bank.city
          } onChange: {
            told.add()
          }
        }
        return []
      },
      subscribing("each to a query of one", perQuery: 1, lists),
      subscribing("each to a query of 1 in 10", perQuery: nil, lists),
    ]
  }

  /// Lists that follow their data.
  private static func lists(
    _ context: ManagedObjectContext, _ banks: [FailedBankInfo], _ ranges: [ClosedRange<Int32>],
    _ told: Told
  ) throws -> [FetchedResultsController<FailedBankInfo>] {
    try ranges.map { range in
      let list = FetchedResultsController(
        FailedBankInfo.where { $0.cert >= range.lowerBound && $0.cert <= range.upperBound },
        in: context)
      list.onChange = { _ in told.add() }
      try list.performFetch()
      return list
    }
  }

  private static var subscriptions: Int { 1_000 }

  private static func subscribing(
    _ kind: String, perQuery: Int?,
    _ subscribe:
      @escaping @Sendable (
        ManagedObjectContext, [FailedBankInfo], [ClosedRange<Int32>], Told
      ) throws -> [FetchedResultsController<FailedBankInfo>]
  ) -> MatrixCell {
    MatrixCell(
      name: "O1", title: "1,000 subscriptions, \(kind), one save", most: 10_000,
      check: "SELECT count(*) FROM ZFAILEDBANKINFO WHERE ZCITY = 'Elsewhere'",
      ours: { container, rows in
        let (context, told) = (try container.makeContext(), Told())
        let banks = try context.fetch(FailedBankInfo.all)
        let subscribers = try subscribe(
          context, Array(banks.prefix(subscriptions)), ranges(rows, perQuery), told)
        return {
          for bank in banks { bank.city = "Elsewhere" }
          try context.save()
          return try withExtendedLifetime(subscribers) { try told.all(subscriptions) }
        }
      },
      raw: nil,
      grdb: { queue, rows in
        let (told, serial) = (Told(), DispatchQueue(label: "subscribers"))
        let cancellables = ranges(rows, perQuery).map { range in
          ValueObservation.tracking {
            try PlainBank.filter(range.contains(Column("ZCERT"))).fetchAll($0)
          }
          .start(in: queue, scheduling: .async(onQueue: serial)) { _ in
          } onChange: { _ in
            told.add()
          }
        }
        try told.wait(for: subscriptions)
        return {
          _ = try queue.write {
            try PlainBank.updateAll(
              $0, Column("ZCITY").set(to: "Elsewhere"), Column("Z_OPT").set(to: Column("Z_OPT") + 1)
            )
          }
          defer { for cancellable in cancellables { cancellable.cancel() } }
          try told.wait(for: 2 * subscriptions)
          return try told.all(2 * subscriptions) - subscriptions
        }
      })
  }

  /// The unique numbers of the banks that each subscription looks at.
  private static func ranges(_ rows: Int, _ perQuery: Int?) -> [ClosedRange<Int32>] {
    let width = perQuery ?? rows / 10
    return (0..<subscriptions).map {
      let first = Int32($0 * (rows - width) / max(subscriptions - 1, 1) + 1)
      return first...first + Int32(width) - 1
    }
  }
}

/// The number of times that subscribers were told.
private final class Told: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Waits until they were told so often.
  func wait(for number: Int) throws {
    let end = ContinuousClock.now + .seconds(120)
    while count.load(ordering: .acquiring) < number {
      guard ContinuousClock.now < end else { throw BenchError("not all subscribers were told") }
      usleep(50)
    }
  }

  /// - Throws: ``BenchError`` where they were told less often.
  func all(_ number: Int) throws -> Int {
    let told = count.load(ordering: .acquiring)
    guard told >= number else { throw BenchError("\(told) of \(number) were told") }
    return number
  }
}
