#if PostgreSQL
  // Conditions are translated into SQL only if the SQL has the same meaning: nil equals
  // nil and differs from every value, an order comparison with nil is false, and NOT
  // inverts exactly that. PostgreSQL treats NULL as false at the top of a WHERE clause,
  // and COALESCE makes it false wherever it is negated.
  //
  // Conditions with other parts (case-insensitive comparisons, regular expressions,
  // arithmetic, ...) are evaluated in memory. Strings are compared by code point on
  // both sides, because their columns are COLLATE "C".

  /// A compiler that translates conditions and sort orders into SQL. The SQL is
  /// nil if a condition or a sort order cannot be translated.
  struct PostgresCompiler {
    private let layout: PostgresLayout
    private let store: PostgresStore
    private var values: [(value: ConstantValue, type: PostgresType)] = []
    private var aliases = 0

    init(_ layout: PostgresLayout, _ store: PostgresStore) {
      self.layout = layout
      self.store = store
    }

    /// Returns the values of the parameters in the compiled SQL.
    func parameters() throws -> PostgresParameters {
      var parameters = PostgresParameters()
      for (value, type) in values {
        if case .list(let list) = value {
          try parameters.add(list, type)
        } else {
          try parameters.add(value, type)
        }
      }
      return parameters
    }

    /// Returns the WHERE clause of a fetch, which selects the entities of the
    /// rows.
    ///
    /// - Parameter isFull: True if the clause also contains the condition.
    mutating func filter(_ fetch: StoreFetch, isFull: Bool) -> String {
      var conditions: [String] = []
      let root = layout.schema?.entities[fetch.entity.rootIndex]
      if fetch.entities.count < root?.family.count ?? 0 {
        let names = fetch.entities.map { PostgresNames.literal($0.name) }
        conditions.append("t0.entity IN (\(names.joined(separator: ", ")))")
      }
      if isFull, let condition = fetch.condition {
        conditions.append(self.condition(condition, fetch.entity) ?? "true")
      }
      return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    /// Returns the SQL of a condition on the row `t0`; nil if it cannot be
    /// translated.
    mutating func condition(
      _ predicate: ObjectPredicate, _ entity: StoreSchema.Entity
    ) -> String? {
      condition(predicate, Place(alias: "t0", entity: entity))
    }

    /// Returns the SQL of a sort order of the rows `t0`, which always ends with
    /// the key; nil if it cannot be translated.
    mutating func order(_ keys: [SortKey], _ entity: StoreSchema.Entity) -> String? {
      var list: [String] = []
      for key in keys {
        guard key.options.isEmpty, key.expression == nil,
          let value = value(key.keyPath, Place(alias: "t0", entity: entity)), isOrdered(value.type),
          value.destination == nil
        else { return nil }
        list.append(value.sql + (key.isAscending ? " ASC NULLS FIRST" : " DESC NULLS LAST"))
      }
      return (list + ["t0.id"]).joined(separator: ", ")
    }

    // MARK: Conditions

    /// The alias of a row in the SQL, and the entity of the row.
    private struct Place {
      let alias: String
      let entity: StoreSchema.Entity
    }

    /// The SQL of a value, and the value's type.
    struct Value {
      let sql: String
      let type: PostgresType
      /// The index of the hierarchy whose keys the value contains; nil if the
      /// value is not a key.
      var destination: Int?
      /// The type of the value in the model; nil for a key.
      var attribute: AttributeType?
    }

    private mutating func condition(_ predicate: ObjectPredicate, _ place: Place) -> String? {
      predicate.postgresCondition { comparison($0, place) }
    }

    private mutating func comparison(
      _ comparison: ObjectPredicate.Comparison, _ place: Place
    ) -> String? {
      guard comparison.options.isEmpty else { return nil }
      guard case .keyPath(let path, of: .evaluatedObject) = comparison.left else {
        return object(comparison, place)
      }
      switch comparison.quantifier {
      case .direct:
        guard let value = value(path, place) else { return nil }
        return test(value, comparison.operator, comparison.right, place)
      case .any: return exists(path, comparison, place, isAll: false)
      case .all: return exists(path, comparison, place, isAll: true)
      }
    }

    /// Compiles a comparison of the evaluated object itself with other objects;
    /// nil if it cannot be translated.
    private mutating func object(
      _ comparison: ObjectPredicate.Comparison, _ place: Place
    ) -> String? {
      guard comparison.left == .evaluatedObject, comparison.quantifier == .direct else {
        return nil
      }
      let value = Value(
        sql: "\(place.alias).id", type: .int8, destination: place.entity.rootIndex)
      return test(value, comparison.operator, comparison.right, place)
    }

    private mutating func test(
      _ value: Value, _ operation: ObjectPredicate.Comparison.Operator,
      _ right: ObjectExpression, _ place: Place
    ) -> String? {
      switch right {
      case .constant(let constant): return test(value, operation, constant)
      case .keyPath(let path, of: .evaluatedObject):
        guard let other = self.value(path, place), other.type == value.type,
          other.destination == value.destination
        else { return nil }
        return test(value, operation, other)
      case .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set, .subquery,
        .conditional, .cast:
        return nil
      }
    }

    /// Compiles a comparison between two values of rows; nil if it cannot be
    /// translated.
    private func test(
      _ value: Value, _ operation: ObjectPredicate.Comparison.Operator, _ other: Value
    ) -> String? {
      switch operation {
      case .equal: return "\(value.sql) IS NOT DISTINCT FROM \(other.sql)"
      case .notEqual: return "\(value.sql) IS DISTINCT FROM \(other.sql)"
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        guard isOrdered(value.type), let sign = operation.sign else { return nil }
        return "\(value.sql) \(sign) \(other.sql)"
      case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: return nil
      }
    }

    /// Compiles a comparison between a value of a row and a constant; nil if it
    /// cannot be translated.
    mutating func test(
      _ value: Value, _ operation: ObjectPredicate.Comparison.Operator, _ constant: ConstantValue
    ) -> String? {
      switch operation {
      case .equal, .notEqual:
        let isEqual = operation == .equal
        if constant == .null { return "\(value.sql) IS \(isEqual ? "" : "NOT ")NULL" }
        if neighbours(of: constant, value) != nil { return isEqual ? "false" : "true" }
        guard let parameter = parameter(constant, value) else { return nil }
        return "\(value.sql) \(isEqual ? "=" : "IS DISTINCT FROM") \(parameter)"
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        if constant == .null { return "false" }
        let neighbours = neighbours(of: constant, value)
        let isAfter = operation == .less || operation == .greaterOrEqual
        guard isOrdered(value.type), let sign = operation.sign,
          let parameter = parameter(
            (isAfter ? neighbours?.after : neighbours?.before) ?? constant, value)
        else { return nil }
        return "\(value.sql) \(sign) \(parameter)"
      case .in: return membership(value, constant)
      case .between:
        guard case .list(let bounds) = constant, bounds.count == 2, isOrdered(value.type),
          !bounds.contains(.null),
          let low = parameter(neighbours(of: bounds[0], value)?.after ?? bounds[0], value),
          let high = parameter(neighbours(of: bounds[1], value)?.before ?? bounds[1], value)
        else { return nil }
        return "\(value.sql) BETWEEN \(low) AND \(high)"
      case .beginsWith, .endsWith, .contains: return text(value, operation, constant)
      case .like, .matches: return nil
      }
    }

    private mutating func membership(_ value: Value, _ constant: ConstantValue) -> String? {
      guard case .list(var list) = constant, !list.contains(.null) else { return nil }
      list.removeAll { neighbours(of: $0, value) != nil }
      guard list.allSatisfy({ fits($0, value) }) else { return nil }
      values.append((.list(list.map { converted($0, value.type) }), value.type.compared))
      return "\(value.sql) = ANY($\(values.count)\(value.type.cast(isList: true)))"
    }

    /// Compiles a comparison between a string and a part of it; nil if it
    /// cannot be translated. No string contains an empty part.
    private mutating func text(
      _ value: Value, _ operation: ObjectPredicate.Comparison.Operator, _ constant: ConstantValue
    ) -> String? {
      guard value.type == .text, case .string(let part) = constant else {
        return constant == .null ? "false" : nil
      }
      guard !part.isEmpty, let parameter = parameter(constant, value) else {
        return part.isEmpty ? "false" : nil
      }
      switch operation {
      case .beginsWith: return "starts_with(\(value.sql), \(parameter))"
      case .endsWith: return "right(\(value.sql), length(\(parameter))) = \(parameter)"
      case .contains: return "position(\(parameter) IN \(value.sql)) > 0"
      default: return nil
      }
    }

    /// Returns whether the server orders values of a type in the same way as an
    /// evaluation in memory. It does not for strings in columns without the
    /// collation "C".
    func isOrdered(_ type: PostgresType) -> Bool {
      type.isOrdered && (type != .text || store.profile == .full)
    }

    // MARK: Values

    /// Returns the value at the end of a path that begins at the row `t0`; nil
    /// if it cannot be translated.
    mutating func value(_ path: [String], of entity: StoreSchema.Entity) -> Value? {
      value(path, Place(alias: "t0", entity: entity))
    }

    /// Returns the value at the end of a path, which is a column of the row or
    /// of a related row, or a count; nil if it cannot be translated.
    private mutating func value(_ path: [String], _ place: Place) -> Value? {
      guard let name = path.first else { return nil }
      if path.last == "@count", path.count == 2 { return count(name, place) }
      let keyPath = path.joined(separator: ".")
      if let column = layout.column(keyPath, of: place.entity) {
        return Value(
          sql: "\(place.alias).\(column.quoted)", type: column.type,
          destination: column.destination,
          attribute: place.entity.columns.first { $0.keyPath == keyPath }?.type)
      }
      guard path.count > 1, let column = place.entity.columns.first(where: { $0.keyPath == name }),
        let next = column.destinationName.flatMap({ layout.schema?.entity(named: $0) }),
        let reference = layout.column(name, of: place.entity)
      else { return nil }
      let inner = Place(alias: nextAlias(), entity: next)
      guard let value = value(Array(path.dropFirst()), inner) else { return nil }
      let sql = """
        (SELECT \(value.sql) FROM \(layout.table(next).quoted) \(inner.alias) \
        WHERE \(inner.alias).id = \(place.alias).\(reference.quoted))
        """
      // A missing object has no members, so the count is 0.
      return Value(
        sql: path.last == "@count" ? "coalesce(\(sql), 0)" : sql, type: value.type,
        destination: value.destination, attribute: value.attribute)
    }

    private mutating func nextAlias() -> String {
      aliases += 1
      return "t\(aliases)"
    }

    private mutating func count(_ name: String, _ place: Place) -> Value? {
      guard let (from, _) = members(name, place) else { return nil }
      return Value(sql: "(SELECT count(*) FROM \(from))", type: .int8)
    }

    /// Returns the text after FROM for the members of a to-many relationship,
    /// including a condition; nil if there is no such relationship.
    private mutating func members(_ name: String, _ place: Place) -> (from: String, Place)? {
      guard let relationship = place.entity.relationships.first(where: { $0.name == name }),
        let entity = layout.schema?.entity(named: relationship.destinationName)
      else { return nil }
      let inner = Place(alias: nextAlias(), entity: entity)
      let table = "\(layout.table(entity).quoted) \(inner.alias)"
      switch relationship.place {
      case .column(let owner, let keyPath):
        guard let declaring = layout.schema?.entity(named: owner),
          let column = layout.column(keyPath, of: declaring)
        else { return nil }
        return ("\(table) WHERE \(inner.alias).\(column.quoted) = \(place.alias).id", inner)
      case .pairs(let name, let isInverted):
        guard let pairs = layout.pairs[name] else { return nil }
        let (own, other, _) = PostgresLayout.ends(isInverted)
        let alias = nextAlias()
        return (
          """
          \(table) JOIN \(pairs.quoted) \(alias) ON \(alias).\(other) = \(inner.alias).id \
          WHERE \(alias).\(own) = \(place.alias).id
          """, inner
        )
      }
    }

    /// Compiles a comparison that must be true for at least one member of a
    /// to-many relationship, or for all of its members; nil if it cannot be
    /// translated.
    private mutating func exists(
      _ path: [String], _ comparison: ObjectPredicate.Comparison, _ place: Place, isAll: Bool
    ) -> String? {
      guard let name = path.first, let (from, inner) = members(name, place) else { return nil }
      guard case .constant = comparison.right else { return nil }
      let rest = Array(path.dropFirst())
      let left: ObjectExpression =
        rest.isEmpty ? .evaluatedObject : .keyPath(rest, of: .evaluatedObject)
      let part = ObjectPredicate.comparison(
        ObjectPredicate.Comparison(left, comparison.operator, comparison.right))
      guard let condition = condition(part, inner) else { return nil }
      let elements = ([from] + known(rest, inner)).joined(separator: " AND ")
      return isAll
        ? "NOT EXISTS (SELECT 1 FROM \(elements) AND NOT COALESCE(\(condition), false))"
        : "EXISTS (SELECT 1 FROM \(elements) AND \(condition))"
    }

    /// Returns the conditions that the objects on a path exist, because a path
    /// has no value if one of them is missing.
    private mutating func known(_ path: [String], _ place: Place) -> [String] {
      var conditions: [String] = []
      for length in 1..<max(path.count, 1) {
        guard let object = value(Array(path[..<length]), place), object.destination != nil else {
          continue
        }
        conditions.append("\(object.sql) IS NOT NULL")
      }
      return conditions
    }

    // MARK: Constants

    /// Returns the constants before and after a date that lies between two
    /// microseconds, so that no column can contain it; nil for other constants.
    /// Such a date is not equal to any value; `x > c` is compiled as `x >
    /// before`, `x >= c` as `x >= after`, `x < c` as `x < after`, and `x <= c`
    /// as `x <= before`.
    private func neighbours(
      of constant: ConstantValue, _ value: Value
    ) -> (before: ConstantValue, after: ConstantValue)? {
      guard value.type == .timestamp, case .date(let date) = constant else { return nil }
      return PostgresValue.neighbours(of: date).map {
        (before: ConstantValue.date($0.before), after: ConstantValue.date($0.after))
      }
    }

    private mutating func parameter(_ constant: ConstantValue, _ value: Value) -> String? {
      guard fits(constant, value) else { return nil }
      values.append((converted(constant, value.type), value.type.compared))
      return "$\(values.count)\(value.type.cast(isList: false))"
    }

    /// Returns whether PostgreSQL compares a constant with a value in the same
    /// way as an evaluation in memory.
    private func fits(_ constant: ConstantValue, _ value: Value) -> Bool {
      if let destination = value.destination {
        guard case .objectID(let id) = constant, id.storeIdentifier == store.identifier else {
          return false
        }
        return layout.schema?.entity(named: id.entityName)?.rootIndex == destination
      }
      switch (value.type, constant) {
      case (.boolean, .boolean), (.uuid, .uuid), (.bytes, .data): return true
      case (.int2, .integer), (.int4, .integer), (.int8, .integer), (.numeric, .integer):
        return true
      case (.float4, .double(let number)), (.float8, .double(let number)): return !number.isNaN
      case (.float4, .integer(let number)), (.float8, .integer(let number)):
        return number.magnitude < 1 << 53
      case (.numeric, .decimal(let number)): return !number.isNaN
      case (.text, .string(let text)): return !text.utf8.contains(0)
      case (.timestamp, .date(let date)):
        // A date that a column cannot contain, and that has no neighbours in the
        // column, is compared in memory.
        return PostgresValue.kept(date) == nil && PostgresValue.takes(constant, .timestamp)
      default: return false
      }
    }

    /// Returns the constant; an integer is converted to a floating-point number
    /// if the column has such a type.
    private func converted(_ constant: ConstantValue, _ type: PostgresType) -> ConstantValue {
      guard case .integer(let number) = constant else { return constant }
      switch type {
      case .float4, .float8: return .double(Double(number))
      default: return constant
      }
    }
  }

  extension ObjectPredicate {
    /// Returns the condition in SQL; nil if a part of it cannot be translated.
    ///
    /// - Parameter comparison: A closure that translates a comparison.
    func postgresCondition(_ comparison: (Comparison) -> String?) -> String? {
      func joined(_ parts: [ObjectPredicate], _ separator: String, _ empty: String) -> String? {
        var texts: [String] = []
        for part in parts {
          guard let text = part.postgresCondition(comparison) else { return nil }
          texts.append(text)
        }
        return texts.isEmpty ? empty : "(" + texts.joined(separator: separator) + ")"
      }
      switch self {
      case .constant(let value): return value ? "true" : "false"
      case .and(let parts): return joined(parts, " AND ", "true")
      case .or(let parts): return joined(parts, " OR ", "false")
      case .not(let part):
        return part.postgresCondition(comparison).map { "NOT COALESCE(\($0), false)" }
      case .comparison(let part): return comparison(part)
      }
    }
  }

  extension PostgresType {
    /// True if the server orders the values in the same way as an evaluation in
    /// memory.
    var isOrdered: Bool {
      switch self {
      case .boolean, .int2, .int4, .int8, .float4, .float8, .numeric, .text, .timestamp: true
      case .bytes, .uuid, .json: false
      }
    }

    /// The type of parameters that are compared with values of this type. It
    /// can represent every constant.
    fileprivate var compared: PostgresType {
      switch self {
      case .int2, .int4, .int8: .int8
      case .float4, .float8: .float8
      case .boolean, .bytes, .text, .timestamp, .uuid, .json, .numeric: self
      }
    }

    /// Returns the cast of a parameter to the type for comparisons.
    fileprivate func cast(isList: Bool) -> String { "::" + compared.name + (isList ? "[]" : "") }
  }
#endif
