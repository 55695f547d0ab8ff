/// The functions of `$manager` in SQL: the newer objects that a mapping created
/// from older objects, and the older objects that newer objects were created
/// from.
///
/// Mappings in SQL add a known number to keys. The associations of policies are stored
/// in a table during the step.
struct ManagerCall {
  private let expression: MappingExpression
  private let function: MappingFunction
  private let source: TableChange.Source
  private let plan: SchemaMigrationPlan

  init(_ expression: MappingExpression, _ mapping: String, _ function: MappingFunction) throws {
    self.expression = expression
    self.function = function
    plan = expression.plan
    guard let source = plan.source(ofMapping: mapping) else {
      throw MigrationError(
        .invalidMapping,
        "$manager is asked for the mapping '\(mapping)', which makes no objects of older ones")
    }
    self.source = source
  }

  /// Returns the objects that are associated with the objects of an operand.
  func operand(_ objects: SQLOperand) throws -> SQLOperand {
    switch objects {
    case .value(let value) where value.type == .null: return .value(.null)
    case .object(let object):
      return .object(SQLObject(key: partner(of: object.key), entity: entity))
    case .collection(let collection): return .collection(try partners(of: collection))
    default:
      throw MigrationError(
        .invalidMapping, "$manager is asked about what is no object of the '\(asked)'")
    }
  }

  private var asked: String {
    (function == .destinationInstances ? source.old : source.new).entity.name
  }

  private var entity: CompiledEntity {
    (function == .destinationInstances ? source.new : source.old).entity
  }

  private func partner(of key: SQLFragment) -> SQLFragment {
    let join = plan.association(of: source, key: key.sql, function, alias: "m")
    return SQLFragment(
      "(SELECT \(join.key) FROM \(join.table) WHERE \(join.condition) ORDER BY 1 LIMIT 1)")
  }

  private func partners(of collection: SQLCollection) throws -> SQLCollection {
    guard case .object(let element) = collection.element else {
      throw MigrationError(
        .invalidMapping, "$manager is asked about what is no object of the '\(asked)'")
    }
    let alias = "m\(plan.nextAlias())"
    let join = plan.association(of: source, key: element.key.sql, function, alias: alias)
    var collection = collection
    collection.tables = collection.tables + " CROSS JOIN \(join.table)"
    collection.conditions.append(SQLFragment(join.condition))
    collection.element = .object(SQLObject(key: SQLFragment(join.key), entity: entity))
    collection.order = nil
    return collection
  }
}

/// The SQL that leads from the key of an object to the key of the associated
/// object.
struct Association {
  /// The table, as in a FROM clause.
  let table: String
  /// The condition that joins the table with the object's key.
  let condition: String
  /// The key of the associated object.
  let key: String

  /// The table that associates the objects created by policies with older
  /// objects. The table exists during a step.
  static let policyTable = "temp.Z__ASSOCIATIONS"
}

extension SchemaMigrationPlan {
  /// Returns the association of an older object with the object that a mapping
  /// created from it, or the reverse.
  func association(
    of source: TableChange.Source, key: String, _ function: MappingFunction, alias: String
  ) -> Association {
    let isForward = function == .destinationInstances
    if policyMappings.contains(source.mapping.name) {
      let (from, to) = isForward ? ("source", "destination") : ("destination", "source")
      return Association(
        table: "\(Association.policyTable) AS \(alias)",
        condition: "\(alias).mapping = \(SQLLiteral.quoted(source.mapping.name)) "
          + "AND \(alias).\(from) = \(key)", key: "\(alias).\(to)")
    }
    // Both rows must exist: the older row of the mapping's entity, and the row
    // created from it.
    let table =
      "\(interim.entities[source.new.entity.index].quotedTable) AS \(alias) "
      + "CROSS JOIN \(source.old.quotedTable) AS \(alias)_old"
    let ties = "\(alias)_old.Z_PK = \(alias).Z_PK - \(source.offset)"
    let kinds =
      "\(alias).Z_ENT = \(source.new.number) AND \(alias)_old.Z_ENT = \(source.old.number)"
    return isForward
      ? Association(
        table: table,
        condition: "\(alias).Z_PK = \(key) + \(source.offset) AND \(ties) AND \(kinds)",
        key: "\(alias).Z_PK")
      : Association(
        table: table, condition: "\(alias).Z_PK = \(key) AND \(ties) AND \(kinds)",
        key: "\(alias)_old.Z_PK")
  }
}
