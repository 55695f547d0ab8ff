/// The far end of a to-one relationship as a row holds it: a key.
public struct Reference<Destination: ManagedObject>: Sendable, Hashable, Codable {
  /// The destination's primary key; 0 for none.
  public var key: Int64

  /// A reference to nothing.
  @inlinable
  public init() { key = 0 }

  /// A reference to a key.
  @inlinable
  public init(key: Int64) { self.key = key }

  /// A Boolean value that says whether it leads nowhere.
  @inlinable
  public var isEmpty: Bool { key == 0 }

  /// Reads the key.
  public init(from decoder: any Decoder) throws {
    key = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }
}

/// What is done with the key of a to-one relationship.
public enum ReferenceAccess: Sendable {
  case read
  case write(Int64)

  /// Does it.
  ///
  /// - Returns: The key that is there afterwards.
  @inlinable
  public func callAsFunction<Destination>(_ reference: inout Reference<Destination>) -> Int64 {
    if case .write(let key) = self { reference.key = key }
    return reference.key
  }
}

extension ManagedObject {
  /// The key at the other end of a to-one relationship; 0 for none.
  public final func _reference(_ number: Int) -> Int64 { _reference(number, .read) }

  /// Sets the key at the other end of a to-one relationship.
  final func _setReference(_ number: Int, to key: Int64) { _ = _reference(number, .write(key)) }
}

extension Row {
  /// A to-one relationship's column.
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
