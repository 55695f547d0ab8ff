/// Writes a property list in its binary format, which `BinaryPropertyList`
/// reads.
enum PropertyListWriter {
  /// Returns the bytes: a header, the objects, the table of their offsets, a
  /// trailer.
  static func bytes(of root: KeyedArchive.Value) -> [UInt8] {
    var body = Body()
    _ = body.add(root)
    let width = body.objects.count < 1 << 16 ? 2 : 4
    let size = body.objects.reduce(8) { $0 + $1.head.count + $1.references.count * width }
    let offsetWidth = size < 1 << 16 ? 2 : size < 1 << 32 ? 4 : 8
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in body.objects {
      offsets.append(bytes.count)
      bytes += object.head
      for number in object.references { bytes += big(number, width) }
    }
    let table = bytes.count
    for offset in offsets { bytes += big(offset, offsetWidth) }
    // The widths of offsets and references, the number of objects, the root's
    // index, and the table's offset.
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
    return bytes + big(offsets.count, 8) + big(0, 8) + big(table, 8)
  }

  /// Returns the bytes of a number, the highest first.
  private static func big(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The objects, each with its own bytes and the indexes of the objects that
  /// it contains.
  private struct Body {
    var objects: [(head: [UInt8], references: [Int])] = []

    /// The indexes of the values without members, each of which is written only
    /// once.
    private var leaves: [[UInt8]: Int] = [:]

    /// Adds a value and its members, and returns its index.
    mutating func add(_ value: KeyedArchive.Value) -> Int {
      switch value {
      case .integer(let number): return leaf([0x13] + big(Int(number), 8))
      case .double(let number):
        return leaf([0x23] + big(Int(bitPattern: UInt(number.bitPattern)), 8))
      case .boolean(let flag): return leaf([flag ? 0x09 : 0x08])
      case .string(let text): return leaf(string(text))
      case .data(let bytes): return leaf(head(0x40, bytes.count) + bytes)
      case .reference(let number): return leaf([0x83] + big(number, 4))
      case .list(let values): return node(head(0xA0, values.count), values)
      case .dictionary(let values):
        let sorted = values.sorted { $0.key < $1.key }
        return node(
          head(0xD0, sorted.count), sorted.map { .string($0.key) } + sorted.map(\.value))
      }
    }

    private mutating func leaf(_ bytes: [UInt8]) -> Int {
      if let place = leaves[bytes] { return place }
      objects.append((bytes, []))
      leaves[bytes] = objects.count - 1
      return objects.count - 1
    }

    private mutating func node(_ head: [UInt8], _ parts: [KeyedArchive.Value]) -> Int {
      let place = objects.count
      objects.append((head, []))
      objects[place].references = parts.map { add($0) }
      return place
    }

    private func string(_ text: String) -> [UInt8] {
      if text.utf8.allSatisfy({ $0 < 0x80 }) { return head(0x50, text.utf8.count) + text.utf8 }
      let units = Array(text.utf16)
      return head(0x60, units.count) + units.flatMap { big(Int($0), 2) }
    }

    private func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + big(count, 4)
    }
  }
}
