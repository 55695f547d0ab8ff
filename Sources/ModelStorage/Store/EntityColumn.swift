/// A column beside a to-one relationship whose destination has subentities. It contains the entity
/// number of the row that the relationship leads to, as in `ZCOVER 50, Z7_COVER 8`, where 7 is the
/// number of the destination entity.
///
/// Core Data reads the entity from this column. This library updates it by triggers that each
/// connection creates for itself, so that saves, batches and deletions all update it, and the file
/// has no triggers:
///
/// ```sql
/// CREATE TEMP TRIGGER … AFTER UPDATE OF ZCOVER ON ZALBUM
/// BEGIN UPDATE ZALBUM SET Z7_COVER = (SELECT Z_ENT FROM ZIMAGE WHERE Z_PK = NEW.ZCOVER)
///   WHERE Z_PK = NEW.Z_PK; END
/// ```
struct EntityColumn: AttachedPart, Sendable {
  let name: String
  /// The table of the column, and the column of the keys.
  let table: String
  let reference: String
  let destination: String
  /// The index of the entity that declares the relationship.
  let entityIndex: Int
  var schema = "main"

  /// Returns the columns of a new store, or of an existing store.
  static func all(
    of entities: [EntityMapping], in model: CompiledModel, _ tables: StoreTables?
  ) -> [EntityColumn] {
    entities.flatMap { source in
      source.entity.relationships.compactMap { relationship in
        let destination = entities[relationship.destinationIndex]
        guard relationship.storage == .ownColumn,
          source.entity.declares(relationship.number),
          let column = source.columns.first(where: { $0.propertyNumber == relationship.number })
        else { return nil }
        let stem = String(column.name.dropFirst())
        let name: String?
        if let tables {
          name = tables[source.table]?.sorted().first {
            NumberedName($0, after: "Z", then: "_")?.name == stem[...]
          }
        } else {
          name = destination.entity.family.count > 1 ? "Z\(destination.number)_\(stem)" : nil
        }
        return name.map {
          EntityColumn(
            name: $0, table: source.table, reference: column.name, destination: destination.table,
            entityIndex: source.entity.index)
        }
      }
    }
  }

  /// The column as a part of its table's layout.
  var mapping: ColumnMapping {
    ColumnMapping(
      keyPath: reference, propertyNumber: -1, name: name, kind: .entity, type: nil)
  }

  /// The statement that sets the column in all rows of the table, according to their references.
  var update: String {
    """
    UPDATE \(quoted(table)) SET \(quoted(name)) = (SELECT d.Z_ENT FROM \(quoted(destination)) AS d \
    WHERE d.Z_PK = \(quoted(table)).\(quoted(reference)))
    """
  }

  /// The condition that the entity number in a row differs from the entity
  /// number of the row that the relationship leads to.
  var difference: String {
    "\(quoted(name)) IS NOT (SELECT d.Z_ENT FROM \(quoted(destination)) AS d "
      + "WHERE d.Z_PK = \(quoted(table)).\(quoted(reference)))"
  }

  /// The statements that create a connection's triggers for the column.
  var triggers: [String] {
    let names = (table: quoted(table), column: quoted(name), reference: quoted(reference))
    let stem = "\(schema)_\(table)_\(name)"
    let set = """
      UPDATE \(names.table) SET \(names.column) = (SELECT Z_ENT FROM \(quoted(destination)) \
      WHERE Z_PK = NEW.\(names.reference)) WHERE Z_PK = NEW.Z_PK
      """
    return [
      """
      CREATE TEMP TRIGGER \(quoted(stem + "_insert")) AFTER INSERT ON \(schema).\(names.table) \
      WHEN NEW.\(names.reference) IS NOT NULL BEGIN \(set); END
      """,
      """
      CREATE TEMP TRIGGER \(quoted(stem + "_update")) AFTER UPDATE OF \(names.reference) \
      ON \(schema).\(names.table) BEGIN \(set); END
      """,
      // A row may be inserted after the rows that refer to it.
      """
      CREATE TEMP TRIGGER \(quoted(stem + "_arrival")) \
      AFTER INSERT ON \(schema).\(quoted(destination)) \
      BEGIN UPDATE \(names.table) SET \(names.column) = NEW.Z_ENT \
      WHERE \(names.reference) = NEW.Z_PK; END
      """,
    ]
  }

  private func quoted(_ name: String) -> String { StoreNames.quoted(name) }
}
