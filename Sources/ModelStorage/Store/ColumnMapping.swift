/// A column of an entity's table.
package struct ColumnMapping: Sendable {
  /// The type that SQLite declares for a column.
  package enum Kind: Int, Sendable {
    case integer
    case reference
    /// The entity number of the row that a reference leads to.
    case entity, order, timestamp, float, decimal, text, blob

    /// The name of the type in SQL.
    var declaration: String {
      switch self {
      case .integer, .reference, .entity, .order: "INTEGER"
      case .timestamp: "TIMESTAMP"
      case .float: "FLOAT"
      case .decimal: "DECIMAL"
      case .text: "VARCHAR"
      case .blob: "BLOB"
      }
    }
  }

  /// The key path in predicates: `zip`, or `place.zip`.
  package let keyPath: String
  package let propertyNumber: Int
  package let name: String
  package let kind: Kind
  /// The type of the values; nil for the key of a relationship.
  package let type: AttributeType?
  /// True if large values are kept in files beside the store.
  package var isExternal = false

  /// True if the column stores decimals as text that keeps every digit and
  /// sorts by value.
  package var isExact: Bool { type == .decimal && kind == .text }

  /// The SQL for a parameter in a statement that writes the column.
  package var place: String { isExact ? "model_exact(?)" : "?" }

  /// Returns the columns of a stored property: one, or one for each element of
  /// a composite attribute.
  ///
  /// - Parameter areFormer: True to use the names that version 0.1 gave to
  ///   elements: `ZHOME_ZIP` instead of `ZZIP`.
  package static func columns(
    of property: CompiledProperty, in model: ManagedObjectModel, areFormer: Bool = false
  ) -> [ColumnMapping] {
    switch property.description {
    case .relationship(let relationship):
      [
        ColumnMapping(
          keyPath: relationship.name, propertyNumber: property.number,
          name: StoreNames.column(relationship.columnName ?? relationship.name),
          kind: .reference, type: nil)
      ]
    case .attribute(let attribute):
      columns(
        of: attribute, number: property.number, keyPath: attribute.name,
        name: StoreNames.column(attribute.columnName ?? attribute.name), in: model, areFormer)
    case .fetched: []
    }
  }

  private static func columns(
    of attribute: AttributeDescription, number: Int, keyPath: String, name: String,
    in model: ManagedObjectModel, _ areFormer: Bool, within composites: Set<String> = []
  ) -> [ColumnMapping] {
    guard case .composite(let typeName) = attribute.type else {
      return [
        ColumnMapping(
          keyPath: keyPath, propertyNumber: number, name: name, kind: Kind(attribute),
          type: attribute.type,
          isExternal: attribute.allowsExternalStorage && Kind(attribute) == .blob)
      ]
    }
    // A composite that contains itself, which is possible only in an unchecked
    // model, has no columns.
    guard !composites.contains(typeName) else { return [] }
    return (model.composite(named: typeName)?.elements ?? []).flatMap { element in
      let own = element.columnName ?? element.name
      return columns(
        of: element, number: number, keyPath: "\(keyPath).\(element.name)",
        name: areFormer ? "\(name)_\(own.uppercased())" : StoreNames.column(own), in: model,
        areFormer, within: composites.union([typeName]))
    }
  }
}

extension ColumnMapping.Kind {
  /// Creates the kind of the column that stores an attribute's values.
  init(_ attribute: AttributeDescription) {
    self = attribute.isExact ? .text : ColumnMapping.Kind(attribute.type)
  }

  private init(_ type: AttributeType) {
    switch type {
    case .boolean, .int16, .int32, .int64: self = .integer
    case .date: self = .timestamp
    case .float, .double: self = .float
    case .decimal: self = .decimal
    case .string, .url, .json, .list, .codable: self = .text
    case .data, .uuid, .transformable, .composite, .undefined: self = .blob
    case .enumeration(_, let raw): self.init(raw)
    }
  }
}

extension ColumnMapping {
  package var quotedName: String { StoreNames.quoted(name) }

  /// Returns the SQL that reads the column, under its own name, from a table's
  /// alias for an object: NULL if the value's file is missing.
  func selected(_ alias: String) -> String {
    isExternal
      ? "model_external_read(\(alias).\(quotedName), NULL) AS \(quotedName)"
      : "\(alias).\(quotedName)"
  }

  /// Returns the SQL that reads the column's value, from its file if it has
  /// one; a value of the wrong type if the file is missing.
  func read(_ alias: String) -> String {
    isExternal ? "model_external_read(\(alias).\(quotedName))" : "\(alias).\(quotedName)"
  }

  /// The SQL for the column's value in a new row.
  var inserted: String { isExternal ? "model_external_write(?, NULL)" : place }

  /// The SQL that sets the column to a parameter.
  var updated: String {
    "\(quotedName) = " + (isExternal ? "model_external_write(?, \(quotedName))" : place)
  }
}
