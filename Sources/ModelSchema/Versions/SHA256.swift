/// The hash function SHA-256 (FIPS 180-4), for version hashes.
package struct SHA256 {
  private var state = SHA2.initialState.map { UInt32($0 >> 32) }

  /// The 32 bytes of a message's hash.
  package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    let padded = SHA2.padded(message, wordSize: 4)
    for start in stride(from: 0, to: padded.count, by: 64) {
      hash.process(padded[start..<start + 64])
    }
    return hash.state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private mutating func process(_ block: ArraySlice<UInt8>) {
    let schedule = Self.schedule(block)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let s1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let t1 = h &+ s1 &+ choice &+ Self.constants[round] &+ schedule[round]
      let s0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ s0 &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let w15 = words[index - 15]
      let w2 = words[index - 2]
      let s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >> 3)
      let s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >> 10)
      words.append(words[index - 16] &+ s0 &+ words[index - 7] &+ s1)
    }
    return words
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants = SHA2.roundConstants.prefix(64).map { UInt32($0 >> 32) }
}
