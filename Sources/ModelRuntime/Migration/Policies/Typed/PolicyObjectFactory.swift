/// A factory for the objects of a typed policy, which uses a context of an
/// empty store in memory.
///
/// Values by name become the columns of a row without a table (`SELECT ?, ?`),
/// so that generated code reads and writes them like the columns of a store.
/// The objects only hold values: they are not listed in any context.
final class PolicyObjectFactory<Values: ReleasedValues> {
  private let context: ManagedObjectContext
  private let entity: CompiledEntity
  private let columns: [ColumnMapping]
  private let starts: ColumnStarts
  private let oldRow: Statement
  private let newRow: Statement
  private let written: Statement

  init() throws {
    context = try ManagedObjectContext(
      store: PersistentStore(Values.model, configuration: .inMemory))
    let name = Values.Successor.entityDescription.name
    guard let entity = context.store.model.entity(of: Values.Successor.self) else {
      throw MigrationError(
        .invalidMapping, "a policy makes objects of '\(name)', which the newer model does not have")
    }
    self.entity = entity
    columns = context.store.mapping.mapping(of: entity).columns
    starts = Self.starts(columns, of: entity)
    oldRow = try Self.row(Values.keyPaths.map { _ in "?" }, context)
    newRow = try Self.row(columns.map { _ in "?" }, context)
    written = try Self.row(columns.map(\.place), context)
  }

  /// Returns a statement whose row consists of a constant, followed by one
  /// parameter for each column.
  private static func row(
    _ places: [String], _ context: ManagedObjectContext
  ) throws -> Statement {
    try context.connection.connection.prepare(
      "SELECT \((["0"] + places).joined(separator: ", "))")
  }

  /// Returns the first column of each class in an entity's hierarchy, beginning
  /// with the root.
  private static func starts(_ columns: [ColumnMapping], of entity: CompiledEntity) -> ColumnStarts
  {
    let depths = columns.map { entity.properties[$0.propertyNumber].depth }
    return ColumnStarts(
      (0...entity.depth).map { depth in Int32(1 + depths.count { $0 < depth }) })
  }

  // MARK: Reading

  /// Returns the typed snapshot of an older object.
  func snapshot(of object: MigrationObject) throws -> ReleasedSnapshot<Values> {
    for keyPath in Values.keyPaths { oldRow.bind(object[keyPath]) }
    _ = try oldRow.step()
    defer { oldRow.reset() }
    let values = Values(Row(oldRow, first: 1))
    let fault = oldRow.faults.pointee
    oldRow.faults.pointee.clear()
    if let kind = fault.kind {
      let problem = kind == .missing ? "has no value" : "has a value of another type"
      let name = Values.keyPaths[Int(fault.column) - 1]
      throw MigrationError(
        .invalidMapping,
        "'\(object.entityName).\(name)' of p\(object.key) \(problem), as version "
          + "\(Values.version) has it; an 'EntityMigrationPolicy' reads such values by name")
    }
    return ReleasedSnapshot(values: values, object: object)
  }

  /// Returns an object of the newer version with the values of an untyped
  /// object.
  ///
  /// A missing value becomes the default of its type, which the policy is
  /// expected to replace.
  func object(_ object: MigrationObject) throws -> Values.Successor {
    for column in columns { newRow.bind(object[column.keyPath]) }
    _ = try newRow.step()
    defer { newRow.reset() }
    let made = Values.Successor(
      _batch: context.loneBatch(entity), key: object.key, row: Row(newRow, starts: starts))
    newRow.faults.pointee.clear()
    made._flags = [.inserted, .carrier]
    return made
  }

  /// Creates an object that has a key but no values.
  func object<Object: ManagedObject>(_ type: Object.Type, key: Int64) throws -> Object {
    guard let entity = context.store.model.entity(of: type) else {
      throw MigrationError(
        .invalidMapping, "'\(type)' is no class of '\(context.store.model.description.name)'")
    }
    return Object(_batch: context.loneBatch(entity), key: key, flags: .fault)
  }

  // MARK: Writing

  /// Returns the values of an object by name, as an untyped object.
  func values(of object: Values.Successor) throws -> MigrationObject {
    guard !object._flags.contains(.linksChanged) else {
      throw refusal("a relationship to many", "has no column; set the other end, or use SQL")
    }
    var writer = RowWriter(written, .all)
    object._write(to: &writer)
    _ = try written.step()
    defer { written.reset() }
    let row = Row(written, first: 1)
    var result = MigrationObject(entityName: entity.name, key: object._key, values: [:])
    for (index, column) in columns.enumerated() {
      result[column.keyPath] = ConstantValue(row.storedValue(Int32(index)))
      if column.isExternal, object._changes.contains(column.propertyNumber) {
        throw refusal("'\(column.keyPath)'", "is kept in files")
      }
    }
    return result
  }

  private func refusal(_ property: String, _ reason: String) -> MigrationError {
    MigrationError(
      .invalidMapping, "a policy of '\(entity.name)' cannot set \(property), which \(reason)")
  }
}
