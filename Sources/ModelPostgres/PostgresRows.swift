#if PostgreSQL
  // Rows of computed values are fetched with one statement. Its inner SELECT returns
  // the values from which they are computed, so a path over relationships becomes a
  // single column:
  //
  //   SELECT r.v0, count(r.v1), min(r.v1), array_agg(r.v2 ORDER BY r.id) FILTER (…)
  //   FROM (SELECT t0.id, t0.state AS v0, t0.zip AS v1, t0.loss AS v2 FROM bank t0 WHERE …) r
  //   GROUP BY r.v0 HAVING count(r.v1) > $1 ORDER BY count(r.v1) DESC NULLS LAST, r.v0 NULLS FIRST
  //
  // The server computes counts, extremes, and sums of integers and decimals. For other
  // functions, it returns the values, because its sums of doubles depend on their
  // order, but the runtime's do not.

  /// A statement with which the server computes the rows of a request. It
  /// cannot be created if the server would compute them differently from the
  /// evaluation in memory.
  struct PostgresRows {
    /// A column of the statement's result, and the type of its values.
    private struct Output {
      let sql: String
      let type: PostgresType
      let attribute: AttributeType?
      var form = Form.value

      enum Form {
        case value, sum, values
      }
    }

    let sql: String
    private let outputs: [Output]
    private let compiler: PostgresCompiler

    init?(_ rows: StoreRows, _ layout: PostgresLayout, _ store: PostgresStore) {
      var builder = Builder(rows, PostgresCompiler(layout, store))
      guard let (sql, outputs) = builder.statement(layout) else { return nil }
      self.sql = sql
      self.outputs = outputs
      compiler = builder.compiler
    }

    func parameters() throws -> PostgresParameters { try compiler.parameters() }

    /// Returns the values of a row; nil if the runtime's type cannot represent
    /// one of them.
    func values(_ result: PostgresResult, _ row: Int) -> [StoreRowValue]? {
      var values: [StoreRowValue] = []
      for (column, output) in outputs.enumerated() {
        guard let value = Self.value(result.bytes(row, column), output) else { return nil }
        values.append(value)
      }
      return values
    }

    private static func value(_ bytes: UnsafeRawBufferPointer?, _ output: Output) -> StoreRowValue?
    {
      func constant(_ bytes: UnsafeRawBufferPointer) -> ConstantValue {
        PostgresValue.constant(bytes, output.type, output.attribute)
      }
      switch output.form {
      case .value: return .value(bytes.map(constant) ?? .null)
      case .values:
        return .values(bytes.map { PostgresValue.fields($0).compactMap { $0.map(constant) } } ?? [])
      case .sum:
        guard let bytes else { return .values([]) }
        let digits = PostgresValue.digits(bytes)
        if output.type != .numeric { return Int64(digits).map { .value(.integer($0)) } }
        // A `Decimal` can hold any number of up to 38 digits.
        guard digits.count <= 38, digits != "NaN" else { return nil }
        return Decimal(string: digits).map { .value(.decimal($0)) }
      }
    }
  }

  extension PostgresRows {
    /// A builder that assembles the SQL of the statement.
    private struct Builder {
      let rows: StoreRows
      var compiler: PostgresCompiler
      private let named: [String: ObjectExpression]
      private var paths: [[String]] = []
      private var sources: [PostgresCompiler.Value] = []

      init(_ rows: StoreRows, _ compiler: PostgresCompiler) {
        self.rows = rows
        self.compiler = compiler
        named = Dictionary(
          first: rows.columns.compactMap { column in column.name.map { ($0, column.expression) } })
      }

      mutating func statement(_ layout: PostgresLayout) -> (String, [Output])? {
        let fetch = rows.fetch
        if let condition = fetch.condition {
          var trial = compiler
          guard trial.condition(condition, fetch.entity) != nil else { return nil }
        }
        let source =
          " FROM \(layout.table(fetch.entity).quoted) t0" + compiler.filter(fetch, isFull: true)
        guard let groups = all(rows.groups, { $0.plain($1) }),
          let outputs = all(rows.columns.map(\.expression), { $0.output($1) }),
          let having = having(), let order = order(groups, outputs)
        else { return nil }
        let inner = ["t0.id"] + sources.enumerated().map { "\($1.sql) AS v\($0)" }
        var sql = rows.isDistinct ? "SELECT DISTINCT " : "SELECT "
        sql += outputs.map(\.sql).joined(separator: ", ")
        sql += " FROM (SELECT \(inner.joined(separator: ", "))\(source)) r"
        if !groups.isEmpty {
          sql += " GROUP BY " + groups.map(\.sql).joined(separator: ", ")
        }
        sql += having + order
        if let limit = fetch.limit { sql += " LIMIT \(limit)" }
        if fetch.offset > 0 { sql += " OFFSET \(fetch.offset)" }
        return (sql, outputs)
      }

      private mutating func all(
        _ expressions: [ObjectExpression],
        _ turn: (inout Builder, ObjectExpression) -> Output?
      ) -> [Output]? {
        var outputs: [Output] = []
        for expression in expressions {
          guard let output = turn(&self, expression) else { return nil }
          outputs.append(output)
        }
        return outputs
      }

      // MARK: Columns

      /// Returns a column of the inner SELECT that contains the values of a
      /// property; nil if it cannot be translated.
      private mutating func plain(_ expression: ObjectExpression) -> Output? {
        guard case .keyPath(let path, of: .evaluatedObject) = expression else { return nil }
        let known = paths.firstIndex(of: path)
        if known == nil {
          guard let value = compiler.value(path, of: rows.fetch.entity), value.destination == nil,
            value.type.isScalar
          else { return nil }
          paths.append(path)
          sources.append(value)
        }
        let index = known ?? paths.count - 1
        let source = sources[index]
        return Output(sql: "r.v\(index)", type: source.type, attribute: source.attribute)
      }

      private mutating func output(_ expression: ObjectExpression) -> Output? {
        guard case .function(let name, let arguments) = expression else { return plain(expression) }
        // The runtime computes other functions from the values that the objects of a
        // group have in common.
        guard rows.isGrouped, arguments.count == 1,
          let function = CollectionFunction(rawValue: name)
        else { return nil }
        if function == .count, arguments[0] == .evaluatedObject {
          return Output(sql: "count(*)", type: .int8, attribute: nil)
        }
        guard let value = plain(arguments[0]) else { return nil }
        switch function {
        case .count: return Output(sql: "count(\(value.sql))", type: .int8, attribute: nil)
        case .minimum, .maximum:
          guard compiler.isOrdered(value.type), value.type != .boolean else { return nil }
          return Output(
            sql: "\(name.dropLast())(\(value.sql))", type: value.type, attribute: value.attribute)
        case .sum where [.int2, .int4, .int8, .numeric].contains(value.type):
          return Output(
            sql: "sum(\(value.sql))::numeric", type: value.type, attribute: nil, form: .sum)
        case .sum, .average, .median, .mode, .deviation:
          switch value.type {
          case .int2, .int4, .int8, .float4, .float8, .numeric: break
          default: return nil
          }
          let list = "array_agg(\(value.sql) ORDER BY r.id) FILTER (WHERE \(value.sql) IS NOT NULL)"
          return Output(sql: list, type: value.type, attribute: value.attribute, form: .values)
        }
      }

      /// Returns an expression whose values the server can compare; nil if it
      /// cannot be translated.
      private mutating func compared(_ expression: ObjectExpression) -> Output? {
        var expression = expression
        if case .keyPath(let path, of: .evaluatedObject) = expression, path.count == 1 {
          expression = named[path[0]] ?? expression
        }
        guard let output = output(expression), compiler.isOrdered(output.type) else { return nil }
        switch output.form {
        case .value: return output
        // The sum of no values is 0 in the runtime but NULL on the server.
        case .sum: return Output(sql: "coalesce(\(output.sql), 0)", type: .numeric, attribute: nil)
        case .values: return nil
        }
      }

      // MARK: Clauses

      private mutating func order(_ groups: [Output], _ outputs: [Output]) -> String? {
        var terms: [String] = []
        for key in rows.fetch.order {
          guard key.options.isEmpty, let value = compared(key.value),
            !rows.isDistinct || outputs.contains(where: { $0.sql == value.sql })
          else { return nil }
          terms.append(value.sql + (key.isAscending ? " ASC NULLS FIRST" : " DESC NULLS LAST"))
        }
        let ties = rows.isDistinct ? outputs : groups
        guard ties.allSatisfy({ compiler.isOrdered($0.type) && $0.form == .value }) else {
          return nil
        }
        terms += ties.map { $0.sql + " ASC NULLS FIRST" }
        if !rows.isDistinct, !rows.isGrouped { terms.append("r.id") }
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
      }

      private mutating func having() -> String? {
        guard let predicate = rows.having else { return "" }
        return condition(predicate).map { " HAVING " + $0 }
      }

      private mutating func condition(_ predicate: ObjectPredicate) -> String? {
        predicate.postgresCondition { comparison in
          guard comparison.options.isEmpty, comparison.quantifier == .direct,
            case .constant(let constant) = comparison.right, let left = compared(comparison.left)
          else { return nil }
          let value = PostgresCompiler.Value(sql: left.sql, type: left.type)
          return compiler.test(value, comparison.operator, constant)
        }
      }
    }
  }

  extension PostgresStore {
    public func rows(_ rows: StoreRows) throws -> [[StoreRowValue]]? {
      guard let statement = PostgresRows(rows, layout, self) else { return nil }
      let parameters = try statement.parameters()
      return try pool.withConnection { connection in
        let result = try connection.query(statement.sql, parameters)
        var values: [[StoreRowValue]] = []
        for row in 0..<result.count {
          guard let row = statement.values(result, row) else { return nil }
          values.append(row)
        }
        return values
      }
    }
  }

  extension PostgresType {
    /// True if values of the type have the same meaning on the server as in the
    /// runtime. Bytes and documents do not.
    fileprivate var isScalar: Bool {
      switch self {
      case .boolean, .int2, .int4, .int8, .float4, .float8, .numeric, .text, .timestamp, .uuid: true
      case .bytes, .json: false
      }
    }
  }
#endif
