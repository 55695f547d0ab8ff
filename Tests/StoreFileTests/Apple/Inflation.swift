import Foundation

/// The text that raw deflate packed (RFC 1951), as Core Data packs the models in its stores.
struct Inflation {
  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []

  /// The bytes; nil where they are not packed so.
  static func inflated(_ packed: Data) -> [UInt8]? {
    var inflation = Inflation(bytes: Array(packed))
    return inflation.run() ? inflation.output : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func bits(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, index in
      defer { place += 1 }
      let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
      return value | Int(byte >> UInt8(place % 8) & 1) << index
    }
  }

  private mutating func run() -> Bool {
    var isLast = false
    while !isLast, place / 8 < bytes.count {
      isLast = bits(1) == 1
      switch bits(2) {
      case 0: copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        expand(Code(lengths), Code(Array(repeating: 5, count: 30)))
      case 2: expandDynamic()
      default: return false
      }
    }
    return isLast
  }

  private mutating func copyStored() {
    place = (place + 7) / 8 * 8
    let count = bits(16)
    _ = bits(16)
    for _ in 0..<count { output.append(UInt8(bits(8))) }
  }

  private mutating func expandDynamic() {
    let (literals, distances, codes) = (bits(5) + 257, bits(5) + 1, bits(4) + 4)
    var lengths = Array(repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for index in 0..<codes { lengths[order[index]] = bits(3) }
    let code = Code(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      let symbol = symbol(code)
      switch symbol {
      case 16: all += Array(repeating: all.last ?? 0, count: 3 + bits(2))
      case 17: all += Array(repeating: 0, count: 3 + bits(3))
      case 18: all += Array(repeating: 0, count: 11 + bits(7))
      default: all.append(symbol)
      }
    }
    expand(Code(Array(all[..<literals])), Code(Array(all[literals...])))
  }

  private mutating func expand(_ literals: Code, _ distances: Code) {
    let bases = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59]
    let lengths = bases + [67, 83, 99, 115, 131, 163, 195, 227, 258]
    while place / 8 < bytes.count {
      let symbol = symbol(literals)
      if symbol == 256 { return }
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      let length = lengths[index] + bits(index < 8 || index == 28 ? 0 : (index - 4) / 4)
      let slot = self.symbol(distances)
      let extra = slot < 4 ? 0 : (slot - 2) / 2
      let distance = slot < 4 ? slot + 1 : (2 + slot % 2) << extra + 1 + bits(extra)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(_ code: Code) -> Int {
    var (value, length) = (0, 0)
    while length < 16 {
      value = value << 1 | bits(1)
      length += 1
      if let symbol = code.symbols[length << 16 | value] { return symbol }
    }
    return 256
  }

  /// A canonical Huffman code: symbols by length and bits.
  private struct Code {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
      var next = 0
      for length in 1...15 {
        next <<= 1
        for symbol in lengths.indices where lengths[symbol] == length {
          symbols[length << 16 | next] = symbol
          next += 1
        }
      }
    }
  }
}
