/// The policies of one step. There are three passes; in each of them, the
/// policies run in the order of the mappings.
///
/// Mappings in SQL add a number to keys, but objects of a policy can have any key. A
/// table therefore associates old and new objects during a step:
///
///     CREATE TEMP TABLE Z__ASSOCIATIONS (mapping, source, destination)
final class PolicyRuns {
  let connection: Connection
  let plan: SchemaMigrationPlan
  private let policies: [String: any EntityMigrationPolicy]
  private var runs: [String: PolicyRun] = [:]
  private var lastKeys: [Int: Int64] = [:]

  init(
    _ connection: Connection, _ plan: SchemaMigrationPlan,
    _ policies: [String: any EntityMigrationPolicy]
  ) {
    self.connection = connection
    self.plan = plan
    self.policies = policies
  }

  /// Runs a pass of one policy.
  ///
  /// - Parameter report: A closure that receives the number of rows done, and
  ///   that can throw an error to end the pass.
  func run(_ call: PolicyCall, _ report: @escaping (Int) throws -> Void) throws {
    guard let policy = policies[call.mapping],
      let source = plan.source(ofMapping: call.mapping)
    else { return }
    let run = runs[call.mapping] ?? PolicyRun(self, source)
    runs[call.mapping] = run
    run.report = report
    switch call.pass {
    case .create: try run.create(policy)
    case .relate: try run.relate(policy)
    case .validate: try run.validate(policy)
    }
  }

  /// Creates the table of associations, if there are policies.
  func begin() throws {
    guard !policies.isEmpty else { return }
    try connection.execute(
      """
      CREATE TEMP TABLE Z__ASSOCIATIONS (mapping TEXT, source INTEGER, destination INTEGER, \
      PRIMARY KEY (mapping, source, destination)) WITHOUT ROWID; \
      CREATE INDEX temp.Z__ASSOCIATED ON Z__ASSOCIATIONS (mapping, destination)
      """)
  }

  /// Removes the table of associations.
  func end() throws {
    guard !policies.isEmpty else { return }
    try connection.execute("DROP TABLE \(Association.policyTable)")
  }

  /// Returns a key that no object of a hierarchy has or had. If hierarchies
  /// share their keys, no object at all has or had the key.
  func nextKey(rootIndex: Int) throws -> Int64 {
    // Hierarchies that are merged must not share keys.
    let index = plan.sharesKeys ? 0 : rootIndex
    let last = try lastKeys[index] ?? lastKey(index)
    lastKeys[index] = last + 1
    return last + 1
  }

  private func lastKey(_ index: Int) throws -> Int64 {
    try connection.prepare(plan.lastKeySelect(rootIndex: index)).first { $0.int64(0) } ?? 0
  }

  // MARK: Associations

  func associate(_ mapping: String, _ source: Int64, _ destination: Int64) throws {
    try connection.prepare("INSERT INTO \(Association.policyTable) VALUES (?, ?, ?)")
      .binding([.string(mapping), .integer(source), .integer(destination)]).run()
  }

  /// Returns the keys of the objects that a mapping associates with an object.
  func keys(
    of key: Int64, mapping: String, _ function: MappingFunction
  ) throws -> [Int64] {
    guard let source = plan.source(ofMapping: mapping) else { return [] }
    let way = plan.association(of: source, key: "?", function, alias: "m")
    return try connection.prepare(
      "SELECT \(way.key) FROM \(way.table) WHERE \(way.condition) ORDER BY 1"
    ).binding([.integer(key)]).rows { $0.int64(0) }
  }
}
