#if PostgreSQL
  /// The binary format of COPY, which consists of a header, rows of fields, and
  /// a trailer.
  enum PostgresCopy {
    /// The header of the data: the signature, the flags, and the length of an
    /// empty extension.
    static let header =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    /// The trailer of the data, which has -1 in place of a row's number of
    /// fields.
    static let trailer: [UInt8] = [0xFF, 0xFF]
    /// The number of bytes that are sent at a time.
    static let piece = 1 << 16

    /// Returns the number of bytes before the first row in the server's data,
    /// which are the signature, the flags, and the extension with its length.
    static func headerCount(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard bytes.count >= header.count else { return bytes.count }
      let extent = bytes.loadUnaligned(fromByteOffset: header.count - 4, as: UInt32.self)
      return min(bytes.count, header.count + Int(UInt32(bigEndian: extent)))
    }

    /// Appends the beginning of a row with the given number of fields.
    static func begin(_ fields: Int, _ bytes: inout [UInt8]) {
      withUnsafeBytes(of: Int16(truncatingIfNeeded: fields).bigEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }

  /// A row sent by COPY … TO, with the offset and the length of each field; a length of
  /// -1 means NULL.
  struct PostgresCopiedRow: PostgresRow {
    private var fields: [(start: UnsafeRawPointer, count: Int)] = []

    /// Reads the next row.
    ///
    /// - Returns: True if there is a row, and false at the end of the data.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
      func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Int? {
        guard offset + MemoryLayout<Number>.size <= bytes.count else { return nil }
        return Int(Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type)))
      }
      fields.removeAll(keepingCapacity: true)
      guard let base = bytes.baseAddress, let count = number(0, Int16.self), count >= 0 else {
        return false
      }
      var offset = 2
      for _ in 0..<count {
        guard let length = number(offset, Int32.self), offset + 4 + length <= bytes.count else {
          return false
        }
        fields.append((base + offset + 4, length))
        offset += 4 + max(length, 0)
      }
      return true
    }

    @inline(__always)
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
      let field = fields[column]
      return field.count < 0
        ? nil : UnsafeRawBufferPointer(start: field.start, count: field.count)
    }
  }
#endif
