#if PostgreSQL
  // Traces can show statements with the values of their parameters:
  //
  //   SELECT t0.id FROM bank t0 WHERE t0.name = $1 AND t0.zip = ANY($2)
  //   SELECT t0.id FROM bank t0 WHERE t0.name = 'it''s' AND t0.zip = ANY(ARRAY[1, 2]::integer[])

  extension PostgresParameters {
    /// Returns a statement with its parameters replaced by literals.
    func expanded(_ sql: String) -> String {
      var text = ""
      var rest = Substring(sql)
      while let start = rest.firstIndex(where: { "'\"$".contains($0) }) {
        text += rest[..<start]
        let sign = rest[start]
        let behind = rest[rest.index(after: start)...]
        let end =
          sign == "$"
          ? behind.firstIndex { !$0.isNumber }
          : behind.firstIndex(of: sign).map(behind.index(after:))
        let token = rest[start..<(end ?? rest.endIndex)]
        let number = sign == "$" ? Int(token.dropFirst()) : nil
        text += number.flatMap { literal($0 - 1) } ?? String(token)
        rest = rest[token.endIndex...]
      }
      return text + rest
    }
  }

  extension PostgresType {
    /// Returns a value of the type, or an array of values, as a literal for
    /// SQL.
    func literal(_ bytes: UnsafeRawBufferPointer, isArray: Bool) -> String {
      guard isArray else { return literal(PostgresValue.constant(bytes, self, nil)) }
      let values = PostgresValue.fields(bytes).map { field in
        field.map { literal($0, isArray: false) } ?? "NULL"
      }
      return "ARRAY[\(values.joined(separator: ", "))]::\(name)[]"
    }

    private func literal(_ value: ConstantValue) -> String {
      switch value {
      case .null: "NULL"
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .double(let value): "'\(value)'::\(name)"
      case .decimal(let value): "\(value)"
      case .string(let text): PostgresNames.literal(text) + (self == .text ? "" : "::\(name)")
      case .date(let date): "to_timestamp(\(date.timeIntervalSince1970))"
      case .uuid(let value): "'\(value.uuidString)'::uuid"
      case .data(let data):
        "'\\x\(data.map { String(256 + Int($0), radix: 16).dropFirst() }.joined())'::bytea"
      case .url, .objectID, .list: "NULL"
      }
    }
  }
#endif
