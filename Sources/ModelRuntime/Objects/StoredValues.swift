/// The stored values that an entity itself declares, without inherited values.
///
/// Generated code declares a type for the values of each entity.
public protocol StoredValues: EntityValues {
  /// The fields of the values, in column order.
  static var fields: StoredFields<Self> { get }
}

extension StoredValues {
  /// Returns whether all values are equal.
  public static func == (one: Self, other: Self) -> Bool {
    one.changes(since: other, among: .all).isEmpty
  }

  /// Hashes all values.
  public func hash(into hasher: inout Hasher) {
    for field in Self.fields.all { field.hash(self, &hasher) }
  }

  /// Decodes the values from a container, by the names of their properties.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self = Self.fields.initial
    for field in Self.fields.all { try field.decode(&self, container) }
  }

  /// Encodes the values in a container, by the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for field in Self.fields.all { try field.encode(self, &container) }
  }

  /// Returns the properties of a set whose values differ from older values.
  @inlinable
  public func changes(since old: Self, among properties: PropertySet) -> PropertySet {
    withUnsafePointer(to: self) { one in
      withUnsafePointer(to: old) { other in
        FieldComparison.differences(Self.fields.comparisons, one, other, among: properties)
      }
    }
  }
}

/// The fields of the stored values that an entity itself declares, in column
/// order.
public struct StoredFields<Values>: Sendable where Values: Sendable {
  /// The initial values of an object.
  let initial: Values
  let all: [StoredField<Values>]
  /// A comparison for each property, by which changed values are found.
  public let comparisons: [FieldComparison]

  /// Creates the fields from an object's initial values and from fields in
  /// column order.
  public init(_ initial: Values, _ fields: StoredField<Values>...) {
    self.initial = initial
    all = fields
    comparisons = fields.map(\.comparison)
  }
}
