/// The hash function SHA-512 (FIPS 180-4), which is used for the digest of
/// version hashes.
struct SHA512 {
  private var state = SHA2.initialState

  /// Returns the hash of a message, which has 64 bytes.
  static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA512()
    let padded = SHA2.padded(message, wordSize: 8)
    for start in stride(from: 0, to: padded.count, by: 128) {
      hash.process(padded[start..<start + 128])
    }
    return hash.state.flatMap { word in
      stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private mutating func process(_ block: ArraySlice<UInt8>) {
    let schedule = Self.schedule(block)
    var v = state
    for round in 0..<80 {
      let s1 = Self.rotate(v[4], 14) ^ Self.rotate(v[4], 18) ^ Self.rotate(v[4], 41)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let t1 = v[7] &+ s1 &+ choice &+ SHA2.roundConstants[round] &+ schedule[round]
      let s0 = Self.rotate(v[0], 28) ^ Self.rotate(v[0], 34) ^ Self.rotate(v[0], 39)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v.removeLast()
      v[3] &+= t1
      v.insert(t1 &+ s0 &+ majority, at: 0)
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt64] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 8).map { index in
      block[index..<index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    for index in 16..<80 {
      let w15 = words[index - 15]
      let w2 = words[index - 2]
      let s0 = rotate(w15, 1) ^ rotate(w15, 8) ^ (w15 >> 7)
      let s1 = rotate(w2, 19) ^ rotate(w2, 61) ^ (w2 >> 6)
      words.append(words[index - 16] &+ s0 &+ words[index - 7] &+ s1)
    }
    return words
  }

  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word >> count | word << (64 - count)
  }
}
