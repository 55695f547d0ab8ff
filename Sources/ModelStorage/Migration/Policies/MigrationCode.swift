/// Swift code that migrations call, by the names that migration blocks and mapping
/// models use.
public struct MigrationCode: Sendable, Hashable {
  /// A function for `before` or `after` in a migration block.
  public typealias Function = @Sendable (MigrationAccess) throws -> Void

  /// The functions by name, such as `TaskMigrations.checkCounts`.
  public private(set) var functions: [String: Function] = [:]

  /// Creates an empty set of code.
  public init() {}

  /// Registers a function under the name that the model uses.
  public mutating func add(_ name: String, _ function: @escaping Function) {
    functions[name] = function
  }

  /// Registers a policy for the objects of an entity when data are migrated from one
  /// version to another.
  ///
  /// - Parameters:
  ///   - policy: The policy that creates the new objects.
  ///   - entityName: The entity's name in the newer version.
  ///   - version: The version of the existing data.
  ///   - destination: The version that the data are migrated to.
  public mutating func add(
    _ policy: any EntityMigrationPolicy, for entityName: String, from version: Int,
    to destination: Int
  ) {
    policies[PolicyKey(entityName: entityName, from: version, to: destination)] = policy
  }

  /// Registers a policy under the name that mapping models use as `policyName`.
  public mutating func add(_ policy: any EntityMigrationPolicy, named name: String) {
    namedPolicies[name] = policy
  }

  /// Registers a mapping model for data that are migrated from one version to another.
  /// It takes precedence over an inferred mapping.
  public mutating func add(_ mapping: MappingModel, from version: Int, to destination: Int) {
    mappings[Stride(from: version, to: destination)] = mapping
  }

  private typealias Stride = MigrationPath.Stride

  private struct PolicyKey: Hashable {
    let entityName: String
    let from: Int
    let to: Int
  }

  private var policies: [PolicyKey: any EntityMigrationPolicy] = [:]
  private var namedPolicies: [String: any EntityMigrationPolicy] = [:]
  /// The mapping models by their versions.
  package private(set) var mappings: [MigrationPath.Stride: MappingModel] = [:]

  /// Returns the policies of one step, by the names of the mappings.
  ///
  /// - Parameter isComplete: True if every policy that the step refers to is
  ///   required.
  /// - Throws: `MigrationError` if a required policy is not registered.
  func policies(
    for step: MigrationPath.Step, isComplete: Bool
  ) throws -> [String: any EntityMigrationPolicy] {
    let registered = policies(from: step.source.version, to: step.destination.version)
    let needed = Set(
      step.steps.compactMap { if case .policy(let name) = $0 { name } else { nil } })
    var found: [String: any EntityMigrationPolicy] = [:]
    // A mapping without a source has no objects for a policy to see.
    for mapping in step.inferred.mapping.entities where mapping.sourceName != nil {
      guard let entity = mapping.destinationName else { continue }
      let policy = mapping.policyName.map { namedPolicies[$0] } ?? registered[entity]
      found[mapping.name] = policy
      guard policy == nil, isComplete else { continue }
      if let name = mapping.policyName { throw missing(name, mapping.name) }
      if needed.contains(entity) { throw missing(entity, step) }
    }
    return found
  }

  private func missing(_ entity: String, _ step: MigrationPath.Step) -> MigrationError {
    MigrationError(
      .missingCode,
      "the migration from \(step.source.versionTitle) to \(step.destination.versionTitle) needs "
        + "code: a policy of '\(entity)', which the program did not hand over in "
        + "'MigrationOptions.code'; where it may be left out, write 'policy \(entity) @optional'")
  }

  private func missing(_ name: String, _ mapping: String) -> MigrationError {
    MigrationError(
      .missingCode,
      "the mapping '\(mapping)' calls the policy '\(name)', which the program did not hand over "
        + "in 'MigrationOptions.code'" + nearestQuestion(for: name, in: namedPolicies.keys.sorted())
    )
  }

  /// Returns the policies that are registered for entities, by the names of the
  /// newer entities.
  private func policies(from: Int?, to: Int?) -> [String: any EntityMigrationPolicy] {
    var found: [String: any EntityMigrationPolicy] = [:]
    for (key, policy) in policies where key.from == from && key.to == to {
      found[key.entityName] = policy
    }
    return found
  }

  /// Returns the versions with an additional migration block for every policy,
  /// so that no migration skips the policy's version.
  func adding(to versions: [ManagedObjectModel], source: ManagedObjectModel) -> [ManagedObjectModel]
  {
    let strides = Set(policies.keys.map { Stride(from: $0.from, to: $0.to) })
    return versions.map { version in
      var version = version
      for stride in strides where stride.to == version.version {
        let old = ([source] + versions).first { $0.version == stride.from }
        guard let old else { continue }
        version.add(steps(stride, from: old, to: version, versions), from: stride.from)
      }
      return version
    }
  }

  private func steps(
    _ stride: MigrationPath.Stride, from old: ManagedObjectModel, to new: ManagedObjectModel,
    _ versions: [ManagedObjectModel]
  ) -> [MigrationDescription.Step] {
    // An entity that is mapped by a block already has a step.
    let mapped = Set(
      new.migrationSteps(from: old).compactMap { step -> String? in
        if case .map(_, let name, _) = step { name } else { nil }
      })
    let pairs = ModelCorrespondence(from: old, to: new, through: versions.between(old, new))
    return policies(from: stride.from, to: stride.to).keys.sorted().flatMap {
      name -> [MigrationDescription.Step] in
      guard let entity = new.entity(named: name), let source = pairs.source(of: entity) else {
        return []
      }
      let map = MigrationDescription.Step.map(from: source.name, to: name, [])
      return (mapped.contains(name) ? [] : [map]) + [.policy(entity: name)]
    }
  }

  /// Returns whether both values contain the same names and equal mapping
  /// models.
  public static func == (one: MigrationCode, other: MigrationCode) -> Bool {
    Set(one.functions.keys) == Set(other.functions.keys)
      && Set(one.policies.keys) == Set(other.policies.keys)
      && Set(one.namedPolicies.keys) == Set(other.namedPolicies.keys)
      && one.mappings == other.mappings
  }

  /// Hashes the names of the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(functions.keys))
    hasher.combine(Set(policies.keys))
  }
}

extension ManagedObjectModel {
  /// Adds steps to the block of a version, after the block's own steps.
  fileprivate mutating func add(_ steps: [MigrationDescription.Step], from version: Int) {
    if let index = migrations.firstIndex(where: { $0.fromVersion == version }) {
      migrations[index].steps += steps
    } else {
      migrations.append(MigrationDescription(fromVersion: version, steps: steps))
    }
  }
}

extension ConstantValue {
  /// Creates a value from a value of SQLite.
  package init(_ value: FunctionResult) {
    switch value {
    case .null, .error, .failure: self = .null
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .text(let value): self = .string(value)
    case .bytes(let value): self = .data(Data(value))
    }
  }
}

extension Statement {
  /// Returns all values of a row of the statement.
  func values(of row: Row) -> [ConstantValue] {
    (0..<Int32(columnCount)).map { ConstantValue(row.storedValue($0)) }
  }
}

/// Access to a store in the middle of a migration, for the functions of a
/// migration block: inside the transaction, by means of SQL.
public struct MigrationAccess {
  private let connection: Connection
  /// The version of the tables: the older version in `before`, the newer one in
  /// `after`.
  public let model: ManagedObjectModel

  init(connection: Connection, model: ManagedObjectModel) {
    self.connection = connection
    self.model = model
  }

  /// Runs a statement with values for its parameters.
  ///
  /// - Throws: An error of SQLite.
  public func execute(_ sql: String, _ values: [ConstantValue] = []) throws {
    try connection.prepare(sql).binding(values).run()
  }

  /// Returns the rows of a query. Values are integers, Doubles, strings, data
  /// or null.
  ///
  /// - Throws: An error of SQLite.
  public func rows(_ sql: String, _ values: [ConstantValue] = []) throws -> [[ConstantValue]] {
    let statement = try connection.prepare(sql)
    return try statement.binding(values).rows { statement.values(of: $0) }
  }

  /// Returns the number of objects of an entity and its subentities; 0 for a
  /// name that the model does not contain.
  ///
  /// - Throws: An error of SQLite.
  public func count(of entityName: String) throws -> Int {
    let compiled = CompiledModel(layoutOf: model)
    guard let entity = compiled.entity(named: entityName) else { return 0 }
    let mapping = StoreMapping(compiled, in: try ExistingSchema(connection))
    let sql =
      "SELECT count(*) FROM \(mapping.entities[entity.index].quotedTable) "
      + "WHERE \(mapping.familyCondition(entity))"
    guard case .integer(let count)? = try rows(sql).first?.first else { return 0 }
    return Int(count)
  }
}
