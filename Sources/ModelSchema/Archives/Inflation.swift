/// Decompresses raw DEFLATE data (RFC 1951), the format in which Core Data compresses the models in
/// its stores.
///
/// The bits of each byte are read from the lowest on. A block is stored uncompressed, or as a
/// sequence of symbols of Huffman codes, which are determined by the lengths of their symbols:
///
///     0...255    a byte
///     256        the end of the block
///     257...285  the length of a copy, followed by its distance, a symbol of another code
package struct Inflation {
  private struct Damage: Error {}

  private let packed: [UInt8]
  private let limit: Int
  private var place = 0
  /// Bits that were read but have not been consumed yet, and their number.
  private var pending: (bits: UInt32, count: Int) = (0, 0)
  private var output: [UInt8] = []

  /// Decompresses bytes.
  ///
  /// - Parameter limit: The maximum number of bytes to return. The number is
  ///   limited because a few compressed bytes may expand to any number.
  /// - Returns: The bytes; nil if they are damaged or exceed the limit.
  package static func bytes(of packed: [UInt8], limit: Int = 1 << 26) -> [UInt8]? {
    var inflation = Inflation(packed: packed, limit: limit)
    do { try inflation.run() } catch { return nil }
    return inflation.output
  }

  /// Compresses bytes into stored blocks, which need no code.
  package static func storing(_ bytes: [UInt8]) -> [UInt8] {
    let size = 0xFFFF
    return stride(from: 0, to: bytes.count, by: size).flatMap { start in
      let block = bytes[start..<min(start + size, bytes.count)]
      let count = UInt16(block.count)
      let head = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      return [block.endIndex == bytes.count ? 1 : 0] + head + block
    }
  }

  private init(packed: [UInt8], limit: Int) {
    (self.packed, self.limit) = (packed, limit)
  }

  private mutating func run() throws(Damage) {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try expand(Self.fixed.literals, Self.fixed.distances)
      case 2: try expandDynamic()
      default: throw Damage()
      }
    }
  }

  private mutating func bits(_ count: Int) throws(Damage) -> Int {
    while pending.count < count {
      guard place < packed.count else { throw Damage() }
      pending.bits |= UInt32(packed[place]) << UInt32(pending.count)
      pending.count += 8
      place += 1
    }
    let value = pending.bits & ((1 << UInt32(count)) - 1)
    pending.bits >>= UInt32(count)
    pending.count -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(Damage) {
    guard output.count < limit else { throw Damage() }
    output.append(byte)
  }

  private mutating func copyStored() throws(Damage) {
    // The remaining bits of the byte are padding.
    pending = (0, 0)
    let count = try bits(16)
    guard try bits(16) == ~count & 0xFFFF else { throw Damage() }
    for _ in 0..<count { try append(UInt8(try bits(8))) }
  }

  // MARK: Codes

  private static let fixed = (
    literals: Code(lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
    distances: Code(lengths: Array(repeating: 5, count: 30))
  )

  /// Reads the codes of a block, whose lengths are compressed themselves, and expands the block.
  private mutating func expandDynamic() throws(Damage) {
    let counts = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    guard counts.0 <= 286, counts.1 <= 30 else { throw Damage() }
    var lengths = Array(repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for index in order.prefix(counts.2) { lengths[index] = try bits(3) }
    let code = Code(lengths: lengths)
    guard code.isComplete else { throw Damage() }
    var all: [Int] = []
    while all.count < counts.0 + counts.1 {
      let symbol = try symbol(code)
      switch symbol {
      case 16:
        guard let last = all.last else { throw Damage() }
        all += Array(repeating: last, count: 3 + (try bits(2)))
      case 17: all += Array(repeating: 0, count: 3 + (try bits(3)))
      case 18: all += Array(repeating: 0, count: 11 + (try bits(7)))
      default: all.append(symbol)
      }
    }
    guard all.count == counts.0 + counts.1, all[256] > 0 else { throw Damage() }
    let (literals, distances) = (
      Code(lengths: Array(all[..<counts.0])), Code(lengths: Array(all[counts.0...]))
    )
    // A code with one symbol may leave the other bit unused, and a block may contain no distances.
    guard literals.isComplete || literals.isSingle, distances.isComplete || distances.isSingle
    else { throw Damage() }
    try expand(literals, distances)
  }

  private mutating func expand(_ literals: Code, _ distances: Code) throws(Damage) {
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      guard symbol > 256 else {
        try append(UInt8(symbol))
        continue
      }
      guard symbol < 286 else { throw Damage() }
      let length =
        Self.lengths[symbol - 257]
        + (try bits(symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4))
      let slot = try self.symbol(distances)
      let extra = max(0, slot / 2 - 1)
      let distance = (slot < 2 ? slot : (2 + slot % 2) << extra) + 1 + (try bits(extra))
      guard distance <= output.count else { throw Damage() }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]

  /// Reads a symbol. Codes of the same length are consecutive, and the first of them follows the
  /// last code that is one bit shorter.
  private mutating func symbol(_ code: Code) throws(Damage) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Damage()
  }

  /// A Huffman code.
  private struct Code {
    /// The number of symbols of each length.
    private(set) var counts = Array(repeating: 0, count: 16)
    /// The symbols, sorted by code length and number.
    let symbols: [Int]

    init(lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }
        .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// True if every sufficiently long sequence of bits begins with the code of
    /// exactly one symbol.
    var isComplete: Bool {
      counts.enumerated().reduce(0) { $0 + $1.element << (15 - $1.offset) } == 1 << 15
    }

    /// True if the code has at most one symbol, whose code is one bit long.
    var isSingle: Bool { symbols.count == counts[1] && symbols.count < 2 }
  }
}
