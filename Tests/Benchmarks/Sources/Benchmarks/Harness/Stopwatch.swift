/// Times one body, and keeps what it holds until the clock has stopped.
enum Stopwatch {
  static func time(_ body: Body) throws -> (nanoseconds: Double, outcome: Outcome) {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try body()
    let elapsed = clock.now - start
    let (seconds, attoseconds) = elapsed.components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9, outcome)
  }
}

extension [Double] {
  /// The middle one; of an even number the mean of the two.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
