/// SQL written by a program, for queries that requests cannot express.
///
/// The text can only be created from literals. Interpolated values are bound to
/// parameters, and are never part of the SQL. Names of tables and columns are
/// interpolated by entity and property, and are looked up in the store:
///
/// ```swift
/// let rows = try context.rows(
///   sql: """
///     select \(column: \Bank.state) as state, count(*) as banks from \(table: Bank.self)
///     where \(column: \Bank.name) like \(pattern) and Z_PK in \(ids)
///     group by 1 having banks > \(least)
///     """)
/// ```
///
/// An array becomes a list in parentheses; another `SQLText` becomes part of the text.
public struct SQLText: Sendable {
  /// A piece of SQL text, or an interpolated argument that is converted to SQL
  /// later.
  enum Part: Sendable {
    case text(String)
    case value(ConstantValue)
    case table(EntityName)
    case column([String], of: EntityName)
    /// An argument that cannot be bound because it is not a value.
    case unsuitable(String)
  }

  /// The entity of a table or column, given by its class or by name.
  struct EntityName: Sendable {
    var type: ObjectIdentifier?
    var name: String
  }

  var parts: [Part]
}

extension SQLText: ExpressibleByStringInterpolation {
  /// Creates SQL text from a literal without values.
  public init(stringLiteral value: String) { parts = [.text(value)] }

  /// Creates SQL text from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The parts of a string literal with interpolations, in order.
  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds the literal SQL between two interpolations.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Adds a value, which is bound to a parameter in the form in which the
    /// store keeps it. For an array, the elements are bound, in parentheses.
    public mutating func appendInterpolation(_ value: some PredicateArgument) {
      guard case .constant(let constant) = value.predicateExpression else {
        return parts.append(.unsuitable("\(Swift.type(of: value))"))
      }
      parts.append(.value(constant))
    }

    /// Adds an optional value, which is bound to a parameter; nil becomes NULL.
    /// Use the operator `IS` to compare with NULL.
    public mutating func appendInterpolation<Value: PredicateArgument>(_ value: Value?) {
      if let value { appendInterpolation(value) } else { parts.append(.value(.null)) }
    }

    /// Adds another SQL text with its values.
    public mutating func appendInterpolation(_ text: SQLText) { parts += text.parts }

    /// Adds the table of a class's entity. If several entities share the table,
    /// this is a query for the rows of the entity and its subentities.
    public mutating func appendInterpolation(table type: ManagedObject.Type) {
      parts.append(.table(EntityName(type)))
    }

    /// Adds the table of the entity with the given name.
    public mutating func appendInterpolation(table name: String) {
      parts.append(.table(EntityName(type: nil, name: name)))
    }

    /// Adds the column of the property at a key path, which can be an element
    /// of a composite property.
    public mutating func appendInterpolation<Object: ManagedObject, Value>(
      column path: KeyPath<Object, Value>
    ) {
      guard let names = KeyPathReader.names(of: path) else {
        return parts.append(.unsuitable("\(path)"))
      }
      parts.append(.column(names, of: EntityName(Object.self)))
    }

    /// Adds the column of the property with the given key.
    public mutating func appendInterpolation(
      column key: some PropertyKey, of type: ManagedObject.Type
    ) {
      appendInterpolation(column: "\(key)", of: type)
    }

    /// Adds the column of the property with the given name, or of an element of
    /// a composite property, such as `place.zip`. The column of `objectID` is
    /// the primary key.
    public mutating func appendInterpolation(column name: String, of type: ManagedObject.Type) {
      parts.append(.column(name.split(separator: ".").map(String.init), of: EntityName(type)))
    }

    /// Adds the column of the property with the given name, in the entity with
    /// the given name.
    public mutating func appendInterpolation(column name: String, of entityName: String) {
      parts.append(
        .column(
          name.split(separator: ".").map(String.init), of: EntityName(type: nil, name: entityName)))
    }
  }
}

extension SQLText.EntityName {
  init(_ type: ManagedObject.Type) {
    self.init(type: ObjectIdentifier(type), name: "\(type)")
  }
}

extension SQLText {
  /// Concatenates two pieces of SQL text.
  public static func + (text: SQLText, other: SQLText) -> SQLText {
    SQLText(parts: text.parts + other.parts)
  }
}
