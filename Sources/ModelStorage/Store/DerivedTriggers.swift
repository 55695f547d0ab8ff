/// The triggers by which Core Data computes derived attributes, so that
/// programs that use Apple's Core Data also update them when they write the
/// store.
///
/// A count has five triggers: for rows of the other table that are inserted,
/// deleted, or moved to another owner, and for an inserted row of the
/// attribute's own table. Each trigger calls a function that exists in every
/// connection of this library and records the changed row (see `AffectedRows`).
struct DerivedTriggers {
  let mapping: StoreMapping

  static let prefix = "Z_DA_"

  /// The statements that create the triggers.
  var statements: [String] {
    mapping.model.entities.flatMap { entity in
      entity.properties.filter { $0.depth == entity.depth }.flatMap { property in
        Count(property, entity, mapping)?.statements ?? []
      }
    }
  }
}

/// An attribute that counts the members of a one-to-many relationship.
private struct Count {
  private let entityName: String
  private let attribute: String
  /// The table of the rows that have the count, and the column of the count.
  private let table: String
  private let column: String
  /// The table of the counted rows, and the column of their owner.
  private let other: String
  private let owner: String

  init?(_ property: CompiledProperty, _ entity: CompiledEntity, _ mapping: StoreMapping) {
    let source = mapping.mapping(of: entity)
    guard let attribute = property.description.attribute, !attribute.isTransient,
      case .keyPath(let names, .evaluatedObject)? = attribute.derivation,
      names.count == 2, names[1] == "@count",
      let column = source.column(attribute.name),
      let relationship = entity.relationship(named: names[0]),
      relationship.storage == .inverseColumn, let inverse = relationship.inverse
    else { return nil }
    let destination = mapping.entities[relationship.destinationIndex]
    guard let owner = destination.column(inverse)
    else { return nil }
    entityName = entity.name
    self.attribute = attribute.name
    table = source.table
    self.column = column.quotedName
    other = destination.table
    self.owner = owner.quotedName
  }

  var statements: [String] {
    [
      trigger(
        "PARAMETER_INSERT", "AFTER INSERT", on: other, of: "NEW",
        set: "IFNULL(\(column), 0) + 1"),
      trigger(
        "PARAMETER_UPDATE_INCREMENT", "AFTER UPDATE OF \(owner)", on: other, of: "NEW",
        set: "\(column) + 1"),
      trigger(
        "PARAMETER_UPDATE_DECREMENT", "AFTER UPDATE OF \(owner)", on: other, of: "OLD",
        set: "\(column) - 1"),
      trigger("PARAMETER_DELETE", "AFTER DELETE", on: other, of: "OLD", set: "\(column) - 1"),
      source,
    ]
  }

  private func trigger(
    _ kind: String, _ event: String, on table: String, of row: String, set value: String
  ) -> String {
    let key = "\(row).\(owner)"
    return """
      CREATE TRIGGER \(name(table, kind)) \(event) ON \(quoted(table)) FOR EACH ROW \
      WHEN (\(key) NOT NULL) BEGIN \
      UPDATE \(quoted(self.table)) SET \(column) = \(value) WHERE Z_PK = \(key); \
      \(told("Updated", key)) END
      """
  }

  private var source: String {
    """
    CREATE TRIGGER \(name(table, "SOURCE_INSERT")) AFTER INSERT ON \(quoted(table)) FOR EACH ROW \
    BEGIN UPDATE \(quoted(table)) SET \(column) = \
    (SELECT IFNULL(COUNT(\(owner)), 0) FROM \(quoted(other)) WHERE \(owner) = NEW.Z_PK) \
    WHERE Z_PK = NEW.Z_PK; \(told("InsertUpdated", "NEW.Z_PK")) END
    """
  }

  private func told(_ what: String, _ key: String) -> String {
    """
    SELECT NSCoreDataDATrigger\(what)AffectedObjectValue('\(table)', Z_ENT, Z_PK, '\(attribute)', \
    \(column)) FROM \(quoted(table)) WHERE Z_PK = \(key);
    """
  }

  private func name(_ table: String, _ kind: String) -> String {
    quoted("\(DerivedTriggers.prefix)\(table)_\(entityName)_\(attribute)_\(kind)")
  }

  private func quoted(_ name: String) -> String { StoreNames.quoted(name) }
}
