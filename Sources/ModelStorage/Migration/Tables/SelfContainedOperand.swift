/// Makes operands independent of the surrounding statement: parameters become
/// literals, and joined tables are included, so that the operands can be parts
/// of other SQL.
struct SelfContainedOperand {
  let joins: SQLFragment
  let constants: FetchConstants
  let now: ConstantValue
  /// An alias that is used for no other table.
  let alias: String

  /// Returns the operand in self-contained form.
  func closed(_ operand: SQLOperand, _ compiler: SQLCompiler) throws -> SQLOperand {
    switch operand {
    case .value(let value):
      return .value(value.type == .null ? .null : SQLValue(wrapped(value.sql), value.type))
    case .object(let object):
      // The surrounding row already contains the object.
      if object.alias != nil, joins.sql.isEmpty { return operand }
      return .object(SQLObject(key: SQLFragment(wrapped(object.key)), entity: object.entity))
    case .list, .constants:
      return .list(try compiler.elements(operand).map { try closed($0, compiler) })
    case .composite: return .value(try compiler.scalar(operand))
    case .collection(let collection): return .collection(try closed(collection, compiler))
    }
  }

  private func closed(
    _ collection: SQLCollection, _ compiler: SQLCompiler
  ) throws -> SQLCollection {
    if !joins.sql.isEmpty, collection.order == nil, case .object(let object) = collection.element {
      return closed(collection, of: object)
    }
    var collection = collection
    let tables = collection.tables.inlined(constants, now: now)
    // A single row replaces the surrounding row, so that joins have a table to
    // start from.
    collection.tables = SQLFragment(
      joins.sql.isEmpty
        ? tables : "(SELECT 1) AS one\(joins.inlined(constants, now: now)) CROSS JOIN \(tables)")
    collection.conditions = collection.conditions.map {
      SQLFragment($0.inlined(constants, now: now))
    }
    switch collection.element {
    case .object(var object):
      object.key = SQLFragment(object.key.inlined(constants, now: now))
      collection.element = .object(object)
    default:
      let value = try compiler.scalar(collection.element)
      collection.element = .value(
        SQLValue(SQLFragment(value.sql.inlined(constants, now: now)), value.type))
    }
    return collection
  }

  /// Returns a collection of the same objects that does not refer to joined
  /// tables: their keys are selected as one JSON array. The order of the
  /// objects is not kept.
  private func closed(_ collection: SQLCollection, of object: SQLObject) -> SQLCollection {
    let keys = collection.select("json_group_array(" + object.key + ")")
    return SQLCollection(
      tables: SQLFragment("json_each(\(wrapped("(" + keys + ")"))) AS \(alias)"),
      element: .object(SQLObject(key: SQLFragment("\(alias).value"), entity: object.entity)))
  }

  private func wrapped(_ fragment: SQLFragment) -> String {
    let text = fragment.inlined(constants, now: now)
    guard !joins.sql.isEmpty else { return "(\(text))" }
    return "(SELECT \(text) FROM (SELECT 1) AS one\(joins.inlined(constants, now: now)))"
  }
}

extension SQLFragment {
  /// Returns the SQL with its parameters written as literals.
  func inlined(_ constants: FetchConstants, now: ConstantValue) -> String {
    var rest = parameters[...]
    var text = ""
    // A question mark in quotes is not a parameter. The SQL is read by Unicode
    // scalars, since a name may begin with a scalar that forms a character with
    // the preceding quote.
    var quote: Unicode.Scalar?
    for character in sql.unicodeScalars {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "?", let parameter = rest.popFirst() {
        let value: ConstantValue =
          if case .now = parameter.source { now } else {
            constants.value(of: parameter)
          }
        text += SQLLiteral.text(value, .integer) ?? "NULL"
        continue
      }
      text.unicodeScalars.append(character)
    }
    return text
  }
}
