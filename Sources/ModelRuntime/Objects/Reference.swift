/// A to-one relationship as it is stored in a row: the destination's key.
public struct Reference<Destination: ManagedObject>: Sendable, Hashable, Codable {
  /// The destination's primary key; 0 if there is none.
  public var key: Int64

  /// Creates a reference to no object.
  @inlinable
  public init() { key = 0 }

  /// Creates a reference to the object with the given key.
  @inlinable
  public init(key: Int64) { self.key = key }

  /// True if the reference does not refer to any object.
  @inlinable
  public var isEmpty: Bool { key == 0 }

  /// Decodes the key from a single number.
  public init(from decoder: any Decoder) throws {
    key = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the key as a single number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }
}

/// A read or a write of a to-one relationship's key.
public enum ReferenceAccess: Sendable {
  case read
  case write(Int64)

  /// Reads or writes the key of a reference.
  ///
  /// - Returns: The key of the reference afterwards.
  @inlinable
  public func callAsFunction<Destination>(_ reference: inout Reference<Destination>) -> Int64 {
    if case .write(let key) = self { reference.key = key }
    return reference.key
  }
}

extension ManagedObject {
  /// Returns the key at the other end of a to-one relationship; 0 if there is none.
  public final func _reference(_ number: Int) -> Int64 { _reference(number, .read) }

  /// Sets the key at the other end of a to-one relationship.
  final func _setReference(_ number: Int, to key: Int64) { _ = _reference(number, .write(key)) }
}

extension Row {
  /// Returns the reference in a to-one relationship's column.
  @inlinable
  public func reference<Destination: ManagedObject>(_ column: Int32) -> Reference<Destination> {
    Reference(key: optionalInt64(column) ?? 0)
  }
}

extension RowWriter {
  /// Writes a to-one relationship.
  @inlinable
  public func write<Destination>(_ value: Reference<Destination>, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if value.isEmpty { statement.bindNull() } else { statement.bind(value.key) }
  }
}
