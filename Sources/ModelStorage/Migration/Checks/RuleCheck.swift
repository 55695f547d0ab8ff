/// Checks that migrated rows satisfy the rules of their entities, as a save
/// would: required values, types, bounds, patterns, counts and checks.
///
/// One statement per entity determines whether any rule is broken. Only in that
/// case, a statement per rule selects the keys of the rows that break it.
///
///     SELECT 1 FROM ZITEM AS t0 WHERE t0.Z_ENT = 2
///       AND ((t0.ZNAME IS NULL) OR (length(t0.ZNAME) > 10)) LIMIT 1
struct RuleCheck {
  let connection: Connection
  let identifier: UUID
  let mapping: StoreMapping

  /// The rules that are checked for an entity.
  enum Scope: Equatable {
    case nothing
    /// The rules of the given properties; the rest of the row is unchanged.
    case properties(Set<String>)
    /// The rules of the given properties, and the checks of the entity.
    case computed(Set<String>)
    case all
  }

  /// Returns the rows that break rules, by rule.
  ///
  /// - Parameter scope: The rules that are checked for the entity with the
  ///   given index.
  func failures(
    _ scope: (Int) -> Scope = { _ in .all }
  ) throws -> [MigrationError.Failure] {
    try mapping.entities.filter { !$0.entity.description.isAbstract }.flatMap { entity in
      let rules = try rules(of: entity, scope(entity.entity.index)).compactMap { rule in
        try sql(rule.broken, entity).map { (rule, $0) }
      }
      guard try breaksAny(rules.map(\.1), entity) else { return [] as [MigrationError.Failure] }
      return try rules.compactMap { try failure($0, $1, entity) }
    }
  }

  private func rules(of entity: EntityMapping, _ scope: Scope) -> [Rule] {
    switch scope {
    case .nothing: []
    case .all: rules(of: entity)
    case .properties(let names): rules(of: entity).filter { names.contains($0.firstName) }
    case .computed(let names):
      rules(of: entity).filter { rule in
        names.contains(rule.firstName)
          || entity.entity.checks.contains { $0.name == rule.property }
      }
    }
  }

  private func breaksAny(_ conditions: [String], _ entity: EntityMapping) throws -> Bool {
    guard !conditions.isEmpty else { return false }
    let any = conditions.map { SQLFragment("(\($0))") }.combined(" OR ").sql
    return try connection.prepare(
      "SELECT 1 FROM \(entity.quotedTable) AS t0 WHERE t0.Z_ENT = \(entity.number) "
        + "AND (\(any)) LIMIT 1"
    ).hasRow
  }

  /// A rule, and the condition under which it is broken.
  private struct Rule {
    let property: String
    let text: String
    let broken: Broken

    /// The name of the property, or of the attribute that an element belongs
    /// to.
    var firstName: String { String(property.prefix { $0 != "." }) }
  }

  /// The condition under which a row breaks a rule.
  private enum Broken {
    case sql(String)
    case predicate(ObjectPredicate)
  }

  private func failure(
    _ rule: Rule, _ broken: String, _ entity: EntityMapping
  ) throws -> MigrationError.Failure? {
    let condition = DataCondition.rule(
      entity: entity.entity.name, property: rule.property, text: rule.text)
    return try DataCheck(connection: connection, identifier: identifier).failure(
      condition, entity.entity.name,
      "SELECT t0.Z_PK FROM \(entity.quotedTable) AS t0 WHERE t0.Z_ENT = \(entity.number) "
        + "AND (\(broken))")
  }

  /// Returns a condition in SQL; nil for a condition that SQL cannot express,
  /// which is checked in the next save of the object.
  private func sql(_ broken: Broken, _ entity: EntityMapping) throws -> String? {
    var numbering = Parameterization()
    let numbered: ObjectPredicate
    switch broken {
    case .sql(let sql): return sql
    case .predicate(let predicate): numbered = numbering.predicate(predicate)
    }
    var compiler = SQLCompiler(
      mapping: mapping, entity: entity.entity, constants: numbering.constants)
    do {
      let condition = try compiler.condition(numbered)
      let constants = FetchConstants(values: numbering.constants)
      let text = condition.inlined(constants, now: .date(.now))
      let joins = compiler.joins.clauses.inlined(constants, now: .date(.now))
      return joins.isEmpty ? text : "(SELECT \(text) FROM (SELECT 1) AS one\(joins))"
    } catch is StoreError {
      return nil
    }
  }

  // MARK: Rules

  private func rules(of entity: EntityMapping) -> [Rule] {
    let columns = entity.columns.flatMap { rules(of: $0, entity) }
    let counted = entity.entity.relationships.filter(\.description.hasCount).flatMap {
      rules(of: $0.description)
    }
    let checks = entity.entity.checks.map { check in
      Rule(
        property: check.name, text: "must hold: \(check.message)",
        broken: .predicate(.not(check.predicate)))
    }
    return columns + counted + checks
  }

  private func rules(of column: ColumnMapping, _ entity: EntityMapping) -> [Rule] {
    let name = "t0.\(column.quotedName)"
    var rules: [Rule] = []
    if column.isRequired(of: entity.entity) { rules.append(missing(column, "\(name) IS NULL")) }
    switch entity.entity.properties[column.propertyNumber].description {
    case .relationship: return rules + [dangling(column, name, entity)].compactMap(\.self)
    case .attribute(let attribute):
      let path = mapping.elements(of: attribute, to: column)
      if let isMissing = mapping.missingElement(column, of: entity, prefix: "t0.") {
        rules.append(missing(column, isMissing))
      }
      let check = IntegrityCheck(
        mapping: mapping, connection: connection, path: "", isForeign: false)
      if let type = column.type, let fits = check.condition(name, type) {
        rules.append(
          Rule(
            property: column.keyPath, text: "must be of its type, \(type.name)",
            broken: .sql("\(name) IS NOT NULL AND NOT (\(fits))")))
      }
      return rules + (path.last ?? attribute).rules.flatMap { self.rules($0, column, name) }
    case .fetched: return []
    }
  }

  private func missing(_ column: ColumnMapping, _ isMissing: String) -> Rule {
    Rule(
      property: column.keyPath, text: "is required and must have a value",
      broken: .sql(isMissing))
  }

  /// Returns the rule that a reference must lead to an object; nil if deletions
  /// do not affect the reference.
  private func dangling(
    _ column: ColumnMapping, _ name: String, _ entity: EntityMapping
  ) -> Rule? {
    guard let relationship = entity.entity.relationship(column.propertyNumber),
      let inverse = relationship.inverse
    else { return nil }
    let destination = mapping.entities[relationship.destinationIndex]
    guard destination.entity.relationship(inverse.number)?.deleteRule != .noAction else {
      return nil
    }
    return Rule(
      property: column.keyPath, text: "must lead to an object that is there",
      broken: .sql(
        "\(name) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(destination.quotedTable) AS d "
          + "WHERE d.Z_PK = \(name) AND d.\(mapping.familyCondition(destination.entity)))"))
  }

  private func rules(of relationship: RelationshipDescription) -> [Rule] {
    relationship.brokenCounts(.keyPath(relationship.name, "@count")).map { isLeast, limit, broken in
      Rule(
        property: relationship.name, text: "must lead to at \(isLeast ? "least" : "most") \(limit)",
        broken: .predicate(broken))
    }
  }

  // MARK: Values

  private func rules(
    _ rule: ValidationRule, _ column: ColumnMapping, _ name: String
  ) -> [Rule] {
    let names = column.keyPath.split(separator: ".").map(String.init)
    let value = ObjectExpression.keyPath(names, of: .evaluatedObject)
    let words = rule.message.map { ": \($0)" } ?? ""
    func broken(_ text: String, _ predicate: ObjectPredicate) -> Rule {
      Rule(
        property: column.keyPath, text: text + words,
        broken: .predicate(
          .and([.compare(value, .notEqual, .constant(.null)), predicate])))
    }
    switch rule.requirement {
    case .length(let least, let most):
      guard let length = counted(column, name) else { return [] }
      func bounded(_ text: String, _ bound: String) -> Rule {
        Rule(
          property: column.keyPath, text: "must have \(text) \(length.unit)" + words,
          broken: .sql("\(length.sql) \(bound)"))
      }
      return [
        least.map { bounded("at least \($0)", "< \($0)") },
        most.map { bounded("at most \($0)", "> \($0)") },
      ].compactMap(\.self)
    case .range(let least, let most, let isOpen):
      let bounds = [
        least.map { broken("must be at least \($0.shown)", .compare(value, .less, .constant($0))) },
        most.map {
          isOpen
            ? broken(
              "must be less than \($0.shown)", .compare(value, .greaterOrEqual, .constant($0)))
            : broken("must be at most \($0.shown)", .compare(value, .greater, .constant($0)))
        },
      ]
      return bounds.compactMap(\.self)
    case .matches(let pattern):
      return [
        broken(
          "must match /\(pattern)/",
          .not(.compare(value, .matches, .constant(.string(pattern)))))
      ]
    case .predicate(let predicate):
      // SELF in the rule refers to the value.
      let ofValue = predicate.rewriting { $0 == .evaluatedObject ? value : nil }
      return [broken("must hold: \(predicate.format)", .not(ofValue))]
    }
  }

  /// Returns the length of a column's value and its unit; nil for a value that may be
  /// in a file, since the column then holds the file's name.
  private func counted(_ column: ColumnMapping, _ name: String) -> (sql: String, unit: String)? {
    if column.isExternal { return nil }
    if column.type == .data { return ("length(CAST(\(name) AS BLOB))", "bytes") }
    // A save counts characters, while the length in a condition counts Unicode scalars.
    return ("model_characters(\(name))", "characters")
  }
}

extension ConstantValue {
  /// The value in the form that messages show.
  fileprivate var shown: String { ObjectExpression.constant(self).format }
}
