// Generated code reads a row of SQLite and writes into a statement's parameters. For an incremental
// store, a row consists of cells, which are read in place of a statement's row:
//
//   SELECT NULL AS Z_PK, NULL AS Z_OPT, NULL AS ZNAME, NULL AS ZPRICE, ...
//
// The values that an object writes are bound to a statement without a table, and read back for the
// store.

/// A row without a table, which is filled with values from an incremental store.
package final class RowRegister {
  package let entity: CompiledEntity
  package let mapping: EntityMapping
  package let statement: Statement
  let cells: RowCells
  private let starts: ColumnStarts?
  /// The columns of `@exact` attributes, whose digits are stored in a special form.
  private let exactColumns: [Int32]

  init(_ entity: CompiledEntity, _ mapping: EntityMapping, _ connection: Connection) throws {
    self.entity = entity
    self.mapping = mapping
    let columns = mapping.columns.map { "NULL AS \($0.quotedName)" }
    statement = try connection.prepare(
      "SELECT " + (["NULL AS Z_PK", "NULL AS Z_OPT"] + columns).joined(separator: ", "))
    cells = try RowCells(statement)
    starts = entity.isHierarchical ? Self.starts(of: entity, mapping) : nil
    exactColumns = mapping.columns.indices.filter { mapping.columns[$0].isExact }
      .map { Int32(2 + $0) }
  }

  /// Returns the positions at which the columns of the class and its superclasses
  /// begin.
  private static func starts(of entity: CompiledEntity, _ mapping: EntityMapping) -> ColumnStarts {
    ColumnStarts(
      (0...entity.depth).map { depth in
        let inherited = mapping.columns.filter {
          entity.properties[$0.propertyNumber].depth < depth
        }
        return Int32(2 + inherited.count)
      })
  }

  /// The row as generated code reads it, once its last value has been added.
  var row: Row {
    for column in exactColumns { cells.makeExact(column) }
    return starts.map { Row(statement, starts: $0) } ?? Row(statement, first: 2)
  }
}

/// Reads back the values that an object writes for some of its properties.
package final class ValueRegister {
  package let columns: [Int]
  private let types: [AttributeType?]
  package let statement: Statement
  private let properties: PropertySet

  init(_ mapping: EntityMapping, _ properties: PropertySet, _ connection: Connection) throws {
    let all = mapping.columns
    self.properties = properties
    columns = all.indices.filter { properties.contains(all[$0].propertyNumber) }
    types = columns.map { all[$0].type }
    let places = columns.isEmpty ? "NULL" : StoreNames.places(columns.count)
    statement = try connection.prepare("SELECT \(places)")
  }

  /// Returns the values that a closure binds for the properties, in the order of the
  /// columns.
  package func values(_ bind: (Statement, PropertySet) -> Void) throws -> [ConstantValue] {
    defer { statement.reset() }
    bind(statement, properties)
    guard try statement.step() else { return [] }
    let row = Row(statement)
    return types.enumerated().map { index, type in
      let column = Int32(index)
      if row.isNull(column) { return .null }
      return type.map { row.constant(column, $0) } ?? .integer(row.int64(column))
    }
  }
}

/// The registers of a context, created when they are first needed.
package final class RowRegisters {
  private let store: PersistentStore
  private let connection: Connection
  private var rows: [Int: RowRegister] = [:]
  private var values: [Int: [PropertySet: ValueRegister]] = [:]
  /// The register that was used last; nil before the first use. Consecutive
  /// objects usually have the same entity and the same changed properties.
  private var last: (entityIndex: Int, properties: PropertySet, register: ValueRegister)?

  package init(_ store: PersistentStore, _ connection: Connection) {
    self.store = store
    self.connection = connection
  }

  /// Returns the register of an entity, or a new one if that register is in use.
  func register(_ index: Int) throws -> RowRegister {
    guard store.model.entities.indices.contains(index) else {
      throw StoreError(.unknownName, "an entity of another model")
    }
    if let known = rows[index], known.cells.isEmpty { return known }
    let entity = store.model.entities[index]
    let register = try RowRegister(entity, store.mapping.mapping(of: entity), connection)
    rows[index] = register
    return register
  }

  package func register(_ entity: CompiledEntity, _ properties: PropertySet) throws -> ValueRegister
  {
    if let last, last.entityIndex == entity.index, last.properties == properties {
      return last.register
    }
    let register =
      try values[entity.index]?[properties]
      ?? ValueRegister(store.mapping.mapping(of: entity), properties, connection)
    values[entity.index, default: [:]][properties] = register
    last = (entity.index, properties, register)
    return register
  }
}
