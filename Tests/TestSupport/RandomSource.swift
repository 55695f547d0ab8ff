/// Random numbers from a seed (SplitMix64). The same seed gives the same numbers on
/// every platform.
package struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  package mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Returns true with a probability of 1 in `count`.
  package mutating func once(in count: Int) -> Bool { number(below: count) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// Returns the value with a probability of 1 in `count`, and nil otherwise.
  package mutating func maybe<Value>(_ value: @autoclosure () -> Value, in count: Int) -> Value? {
    once(in: count) ? value() : nil
  }
}
