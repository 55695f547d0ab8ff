import Foundation

/// A figure of a soak as time goes by, which is to stay as it is after a warm-up.
struct SoakFigure {
  let name: String
  /// How much more than before is still no growth.
  var slack: Int
  private(set) var values: [Int] = []

  init(_ name: String, slack: Int) {
    self.name = name
    self.slack = slack
  }

  mutating func add(_ value: Int) { values.append(value) }

  /// The largest value in the second fifth of the time, when caches are full.
  var early: Int {
    values[values.count / 5..<max(values.count / 5 + 1, values.count * 2 / 5)].max()!
  }

  /// The largest value in the last fifth.
  var late: Int { values[(values.count * 4 / 5)...].max()! }

  var isFlat: Bool { late <= early + early / 5 + slack }

  var line: String {
    let name = name.padding(toLength: 28, withPad: " ", startingAt: 0)
    return "\(name) early \(early), late \(late), most \(values.max()!)\(isFlat ? "" : "  GROWS")"
  }
}
