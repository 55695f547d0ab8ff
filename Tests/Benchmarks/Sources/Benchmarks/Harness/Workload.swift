/// The values that all contenders work on, and how many of them.
struct Workload {
  /// Rows in each table.
  let all: Int
  /// How many are looked up, followed or deleted one by one.
  let some: Int
  /// How often the work of one cell can be repeated on one store.
  let repetitions: Int
  /// In random order, the same in every process.
  let certs: [Int32]
  let keys: [Int64]
  private let bankSeeds: [BankSeed]
  private let orderSeeds: [OrderSeed]

  /// - Parameter repetitions: How many times as many seeds as rows are made.
  init(all: Int, some: Int, repetitions: Int = 1) {
    self.all = all
    self.some = min(some, all / max(repetitions, 1))
    self.repetitions = repetitions
    var random = SplitMix(seed: 2012)
    let chosen = (1...all).shuffled(using: &random).prefix(self.some)
    certs = chosen.map { Int32($0) }
    keys = chosen.map { Int64($0) }
    bankSeeds = (1...all * repetitions).map { BankSeed(cert: $0) }
    orderSeeds = (1...all * repetitions).map { OrderSeed(number: $0) }
  }

  /// The banks to make in one repetition.
  func banks(_ repetition: Int) -> ArraySlice<BankSeed> {
    bankSeeds[repetition * all..<(repetition + 1) * all]
  }

  /// The orders to make in one repetition.
  func orders(_ repetition: Int) -> ArraySlice<OrderSeed> {
    orderSeeds[repetition * all..<(repetition + 1) * all]
  }

  /// The keys to delete in one repetition.
  func keysToDelete(_ repetition: Int) -> ClosedRange<Int64> {
    Int64(repetition * some + 1)...Int64((repetition + 1) * some)
  }
}
