#if PostgreSQL
  /// The values of a statement's parameters in binary form.
  struct PostgresParameters {
    private(set) var types: [UInt32] = []
    private var values: [[UInt8]?] = []

    var count: Int { values.count }

    mutating func add(_ value: ConstantValue, _ type: PostgresType) throws {
      types.append(type.rawValue)
      guard value != .null else { return values.append(nil) }
      var bytes: [UInt8] = []
      try PostgresValue.append(value, type, to: &bytes)
      values.append(bytes)
    }

    mutating func add(_ list: some Collection<ConstantValue>, _ type: PostgresType) throws {
      types.append(type.arrayType)
      var bytes = Self.header(list.count, type)
      for value in list { try PostgresValue.appendField(value, type, to: &bytes) }
      values.append(bytes)
    }

    mutating func add(keys: some Collection<Int64>) {
      types.append(PostgresType.int8.arrayType)
      var bytes = Self.header(keys.count, .int8)
      for key in keys {
        withUnsafeBytes(of: Int32(8).bigEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: key.bigEndian) { bytes.append(contentsOf: $0) }
      }
      values.append(bytes)
    }

    /// Returns the length of a value as the server requires it.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if the value is too long.
    static func length(_ count: Int) throws -> Int32 {
      guard let length = Int32(exactly: count) else {
        throw StoreError(.wrongType, "PostgreSQL cannot store a value of \(count) bytes")
      }
      return length
    }

    /// Returns the header of a one-dimensional array, which can contain NULL
    /// and whose indexes start at 1.
    private static func header(_ count: Int, _ type: PostgresType) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(20 + count * 12)
      let numbers = [
        count == 0 ? 0 : 1, 1, Int32(bitPattern: type.rawValue), Int32(clamping: count), 1,
      ]
      for number in count == 0 ? Array(numbers.prefix(3)) : numbers {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
      }
      return bytes
    }

    /// Returns the value of the parameter at the given index as a literal for
    /// SQL; nil if there is no such parameter.
    func literal(_ place: Int) -> String? {
      guard values.indices.contains(place) else { return nil }
      guard let bytes = values[place] else { return "NULL" }
      let type = PostgresType(rawValue: types[place])
      let element = PostgresType.allCases.first { $0.arrayType == types[place] }
      return bytes.withUnsafeBytes { (type ?? element)?.literal($0, isArray: type == nil) }
    }

    /// Passes the values to a closure, as pointers and lengths for libpq.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if a value is too long, or the
    ///   error of the closure.
    func withPointers<Result>(
      _ body: ([UnsafePointer<CChar>?], [Int32]) throws -> Result
    ) throws -> Result {
      let lengths = try values.map { try Self.length($0?.count ?? 0) }
      let buffer = values.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
      return try buffer.withUnsafeBytes { all in
        var offset = 0
        let pointers = values.map { value -> UnsafePointer<CChar>? in
          defer { offset += value?.count ?? 0 }
          guard value != nil else { return nil }
          return all.baseAddress.map {
            ($0 + offset).assumingMemoryBound(to: CChar.self)
          }
        }
        return try body(pointers, lengths)
      }
    }
  }

  extension PostgresParameters {
    init(_ values: (ConstantValue, PostgresType)...) throws {
      self.init()
      for (value, type) in values { try add(value, type) }
    }

    init(texts: String...) throws {
      self.init()
      for text in texts { try add(.string(text), .text) }
    }

    init(lists: [[String]]) throws {
      self.init()
      for list in lists { try add(list.map(ConstantValue.string), .text) }
    }

    init(keys: [Int64]...) {
      self.init()
      for keys in keys { add(keys: keys) }
    }
  }

#endif
