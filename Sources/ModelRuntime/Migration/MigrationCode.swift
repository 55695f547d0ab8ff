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

  /// Hands a policy over: the objects of an entity go through it when data of
  /// one version become those of another.
  ///
  /// - Parameters:
  ///   - entityName: The entity's name in the newer version.
  ///   - version: The version that the data are of.
  ///   - destination: The version that they become.
  public mutating func add(
    _ policy: any EntityMigrationPolicy, for entityName: String, from version: Int,
    to destination: Int
  ) {
    policies[PolicyKey(entityName: entityName, from: version, to: destination)] = policy
  }

  /// Hands a mapping model over, for data of one version that become those of
  /// another; it comes before what would be inferred (MG-02).
  public mutating func add(_ mapping: MappingModel, from version: Int, to destination: Int) {
    mappings[Stride(from: version, to: destination)] = mapping
  }

  /// From one version to another.
  struct Stride: Hashable {
    let from: Int
    let to: Int
  }

  private struct PolicyKey: Hashable {
    let entityName: String
    let from: Int
    let to: Int
  }

  private var policies: [PolicyKey: any EntityMigrationPolicy] = [:]
  private var mappings: [Stride: MappingModel] = [:]

  /// The policies of one step, by the newer entities' names.
  func policies(from: Int?, to: Int?) -> [String: any EntityMigrationPolicy] {
    var found: [String: any EntityMigrationPolicy] = [:]
    for (key, policy) in policies where key.from == from && key.to == to {
      found[key.entityName] = policy
    }
    return found
  }

  /// The versions with what the program adds to their migration blocks, so
  /// that no way steps over it.
  func adding(to versions: [ManagedObjectModel], source: ManagedObjectModel) -> [ManagedObjectModel]
  {
    let strides = Set(mappings.keys).union(policies.keys.map { Stride(from: $0.from, to: $0.to) })
    return versions.map { version in
      var version = version
      for stride in strides where stride.to == version.version {
        let old = ([source] + versions).first { $0.version == stride.from }
        guard let old else { continue }
        version.add(steps(stride, from: old, to: version), from: stride.from)
      }
      return version
    }
  }

  private func steps(
    _ stride: Stride, from old: ManagedObjectModel, to new: ManagedObjectModel
  ) -> [MigrationDescription.Step] {
    let pairs = ModelCorrespondence(from: old, to: new)
    let mapped = mappings[stride]?.steps ?? []
    let names = Set(
      mapped.compactMap { step -> String? in
        if case .map(_, let name, _) = step { name } else { nil }
      })
    return mapped
      + policies(from: stride.from, to: stride.to).keys.sorted().compactMap { name in
        guard !names.contains(name), let entity = new.entity(named: name),
          let source = pairs.source(of: entity)
        else { return nil }
        return .map(from: source.name, to: name, [])
      }
  }

  /// Whether both know the same names.
  public static func == (one: MigrationCode, other: MigrationCode) -> Bool {
    Set(one.functions.keys) == Set(other.functions.keys)
      && Set(one.policies.keys) == Set(other.policies.keys) && one.mappings == other.mappings
  }

  /// Hashes the names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(functions.keys))
    hasher.combine(Set(policies.keys))
  }
}

extension ManagedObjectModel {
  /// Adds steps to the block of a version, those of the block first.
  fileprivate mutating func add(_ steps: [MigrationDescription.Step], from version: Int) {
    if let index = migrations.firstIndex(where: { $0.fromVersion == version }) {
      migrations[index].steps += steps
    } else {
      migrations.append(MigrationDescription(fromVersion: version, steps: steps))
    }
  }
}

extension MappingModel {
  /// The mapping as the steps of a migration block.
  fileprivate var steps: [MigrationDescription.Step] {
    entities.compactMap { entity in
      guard let source = entity.sourceName, let destination = entity.destinationName else {
        return nil
      }
      return .map(
        from: source, to: destination,
        (entity.attributes + entity.relationships).compactMap { property in
          guard case .expression(let expression) = property.value else { return nil }
          return MigrationDescription.Assignment(property.name, expression)
        })
    }
  }
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
