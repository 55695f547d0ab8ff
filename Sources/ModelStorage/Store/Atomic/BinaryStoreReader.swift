/// A reader of binary stores; see `BinaryStoreWriter` for the format.
///
/// The checksum reveals a damaged file. All reads are checked nevertheless,
/// since a checksum can be forged.
struct BinaryStoreReader {
  private let bytes: [UInt8]
  private let path: String
  private var position = BinaryStore.headSize
  private var end = 0

  /// Creates a reader, and checks the file's header and checksum.
  init(_ data: Data, path: String) throws {
    bytes = Array(data)
    self.path = path
    guard bytes.starts(with: BinaryStore.signature) else {
      throw StoreError(.notAStore, "'\(path)' is no binary store")
    }
    guard bytes.count >= BinaryStore.headSize else { throw cutOff(BinaryStore.headSize + 8) }
    guard fixed(at: 16) == BinaryStore.formatNumber else {
      throw StoreError(
        .unsupportedFeature,
        """
        '\(path)' is a binary store of format \(fixed(at: 16)); this program reads format \
        \(BinaryStore.formatNumber)
        """)
    }
    let size = Int(clamping: fixed(at: 24))
    let (whole, overflows) = size.addingReportingOverflow(BinaryStore.headSize + 8)
    guard !overflows, bytes.count >= whole else { throw cutOff(overflows ? size : whole) }
    end = BinaryStore.headSize + size
    guard bytes.count == whole, fixed(at: end) == BinaryStore.checksum(bytes[..<end]) else {
      throw damage("its checksum does not fit its content", at: end)
    }
  }

  /// Reads the identifier and the metadata of the store.
  mutating func description() throws -> StoreDescription {
    let identifier = try uuid()
    let start = position
    let list = Data(try text())
    guard let metadata = try? PropertyListValue.dictionary(of: list) else {
      throw damage("the metadata is no property list", at: start)
    }
    return StoreDescription(identifier: identifier, metadata: metadata)
  }

  /// Reads the whole content of the store.
  mutating func content() throws -> StoreContent {
    let description = try description()
    let lastKey = try integer()
    let names = try list { reader in String(decoding: try reader.text(), as: UTF8.self) }
    let objects = try list { reader in try reader.object(names) }
    guard position == end else { throw damage("something follows the last object", at: position) }
    return StoreContent(
      identifier: description.identifier, metadata: description.metadata, lastKey: lastKey,
      objects: objects)
  }

  // MARK: Objects

  private mutating func object(_ names: [String]) throws -> StoredObject {
    var object = StoredObject(entityName: try name(names), key: try integer())
    for _ in 0..<(try count()) {
      let name = try name(names)
      object.values[name] = try value()
    }
    for _ in 0..<(try count()) {
      let name = try name(names)
      object.links[name] = try list { try $0.integer() }
    }
    return object
  }

  private mutating func value() throws -> ConstantValue {
    let start = position
    guard let kind = BinaryValueKind(rawValue: try byte()) else {
      throw damage("there is no such kind of value", at: start)
    }
    switch kind {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer: return .integer(try integer())
    // NaN would become nil in the database that the content is read into.
    case .double:
      let value = try double()
      if !value.isNaN { return .double(value) }
    case .string: return .string(String(decoding: try text(), as: UTF8.self))
    case .date:
      let value = try double()
      if !value.isNaN { return .date(Date(timeIntervalSinceReferenceDate: value)) }
    case .data: return .data(Data(try text()))
    case .uuid: return .uuid(try uuid())
    case .decimal:
      if let value = Decimal(exactly: String(decoding: try text(), as: UTF8.self)) {
        return .decimal(value)
      }
    case .url:
      if let value = URL(string: String(decoding: try text(), as: UTF8.self)) { return .url(value) }
    }
    throw damage("a value is not of its kind", at: start)
  }

  // MARK: Parts

  private mutating func byte() throws -> UInt8 {
    guard position < end else { throw damage("the content ends too early", at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func number() throws -> UInt64 {
    let start = position
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw damage("a number is too long", at: start)
  }

  private mutating func integer() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
  }

  /// Reads the number of elements that follow, each of which has at least one
  /// byte.
  private mutating func count() throws -> Int {
    let start = position
    guard let count = Int(exactly: try number()), count <= end - position else {
      throw damage("more is announced than the file holds", at: start)
    }
    return count
  }

  private mutating func text() throws -> ArraySlice<UInt8> {
    let count = try count()
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func name(_ names: [String]) throws -> String {
    let start = position
    guard let index = Int(exactly: try number()), names.indices.contains(index) else {
      throw damage("there is no such name", at: start)
    }
    return names[index]
  }

  private mutating func list<Element>(
    _ element: (inout BinaryStoreReader) throws -> Element
  ) throws -> [Element] {
    let count = try count()
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try element(&self)) }
    return elements
  }

  private mutating func double() throws -> Double {
    guard end - position >= 8 else { throw damage("the content ends too early", at: position) }
    defer { position += 8 }
    return Double(bitPattern: fixed(at: position))
  }

  private mutating func uuid() throws -> UUID {
    guard end - position >= 16 else { throw damage("the content ends too early", at: position) }
    defer { position += 16 }
    return bytes.withUnsafeBytes {
      UUID(uuid: $0.loadUnaligned(fromByteOffset: position, as: uuid_t.self))
    }
  }

  private func fixed(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      })
  }

  // MARK: Errors

  private func cutOff(_ whole: Int) -> StoreError {
    damage("it ends after \(bytes.count) of \(whole) bytes", at: bytes.count)
  }

  private func damage(_ message: String, at offset: Int) -> StoreError {
    StoreError(
      .damaged, "'\(path)' is damaged at byte \(offset): \(message); open a copy from before",
      position: .init(offset: offset))
  }
}
