/// Times one body, and keeps what it holds until the clock has stopped.
enum Stopwatch {
  static func time(_ body: Body) throws -> (nanoseconds: Double, outcome: Outcome) {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try body()
    return ((clock.now - start).milliseconds * 1e6, outcome)
  }

  /// The milliseconds that a body takes.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body).milliseconds
  }
}

extension Duration {
  /// With fractions.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
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
