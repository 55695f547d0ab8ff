/// One pass over a text: every scalar is replaced by its entry, and marks that
/// follow one another are put into canonical order (Unicode, 3.11, D109).
struct FoldingPass {
  let table: FoldingTable

  func run(_ bytes: UnsafeBufferPointer<UInt8>, _ output: inout [UInt8]) {
    var index = 0
    var marksStart: Int?
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        orderMarks(&marksStart, &output)
        output.append(table.foldsCase ? byte.lowercasedASCII : byte)
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalar.decode(bytes, at: index)
      appendScalar(scalar, bytes[index..<index + length], &marksStart, &output)
      index += length
    }
    orderMarks(&marksStart, &output)
  }

  private func appendScalar(
    _ scalar: UInt32?, _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ marksStart: inout Int?,
    _ output: inout [UInt8]
  ) {
    guard let scalar else {
      orderMarks(&marksStart, &output)
      return output.append(contentsOf: bytes)
    }
    let entry = table.entry(of: scalar)
    if !entry.beginsWithMark, !(entry.length == 0 && !entry.isIdentity) {
      orderMarks(&marksStart, &output)
    }
    if !entry.isIdentity {
      appendReplacement(entry, &marksStart, &output)
    } else if table.decomposes, let letters = Hangul.decomposition(of: scalar) {
      for letter in letters { UTF8Scalar.append(letter, &output) }
    } else {
      output.append(contentsOf: bytes)
    }
  }

  private func appendReplacement(
    _ entry: FoldingTable.Entry, _ marksStart: inout Int?, _ output: inout [UInt8]
  ) {
    let start = output.count
    output.append(contentsOf: table.replacements[entry.offset..<entry.offset + entry.length])
    guard entry.endsWithMark, marksStart == nil else { return }
    // A decomposition has one letter in front of its marks, if any.
    let letter = entry.beginsWithMark ? 0 : UTF8Scalar.length(output[start])
    marksStart = start + letter
  }

  /// Sorts the marks since a place by their classes, those of one class in the
  /// order they had.
  private func orderMarks(_ marksStart: inout Int?, _ output: inout [UInt8]) {
    guard let start = marksStart else { return }
    marksStart = nil
    guard output.count - start > UTF8Scalar.length(output[start]) else { return }
    let classes = UnicodeData.shared.combiningClasses
    let marks = String(decoding: output[start...], as: UTF8.self).unicodeScalars
      .map { (scalar: $0.value, order: classes[$0.value] ?? 0) }
    output.removeSubrange(start...)
    for mark in marks.sortedStably(by: \.order) { UTF8Scalar.append(mark.scalar, &output) }
  }
}

extension Array {
  /// The elements by a number, equal ones in the order they had.
  fileprivate func sortedStably(by number: (Element) -> UInt8) -> [Element] {
    enumerated().sorted { left, right in
      let (first, second) = (number(left.element), number(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

extension UInt8 {
  /// The letter in lower case, where it is an ASCII letter in upper case.
  @inline(__always)
  var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// Scalars in UTF-8, read without trust in the bytes.
enum UTF8Scalar {
  /// How many bytes a scalar has that begins with a byte.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case ..<0xC0: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// The scalar at a place and its length; nil and 1 where there is none.
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

  /// Appends the bytes of a scalar.
  static func append(_ scalar: UInt32, _ output: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    output.append(contentsOf: UTF8.encode(scalar) ?? [])
  }
}

extension UTF8 {
  fileprivate static func encode(_ scalar: Unicode.Scalar) -> [UInt8]? {
    (encode(scalar) as EncodedScalar?).map(Array.init)
  }
}
