internal import ModelSQLite
public import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Swift that migrations call, by the names that migration blocks and mapping
/// models use.
public struct MigrationCode: Sendable, Hashable {
  /// A function of a migration block's `before` or `after`.
  public typealias Function = @Sendable (MigrationAccess) throws -> Void

  /// The functions by name: `TaskMigrations.checkCounts`.
  public private(set) var functions: [String: Function] = [:]

  /// No Swift at all.
  public init() {}

  /// Hands a function over under the name that the model calls it by.
  public mutating func add(_ name: String, _ function: @escaping Function) {
    functions[name] = function
  }

  /// Whether both know the same names.
  public static func == (one: MigrationCode, other: MigrationCode) -> Bool {
    Set(one.functions.keys) == Set(other.functions.keys)
  }

  /// Hashes the names.
  public func hash(into hasher: inout Hasher) { hasher.combine(Set(functions.keys)) }
}

extension ConstantValue {
  /// A value as SQLite holds it.
  init(_ value: FunctionResult) {
    switch value {
    case .null, .error: self = .null
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .text(let value): self = .string(value)
    case .bytes(let value): self = .data(Data(value))
    }
  }
}

/// A store in the middle of a migration, as functions of a migration block see
/// it: inside of the transaction, by SQL.
public struct MigrationAccess {
  private let connection: Connection
  /// The version that the tables are of: the older one before, the newer one
  /// after.
  public let model: ManagedObjectModel

  init(connection: Connection, model: ManagedObjectModel) {
    self.connection = connection
    self.model = model
  }

  /// Runs a statement with values for its parameters.
  ///
  /// - Throws: What SQLite says.
  public func execute(_ sql: String, _ values: [ConstantValue] = []) throws {
    let statement = try connection.prepare(sql)
    for value in values { statement.bind(value) }
    try statement.run()
  }

  /// The rows of a query; values are integers, doubles, texts, data or null.
  ///
  /// - Throws: What SQLite says.
  public func rows(_ sql: String, _ values: [ConstantValue] = []) throws -> [[ConstantValue]] {
    let statement = try connection.prepare(sql)
    for value in values { statement.bind(value) }
    var rows: [[ConstantValue]] = []
    try statement.forEachRow { row in
      rows.append((0..<Int32(statement.columnCount)).map { ConstantValue(row.storedValue($0)) })
    }
    return rows
  }

  /// How many objects are of an entity or of one below it; 0 for a name that
  /// the model does not have.
  public func count(of entityName: String) throws -> Int {
    let compiled = CompiledModel(layoutOf: model)
    guard let entity = compiled.entity(named: entityName) else { return 0 }
    let mapping = StoreMapping(compiled, numbers: try ExistingSchema(connection).numbers)
    let numbers = entity.family.map { String(mapping.entities[$0].number) }
    let sql =
      "SELECT count(*) FROM \(mapping.entities[entity.index].quotedTable) "
      + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))"
    guard case .integer(let count)? = try rows(sql).first?.first else { return 0 }
    return Int(count)
  }
}
