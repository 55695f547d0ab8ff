/// The identity of a managed object: its store, its entity and its key.
///
/// An object has its permanent ID as soon as it is created: its hash and URI
/// never change. The value consists of two plain numbers, sixteen bytes in
/// memory, so that copies are cheap; the store's identifier and the entity's
/// name are kept in a table of the process.
public struct ObjectID: Sendable, Hashable {
  /// The number of the store and entity in the process's table.
  @usableFromInline let entityNumber: UInt32
  /// The object's primary key in its table.
  public let key: Int64

  /// Creates the ID of a row.
  public init(store: UUID, entityName: String, key: Int64) {
    self.init(entity: EntityReference(store: store, entityName: entityName), key: key)
  }

  /// Creates the ID of a row of an entity that has been looked up before.
  @inlinable
  public init(entity: EntityReference, key: Int64) {
    self.entityNumber = entity.number
    self.key = key
  }

  /// The entity of the object in its store.
  public var entity: EntityReference { EntityReference(number: entityNumber) }

  /// The name of the object's entity, looked up in a table of the process.
  public var entityName: String { entity.name }

  /// The identifier of the object's store, looked up in a table of the process.
  public var storeIdentifier: UUID { entity.store }
}

extension ObjectID {
  /// The ID as a URI, `x-coredata://<store>/<entity>/p<key>`.
  public var uriRepresentation: URL {
    guard let url = URL(string: description) else {
      preconditionFailure("'\(description)' is not a URI")
    }
    return url
  }

  /// Creates the ID that a URI represents; nil if the URI does not represent an
  /// object ID.
  public init?(uriRepresentation: URL) {
    self.init(uriRepresentation.absoluteString)
  }
}

extension ObjectID: LosslessStringConvertible {
  /// The ID as a URI.
  public var description: String {
    "x-coredata://\(storeIdentifier.uuidString)/\(Self.escaped(entityName))/p\(key)"
  }

  /// Creates the ID that a URI represents; nil if the string is not the URI of
  /// an object ID.
  public init?(_ description: String) {
    let scheme = "x-coredata://"
    guard description.hasPrefix(scheme) else { return nil }
    let parts = description.dropFirst(scheme.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let store = UUID(uuidString: String(parts[0])),
      let entityName = Self.unescaped(parts[1]), !entityName.isEmpty,
      parts[2].first == "p", let key = Int64(parts[2].dropFirst())
    else { return nil }
    self.init(store: store, entityName: entityName, key: key)
  }

  /// Returns a text as a part of a URI, in which only letters, digits and
  /// `-._~` stand for themselves.
  package static func escaped(_ name: String) -> String {
    var escaped = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        escaped += byte < 16 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return escaped
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let decoded = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        return nil
      }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension ObjectID: Codable {
  /// Reads an ID from its URI.
  ///
  /// - Throws: `DecodingError` if the value is not the URI of an object ID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ObjectID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not the URI of a managed object")
    }
    self = id
  }

  /// Writes an ID as its URI.
  ///
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
