struct MigrationStatement: Sendable {
  let sql: String
  /// The values that are bound to the statement's parameters.
  let parameters: [ConstantValue]
  /// The approximate number of rows that the statement changes; 0 if it changes none.
  let rowCount: Int
  /// A description of the work, for progress reports.
  let text: String
  /// The policy that runs instead of SQL; nil for a statement in SQL.
  var policy: PolicyCall?

  init(
    _ sql: String, rows rowCount: Int = 0, _ text: String, parameters: [ConstantValue] = []
  ) {
    self.sql = sql
    self.parameters = parameters
    self.rowCount = rowCount
    self.text = text
  }
}

/// A pass of a policy over the objects of its mapping.
struct PolicyCall: Sendable {
  let mapping: String
  let pass: PolicyPass
}

/// The passes of a policy, in the order in which they run.
enum PolicyPass: String, Sendable {
  case create = "objects made"
  case relate = "relationships set"
  case validate = "objects validated"
}
