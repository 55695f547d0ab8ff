/// Random mutations of texts and other bytes that a parser reads.
package enum ByteMutation {
  /// Returns the bytes with one to four changes: a byte flipped, removed or inserted,
  /// or a line removed, repeated, swapped or cut.
  package static func mutated(_ original: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = original
    for _ in 0...random.number(below: 4) where !bytes.isEmpty {
      switch random.number(below: 7) {
      case 0: bytes[random.number(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: random.number(below: bytes.count))
      case 2:
        let signs = Array("{}()[]<>\"'`@#$.,:;=?!/*+-%&|\n\r\t \\".utf8)
        bytes.insert(random.pick(signs), at: random.number(below: bytes.count))
      default: bytes = changedLines(bytes, &random)
      }
    }
    return bytes
  }

  /// Returns the bytes with one line removed, repeated, swapped with another or cut.
  package static func changedLines(
    _ bytes: [UInt8], _ random: inout RandomSource
  ) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let (here, there) = (random.number(below: lines.count), random.number(below: lines.count))
    switch random.number(below: 4) {
    case 0: lines.remove(at: here)
    case 1: lines.insert(lines[here], at: there)
    case 2: lines.swapAt(here, there)
    default: lines[here] = lines[here].prefix(random.number(below: lines[here].count + 1))
    }
    return Array(lines.joined(separator: [10]))
  }
}
