/// A to-one relationship as it is stored in a row, which is the key of the
/// destination.
public struct Reference<Destination: ManagedObject>: Sendable, Hashable, Codable {
  /// The primary key of the destination; 0 if there is none.
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

  /// Decodes the reference from a single number, which is its key.
  public init(from decoder: any Decoder) throws {
    key = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the reference as a single number, which is its key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(key)
  }
}

/// An access to the key of a to-one relationship, which reads or writes it.
public enum ReferenceAccess: Sendable {
  case read
  case write(Int64)

  /// Reads or writes the key of a reference.
  ///
  /// - Returns: The key of the reference after the access.
  @inlinable
  public func callAsFunction<Destination>(_ reference: inout Reference<Destination>) -> Int64 {
    if case .write(let key) = self { reference.key = key }
    return reference.key
  }
}

extension ManagedObject {
  /// Returns the key of the object to which a to-one relationship refers; 0 if
  /// there is none.
  public final func _reference(_ number: Int) -> Int64 { _reference(number, .read) }

  /// Sets the key of the object to which a to-one relationship refers, without
  /// recording a change.
  final func _setReference(_ number: Int, to key: Int64) { _ = _reference(number, .write(key)) }
}

extension Row {
  /// Returns the reference in the column of a to-one relationship; an empty
  /// reference for NULL.
  @inlinable
  public func reference<Destination: ManagedObject>(_ column: Int32) -> Reference<Destination> {
    Reference(key: optionalInt64(column) ?? 0)
  }
}

extension RowWriter {
  /// Writes the key of the object to which a to-one relationship refers; NULL
  /// if there is none.
  @inlinable
  public func write<Destination>(_ value: Reference<Destination>, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if value.isEmpty { statement.bindNull() } else { statement.bind(value.key) }
  }
}
