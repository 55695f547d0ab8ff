/// A writer of binary stores.
///
/// The body consists of the identifier (16 bytes), the metadata (a binary
/// property list after its size), the last key, the names that objects use (the
/// number of names, then each name), the number of objects, and each object:
/// entity, key, values (the number of values, then the name and value of each),
/// links (the number of links, then the name, number of keys, and keys of
/// each). Numbers have seven bits per byte, the low ones first; entities and
/// properties are given by the indexes of their names.
struct BinaryStoreWriter {
  private var bytes: [UInt8] = []
  private var numbers: [String: UInt64] = [:]
  private var names: [String] = []

  /// Returns the bytes of a whole file.
  static func file(_ content: StoreContent) throws -> [UInt8] {
    var objects = BinaryStoreWriter()
    for object in content.objects { try objects.write(object) }
    var body = BinaryStoreWriter()
    body.write(content.identifier)
    body.write(Array(try PropertyListValue.data(of: content.metadata, format: .binary)))
    body.write(integer: content.lastKey)
    body.write(count: objects.names.count)
    for name in objects.names { body.write(Array(name.utf8)) }
    body.write(count: content.objects.count)
    var file = BinaryStore.signature
    file += fixed(BinaryStore.formatNumber)
    file += fixed(UInt64(body.bytes.count + objects.bytes.count))
    file += body.bytes
    file += objects.bytes
    return file + fixed(BinaryStore.checksum(file[...]))
  }

  private static func fixed(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  // MARK: Objects

  private mutating func write(_ object: StoredObject) throws {
    write(name: object.entityName)
    write(integer: object.key)
    write(count: object.values.count)
    for (name, value) in object.values.sorted(by: { $0.key < $1.key }) {
      write(name: name)
      try write(value)
    }
    write(count: object.links.count)
    for (name, keys) in object.links.sorted(by: { $0.key < $1.key }) {
      write(name: name)
      write(count: keys.count)
      for key in keys { write(integer: key) }
    }
  }

  private mutating func write(_ value: ConstantValue) throws {
    bytes.append(BinaryValueKind(value).rawValue)
    switch value {
    case .null, .boolean: break
    case .integer(let value): write(integer: value)
    case .double(let value): bytes += Self.fixed(value.bitPattern)
    case .decimal(let value): write(Array(value.description.utf8))
    case .string(let value): write(Array(value.utf8))
    case .date(let value): bytes += Self.fixed(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): write(Array(value))
    case .uuid(let value): write(value)
    case .url(let value): write(Array(value.absoluteString.utf8))
    case .objectID, .list:
      throw StoreError(.wrongType, "an attribute of a store holds neither objects nor lists")
    }
  }

  // MARK: Parts

  private mutating func write(_ value: UUID) {
    withUnsafeBytes(of: value.uuid) { bytes += $0 }
  }

  private mutating func write(_ value: [UInt8]) {
    write(count: value.count)
    bytes += value
  }

  private mutating func write(count: Int) { write(UInt64(count)) }

  /// Writes a number in such a way that small numbers of either sign take few
  /// bytes: the sign is the lowest bit.
  private mutating func write(integer value: Int64) {
    write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func write(name: String) {
    if let number = numbers[name] { return write(number) }
    let number = UInt64(names.count)
    numbers[name] = number
    names.append(name)
    write(number)
  }
}

enum BinaryValueKind: UInt8 {
  case null = 0
  case no = 1
  case yes = 2
  case integer = 3
  case double = 4
  case decimal = 5
  case string = 6
  case date = 7
  case data = 8
  case uuid = 9
  case url = 10

  init(_ value: ConstantValue) {
    switch value {
    case .null, .objectID, .list: self = .null
    case .boolean(let value): self = value ? .yes : .no
    case .integer: self = .integer
    case .double: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    }
  }
}
