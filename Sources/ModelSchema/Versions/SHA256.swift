/// The hash function SHA-256 (FIPS 180-4), which is used for version hashes.
package struct SHA256 {
  private var state = SHA2.initialState.map { UInt32($0 >> 32) }

  /// Returns the hash of a message, which has 32 bytes.
  package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    SHA2.padded(message, wordSize: 4).withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 64) {
        hash.process(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]))
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in hash.state { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
    return bytes
  }

  private mutating func process(_ block: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      Self.schedule(block, in: words)
      Self.constants.withUnsafeBufferPointer { constants in
        for round in 0..<64 { words[round] &+= constants[round] }
      }
      compress(words)
    }
  }

  private static func schedule(
    _ block: UnsafeRawBufferPointer, in words: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      words[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let w15 = words[index - 15]
      let w2 = words[index - 2]
      let s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >> 3)
      let s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >> 10)
      words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
    }
  }

  /// Runs the rounds, given the schedule with the constants added.
  private mutating func compress(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for word in words {
      let s1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let t1 = h &+ s1 &+ choice &+ word
      let s0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants = SHA2.roundConstants.prefix(64).map { UInt32($0 >> 32) }
}
