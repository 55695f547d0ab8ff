#if PostgreSQL
  /// Rows as COPY takes them in binary: a header, rows of fields, a trailer.
  enum PostgresCopy {
    /// The signature, no flags, no extension.
    static let header =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    /// The number of fields, -1, of a row that there is not.
    static let trailer: [UInt8] = [0xFF, 0xFF]
    /// The bytes that are sent at a time.
    static let piece = 1 << 16

    /// The number of bytes before the first row of what the server sends: the signature, the flags
    /// and the length of an extension, and that.
    static func headerCount(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard bytes.count >= header.count else { return bytes.count }
      let extent = bytes.loadUnaligned(fromByteOffset: header.count - 4, as: UInt32.self)
      return min(bytes.count, header.count + Int(UInt32(bigEndian: extent)))
    }

    /// Begins a row of a number of fields.
    static func begin(_ fields: Int, _ bytes: inout [UInt8]) {
      withUnsafeBytes(of: Int16(truncatingIfNeeded: fields).bigEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }

  /// A row that COPY … TO sent: where each field begins, and how long it is; -1 stands for NULL.
  struct PostgresCopiedRow: PostgresRow {
    private var fields: [(start: UnsafeRawPointer, count: Int)] = []

    /// Takes the next row.
    ///
    /// - Returns: Whether there is one, and the bytes are not the end.
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
