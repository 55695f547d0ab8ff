import Foundation
import ModelRuntime
import MoneyModel

/// What exact sums take, beside SQLite's own of the same rows, which adds Doubles.
struct SumsCommand {
  private let count: Int
  private let rounds: Int

  init(_ options: Options) {
    count = options.size ?? 1_000_000
    rounds = options.rounds
  }

  func run() throws {
    let context = try PersistentContainer(.money, configuration: .inMemory).makeContext()
    try context.batchInsert(0..<count, into: Payment.self) { payment, number in
      let cents = Self.cents(number)
      payment.double = Double(cents) / 100
      payment.decimal = Decimal(cents) / 100
      payment.exact = Decimal(cents) / 100
    }
    let total = Decimal((0..<count).reduce(0) { $0 + Self.cents($1) }) / 100
    print(
      """
      Sums of \(count) payments. Milliseconds, medians of \(rounds) rounds. Load \(Machine.load).

      """)
    let reference = try measure {
      let sum = try context.rows(sql: "SELECT sum(ZDOUBLE) FROM ZPAYMENT", as: Double.self)
      guard sum.count == 1 else { throw BenchError("a sum has \(sum.count) rows") }
    }
    report("SQLite's sum of Doubles", reference, reference)
    let double = try measure { _ = try context.sum(Payment.all) { $0.double } }
    report("Doubles, rounded once", double, reference)
    let decimal = try measure { try check(context.sum(Payment.all) { $0.decimal }, total) }
    report("decimals, by their digits", decimal, reference)
    let exact = try measure { try check(context.sum(Payment.all) { $0.exact }, total) }
    report("@exact decimals", exact, reference)
    let payments = try context.fetch(Payment.all)
    let inMemory = try measure { try check(payments.reduce(0) { $0 + $1.decimal }, total) }
    report("decimals in a loop, in memory", inMemory, reference)
  }

  /// Amounts from 0.00 to 999.99, in no order.
  private static func cents(_ number: Int) -> Int { number &* 7919 % 100_000 }

  private func check(_ sum: Decimal, _ expected: Decimal) throws {
    guard sum == expected else { throw BenchError("the sum is \(sum), and not \(expected)") }
  }

  private func measure(_ body: () throws -> Void) throws -> Double {
    var times: [Double] = []
    for _ in 0...rounds { times.append(try Stopwatch.milliseconds(body)) }
    return Array(times.dropFirst()).median
  }

  private func report(_ title: String, _ time: Double, _ reference: Double) {
    print(
      title.padding(toLength: 38, withPad: " ", startingAt: 0)
        + String(format: "%8.1f   ratio %5.2f", time, time / reference))
  }
}
