extension IntegrityCheck {
  /// Returns the problems of single values. Each column is checked once, for
  /// the entity that declares it.
  func valueFindings() throws -> [IntegrityFinding] {
    try mapping.entities.flatMap { mapping in
      try mapping.columns
        .filter { mapping.entity.declares($0.propertyNumber) }
        .flatMap { try missing($0, mapping) + wrongType($0, mapping) }
    }
  }

  private func missing(
    _ column: ColumnMapping, _ mapping: EntityMapping
  ) throws -> [IntegrityFinding] {
    let isMissing =
      column.isRequired(of: mapping.entity)
      ? "\(column.quotedName) IS NULL" : self.mapping.missingElement(column, of: mapping)
    guard let isMissing else { return [] }
    return try findings(
      """
      SELECT Z_PK FROM \(mapping.quotedTable) \
      WHERE \(isMissing) AND \(isOf(mapping.entity))
      """
    ) { row in
      IntegrityFinding(
        .missingValue, entityName: mapping.entity.name, key: row.int64(0),
        propertyName: column.keyPath, message: "'\(column.keyPath)' is required and has no value",
        cure: "give it one, or delete the object")
    }
  }

  private func wrongType(
    _ column: ColumnMapping, _ mapping: EntityMapping
  ) throws -> [IntegrityFinding] {
    let name = StoreNames.quoted(column.name)
    guard let type = column.type ?? (column.kind == .reference ? .int64 : nil),
      let fits = condition(name, type)
    else { return [] }
    return try findings(
      """
      SELECT Z_PK, typeof(\(name)) FROM \(mapping.quotedTable) WHERE \(name) IS NOT NULL \
      AND \(isOf(mapping.entity)) AND NOT (\(fits))
      """
    ) { row in
      IntegrityFinding(
        .wrongType, entityName: mapping.entity.name, key: row.int64(0),
        propertyName: column.keyPath,
        message: "the value of '\(column.keyPath)' (\(row.string(1))) is not of its type",
        cure: "set it again")
    }
  }

  /// Returns the condition that valid values of a type satisfy; nil if any
  /// value is valid.
  func condition(_ name: String, _ type: AttributeType) -> String? {
    let whole =
      // Other programs may write an integer as a Double.
      "(typeof(\(name)) = 'integer' OR (typeof(\(name)) = 'real' "
      + "AND \(name) = CAST(\(name) AS INTEGER)))"
    switch type {
    case .boolean, .int64: return whole
    case .int16: return "\(whole) AND \(name) BETWEEN \(Int16.min) AND \(Int16.max)"
    case .int32: return "\(whole) AND \(name) BETWEEN \(Int32.min) AND \(Int32.max)"
    case .float, .double, .date: return "typeof(\(name)) IN ('integer', 'real')"
    case .decimal: return "typeof(\(name)) <> 'blob'"
    case .string, .url: return "typeof(\(name)) = 'text'"
    case .json, .codable: return "typeof(\(name)) = 'text' AND json_valid(\(name))"
    case .list(let element): return condition(name, listOf: element)
    case .data, .transformable: return "typeof(\(name)) IN ('blob', 'text')"
    case .uuid: return "typeof(\(name)) = 'blob' AND length(\(name)) = 16"
    case .enumeration(let enumeration, let raw): return condition(name, enumeration, raw)
    case .composite, .undefined: return nil
    }
  }

  /// Returns the condition for a list, which is an array of values of the
  /// element type. JSON is checked first, since the functions for arrays fail
  /// for text that is not JSON.
  private func condition(_ name: String, listOf element: AttributeType) -> String {
    let isList =
      "json_type(\(name)) = 'array' AND NOT EXISTS "
      + "(SELECT 1 FROM json_each(\(name)) WHERE type NOT IN (\(typesInJSON(element))))"
    return "CASE WHEN typeof(\(name)) = 'text' AND json_valid(\(name)) THEN \(isList) ELSE 0 END"
  }

  /// Returns SQLite's names of the types that values have in JSON.
  private func typesInJSON(_ type: AttributeType) -> String {
    switch type {
    case .boolean: "'true', 'false'"
    // Other programs may write an integer with a decimal point.
    case .int16, .int32, .int64, .float, .double, .decimal, .date: "'integer', 'real'"
    case .string, .data, .uuid, .url: "'text'"
    case .enumeration(_, let raw): typesInJSON(raw)
    // Models cannot declare lists of these types.
    case .json, .list, .codable, .composite, .transformable, .undefined:
      "'null', 'true', 'false', 'integer', 'real', 'text', 'array', 'object'"
    }
  }

  /// Returns the condition for an enumeration; nil if the enumeration has a
  /// case for unknown values. Otherwise, only the values of its cases are
  /// valid.
  private func condition(
    _ name: String, _ enumeration: String, _ raw: AttributeType
  ) -> String? {
    guard let type = model.description.enumeration(named: enumeration), type.unknownCase == nil
    // The case for unknown values accepts all other values.
    else { return condition(name, raw) }
    let cases = type.cases.compactMap { SQLLiteral.text($0.rawValue, .integer) }
    return cases.isEmpty ? condition(name, raw) : "\(name) IN (\(cases.joined(separator: ", ")))"
  }

  // MARK: Triggers and views

  /// Returns the triggers and views that are neither Core Data's nor this library's,
  /// and the views that do not work.
  func schemaFindings() throws -> [IntegrityFinding] {
    let entities = Set(model.entities.map(\.name))
    var strange: [IntegrityFinding] = []
    var views: [String] = []
    let sql = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name"
    try connection.prepare(sql).forEachRow { row in
      let (type, name) = (row.string(0), row.string(1))
      if type == "view" { views.append(name) }
      guard !name.hasPrefix("Z_"), !name.hasPrefix(SearchTables.prefix), !entities.contains(name)
      else { return }
      strange.append(
        IntegrityFinding(
          .strangeSchema,
          message: "the \(type) '\(name)' is neither Core Data's nor this library's",
          cure: "drop it, unless you know what it does"))
    }
    return strange + views.compactMap(brokenView)
  }

  private func brokenView(_ name: String) -> IntegrityFinding? {
    do {
      // The view is prepared but not read, since reading it may never end.
      _ = try connection.prepare("SELECT * FROM \(StoreNames.quoted(name))")
      return nil
    } catch {
      return IntegrityFinding(
        .strangeSchema, message: "the view '\(name)' does not work: \(error.message)",
        cure: "drop it; it holds nothing")
    }
  }
}

extension ColumnMapping {
  /// Returns whether every object of an entity has a value in the column.
  func isRequired(of entity: CompiledEntity) -> Bool {
    switch entity.properties[propertyNumber].description {
    case .attribute(let attribute):
      // A composite itself has no column; its elements do.
      if case .composite = attribute.type { return false }
      // A derived value may not have been computed yet.
      return !attribute.isOptional && attribute.derivation == nil
    case .relationship(let relationship): return !relationship.isOptional
    case .fetched: return false
    }
  }
}
