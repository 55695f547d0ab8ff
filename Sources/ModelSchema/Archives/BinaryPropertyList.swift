/// A property list in its binary form.
///
/// Foundation on Linux does not expose the references of keyed archives, so the
/// format is read here: a header, objects, a table of their offsets, a trailer
/// of 32 bytes. The result for malformed input is nil. Objects refer to each
/// other by index, and there may be cycles.
package struct BinaryPropertyList {
  /// An object; arrays and dictionaries contain the indexes of their members.
  package enum Object: Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case date(Double)
    case data([UInt8])
    case string(String)
    /// A reference to an object in a keyed archive.
    case reference(Int)
    case list([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  package private(set) var objects: [Object] = []
  /// The index of the object that contains all others.
  package let top: Int

  /// Creates a property list from its bytes; nil if they are not a property
  /// list.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Array("bplist00".utf8)), bytes.count >= 40 else { return nil }
    let reader = ByteReader(bytes: bytes)
    let trailer = bytes.count - 32
    guard let width = reader.integer(at: trailer + 6, 1), (1...8).contains(width),
      let size = reader.integer(at: trailer + 7, 1), (1...8).contains(size),
      let count = reader.integer(at: trailer + 8, 8), count > 0, count <= bytes.count,
      let top = reader.integer(at: trailer + 16, 8), top >= 0, top < count,
      let table = reader.integer(at: trailer + 24, 8), table >= 8, table < trailer
    else { return nil }
    self.top = top
    objects.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = reader.integer(at: table + index * width, width),
        let object = reader.object(at: offset, referenceSize: size, count: count)
      else { return nil }
      objects.append(object)
    }
  }
}

/// Reads numbers and objects at any offset.
private struct ByteReader {
  let bytes: [UInt8]

  /// Returns an integer with the given number of bytes, the highest first; nil
  /// past the end.
  func integer(at offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, width > 0, width <= bytes.count, offset <= bytes.count - width else {
      return nil
    }
    let value = bytes[offset..<(offset + width)].suffix(8).reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return Int(truncatingIfNeeded: value)
  }

  func object(at offset: Int, referenceSize: Int, count: Int) -> BinaryPropertyList.Object? {
    guard let marker = integer(at: offset, 1) else { return nil }
    let low = marker & 0x0F
    switch marker >> 4 {
    case 0: return low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : .null
    case 1: return integer(at: offset + 1, 1 << min(low, 4)).map { .integer(Int64($0)) }
    case 2: return real(at: offset + 1, 1 << min(low, 4)).map { .real($0) }
    case 3: return real(at: offset + 1, 8).map { .date($0) }
    case 8: return integer(at: offset + 1, low + 1).map { .reference($0) }
    default: break
    }
    guard let (length, start) = length(low, after: offset) else { return nil }
    func references(_ first: Int) -> [Int]? {
      guard length <= bytes.count / referenceSize else { return nil }
      let numbers = (0..<length).compactMap {
        integer(at: first + $0 * referenceSize, referenceSize)
      }
      return numbers.count == length && numbers.allSatisfy { $0 >= 0 && $0 < count } ? numbers : nil
    }
    switch marker >> 4 {
    case 4: return slice(start, length).map { .data(Array($0)) }
    case 5: return slice(start, length).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 6: return text(start, length).map { .string($0) }
    case 0xA, 0xB, 0xC: return references(start).map { .list($0) }
    case 0xD:
      guard let keys = references(start), let values = references(start + length * referenceSize)
      else { return nil }
      return .dictionary(keys: keys, values: values)
    default: return nil
    }
  }

  /// Returns the number of parts of an object, and the offset of the first; nil
  /// if the bytes are malformed.
  private func length(_ low: Int, after offset: Int) -> (length: Int, start: Int)? {
    guard low == 15 else { return (low, offset + 1) }
    guard let marker = integer(at: offset + 1, 1), marker >> 4 == 1, marker & 0x0F <= 3,
      let length = integer(at: offset + 2, 1 << (marker & 0x0F)), length >= 0,
      length <= bytes.count
    else { return nil }
    return (length, offset + 2 + (1 << (marker & 0x0F)))
  }

  private func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8>? {
    start <= bytes.count - length ? bytes[start..<(start + length)] : nil
  }

  private func text(_ start: Int, _ length: Int) -> String? {
    guard let slice = slice(start, length * 2) else { return nil }
    var units: [UInt16] = []
    for place in stride(from: slice.startIndex, to: slice.endIndex, by: 2) {
      let (high, low) = (UInt16(slice[place]), UInt16(slice[place + 1]))
      units.append(high << 8 | low)
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func real(at offset: Int, _ width: Int) -> Double? {
    guard let value = integer(at: offset, width) else { return nil }
    switch width {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
    case 8: return Double(bitPattern: UInt64(truncatingIfNeeded: value))
    default: return nil
    }
  }
}
