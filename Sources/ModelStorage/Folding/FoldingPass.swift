/// One pass over a string: every scalar is replaced by its entry, and marks
/// that follow one another are put into canonical order (Unicode, 3.11, D109).
///
/// The pass writes through a pointer into memory that is large enough for any result,
/// since appending byte by byte would cost more than the folding.
struct FoldingPass {
  private let table: FoldingTable
  private let output: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written so far.
  private var count = 0
  /// The position of the first of the marks at the end of the output; nil if
  /// the output does not end with a mark.
  private var marksStart: Int?

  /// Folds a string into a buffer, whose contents are replaced.
  static func run(
    _ table: FoldingTable, _ bytes: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]
  ) {
    let capacity = bytes.count * FoldingTable.greatestExpansion
    if output.count < capacity {
      output.append(contentsOf: repeatElement(0, count: capacity - output.count))
    }
    let count = output.withUnsafeMutableBufferPointer { memory in
      var pass = FoldingPass(table: table, output: memory)
      pass.fold(bytes)
      return pass.count
    }
    output.removeLast(output.count - count)
  }

  private init(table: FoldingTable, output: UnsafeMutableBufferPointer<UInt8>) {
    self.table = table
    self.output = output
  }

  private mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>) {
    let foldsCase = table.foldsCase
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if marksStart != nil { orderMarks() }
        output[count] = foldsCase ? byte.lowercasedASCII : byte
        count += 1
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
      append(scalar, UnsafeBufferPointer(rebasing: bytes[index..<index + length]))
      index += length
    }
    orderMarks()
  }

  private mutating func append(_ scalar: UInt32?, _ bytes: UnsafeBufferPointer<UInt8>) {
    let entry = scalar.map(table.entry) ?? .identity
    if !entry.isRemoved, !entry.beginsWithMark { orderMarks() }
    if !entry.isIdentity {
      appendReplacement(entry)
    } else if table.decomposes, let letters = scalar.flatMap(Hangul.letters) {
      append(letters.0)
      append(letters.1)
      if letters.2 != 0 { append(letters.2) }
    } else {
      for byte in bytes { append(byte: byte) }
    }
  }

  private mutating func appendReplacement(_ entry: FoldingTable.Entry) {
    let start = count
    for offset in entry.offset..<entry.offset + entry.length {
      append(byte: table.replacements[offset])
    }
    guard entry.endsWithMark, marksStart == nil else { return }
    // A decomposition contains at most one letter, which precedes its marks.
    marksStart = start + (entry.beginsWithMark ? 0 : UTF8Scalar.length(output[start]))
  }

  private mutating func append(byte: UInt8) {
    output[count] = byte
    count += 1
  }

  private mutating func append(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    for byte in UTF8.encode(scalar) ?? .init() { append(byte: byte) }
  }

  /// Sorts the marks at the end by combining class. Marks of the same class
  /// keep their order.
  private mutating func orderMarks() {
    guard let start = marksStart else { return }
    marksStart = nil
    guard count - start > UTF8Scalar.length(output[start]) else { return }
    let classes = UnicodeData.shared.combiningClasses
    let marks = String(decoding: output[start..<count], as: UTF8.self).unicodeScalars
      .map { (scalar: $0.value, order: classes[$0.value] ?? 0) }
    count = start
    for mark in marks.sortedStably(by: \.order) { append(mark.scalar) }
  }
}

extension Array {
  /// Returns the elements sorted by a number. Elements with the same number
  /// keep their order.
  fileprivate func sortedStably(by number: (Element) -> UInt8) -> [Element] {
    enumerated().sorted { left, right in
      let (first, second) = (number(left.element), number(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

extension UInt8 {
  /// The letter in lower case, if it is an upper-case ASCII letter; otherwise the byte
  /// itself.
  @inline(__always)
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// Decodes scalars from UTF-8, which may be invalid.
enum UTF8Scalar {
  /// Returns the number of bytes of the scalar that starts with the given byte.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// Returns the scalar at a position and its length; nil and 1 for invalid
  /// bytes.
  @inline(__always)
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32?, length: Int) {
    let first = bytes[index]
    let length = length(first)
    guard first >= 0xC2, first < 0xF5, index + length <= bytes.count else { return (nil, 1) }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= least, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else {
      return (nil, 1)
    }
    return (scalar, length)
  }
}
