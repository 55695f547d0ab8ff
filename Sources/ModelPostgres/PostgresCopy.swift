#if PostgreSQL
  internal import ModelSchema

  /// Rows as COPY takes them in binary: a header, rows of fields, a trailer.
  enum PostgresCopy {
    /// The signature, no flags, no extension.
    static let header =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    /// The number of fields, -1, of a row that there is not.
    static let trailer: [UInt8] = [0xFF, 0xFF]
    /// The bytes that are sent at a time.
    static let piece = 1 << 16

    /// Begins a row of a number of fields.
    static func begin(_ fields: Int, _ bytes: inout [UInt8]) {
      withUnsafeBytes(of: Int16(truncatingIfNeeded: fields).bigEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }
#endif
