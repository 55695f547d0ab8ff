/// An explanation of how a store executes a fetch, for finding out why it is slow.
public struct FetchExplanation: Sendable, CustomStringConvertible {
  /// The SQL that runs the fetch, with parameters in place of values; for an
  /// incremental store, its own description of the fetch.
  public let sql: String
  /// The values of the parameters, as strings; nil if the condition contains attributes
  /// that the model marks as sensitive, unless their values were requested.
  public let bindings: [String]?
  /// SQLite's query plan, one line for each step.
  public let plan: [String]
  /// Warnings about slow steps: tables in which every row is read although the fetch
  /// has a condition.
  public let warnings: [String]

  /// The explanation as lines of text.
  public var description: String {
    var lines = [sql]
    if let bindings {
      if !bindings.isEmpty { lines.append("with " + bindings.joined(separator: ", ")) }
    } else {
      lines.append("with values that are sensitive")
    }
    lines += plan.map { "plan: " + $0 }
    lines += warnings.map { "warning: " + $0 }
    return lines.joined(separator: "\n")
  }
}

extension ManagedObjectContext {
  /// Explains how the store would execute a request.
  ///
  /// - Parameters:
  ///   - request: The request to explain.
  ///   - showsSensitiveValues: True if the values in conditions on attributes that the
  ///     model marks as sensitive are also shown.
  /// - Throws: The errors of `fetch(_:)`.
  public func explain<Object: ManagedObject>(
    _ request: FetchRequest<Object>, showsSensitiveValues: Bool = false
  ) throws -> FetchExplanation {
    try explanation(request.plan, entity(of: Object.self), showsSensitiveValues)
  }

  /// Explains how the store would execute a request for objects of an entity.
  ///
  /// - Throws: The errors of `fetch(entityName:_:)`.
  public func explain(
    entityName: String, _ request: FetchRequest<ManagedObject> = FetchRequest(),
    showsSensitiveValues: Bool = false
  ) throws -> FetchExplanation {
    try explanation(request.plan, entity(named: entityName), showsSensitiveValues)
  }

  private func explanation(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ showsSensitiveValues: Bool
  ) throws -> FetchExplanation {
    if let text = try source.explanation(plan, entity) {
      return FetchExplanation(sql: text, bindings: [], plan: [], warnings: [])
    }
    let purpose = try entity.loadedProperties(plan).map(FetchPurpose.partial) ?? .objects
    let fingerprint = try QueryFingerprint(plan, entity, purpose: purpose, store: store)
    let sql = try compiled(
      plan, entity, purpose, fingerprint.constants,
      usesIndexOrder: try usesIndexOrder(of: plan, entity))
    let constants = FetchConstants(
      values: fingerprint.constants, limit: plan.limit, offset: plan.offset)
    let isHidden = !showsSensitiveValues && plan.namesSensitiveValues(of: store.model)
    let steps = try steps(of: sql, constants)
    let isConditional = plan.predicate != nil
    return FetchExplanation(
      sql: sql.sql,
      bindings: isHidden
        ? nil
        : sql.parameters.map { ObjectExpression.constant(constants.value(of: $0)).format },
      plan: steps, warnings: isConditional ? steps.compactMap { warning(about: $0, in: steps) } : []
    )
  }

  private func steps(of sql: SQLFragment, _ constants: FetchConstants) throws -> [String] {
    try connection.translating {
      let statement = try connection.connection.prepare("EXPLAIN QUERY PLAN " + sql.sql)
      constants.bind(sql.parameters, to: statement)
      return try statement.rows { $0.string(3) }
    }
  }

  private func warning(about step: String, in plan: [String]) -> String? {
    let words = step.split(separator: " ")
    // A list in a column, and a value that is computed once, are no tables.
    guard step.hasPrefix("SCAN t"), !step.contains("VIRTUAL TABLE"),
      !plan.contains(where: { !$0.hasPrefix("S") && $0.hasSuffix(" \(words[1])") })
    else { return nil }
    let index = words.drop { $0 != "INDEX" }.dropFirst().first
    return "every row of \(words[1]) is read\(index.map { ", by the index \($0)" } ?? ""); "
      + "no index serves the condition"
  }
}

extension FetchPlan {
  /// Returns whether the condition contains an attribute that the model marks
  /// as sensitive.
  fileprivate func namesSensitiveValues(of model: CompiledModel) -> Bool {
    var sensitive: Set<String> = []
    for entity in model.entities {
      for property in entity.properties {
        if property.description.attribute?.isSensitive == true { sensitive.insert(property.name) }
      }
    }
    guard !sensitive.isEmpty, let predicate else { return false }
    // It is sufficient to find the name in the text, because hiding too much does no
    // harm.
    let text = predicate.format
    return sensitive.contains { text.contains($0) }
  }
}
