extension SQLCompiler {
  /// Returns the collection of all objects of an entity.
  mutating func objects(_ name: ObjectExpression) throws -> SQLOperand {
    guard case .variable(let variable) = name, let number = Parameterization.number(variable),
      case .string(let name) = constants[number]
    else { throw untranslatable("an entity whose name is no constant") }
    guard let entity = mapping.model.entity(named: name) else {
      throw ObjectPredicateError(.unknownEntity(name))
    }
    let alias = joins.newAlias()
    var collection = SQLCollection(
      tables: SQLFragment("\(mapping.mapping(of: entity).quotedTable) AS \(alias)"),
      element: .object(SQLObject(rowOf: entity, alias: alias)))
    if entity.isHierarchical {
      collection.conditions.append(
        SQLFragment("\(alias).\(mapping.familyCondition(entity))"))
    }
    return .collection(collection)
  }

  /// Returns the distance in metres between two locations; NULL if either is
  /// nil.
  mutating func distance(_ one: SQLOperand, _ other: SQLOperand) throws -> SQLValue {
    let degrees = try place(one) + place(other)
    guard degrees.count == 4 else { return .null }
    return SQLValue("model_distance(" + degrees.joined(", ") + ")", .number(.real))
  }

  /// Returns the latitude and the longitude of a location; an empty array if
  /// the operand is nil.
  private mutating func place(_ operand: SQLOperand) throws -> [SQLFragment] {
    let degrees: [SQLOperand]
    switch operand {
    case .value(let value) where value.type == .null: return []
    case .composite:
      degrees = [try step("latitude", from: operand), try step("longitude", from: operand)]
    case .list, .constants: degrees = try elements(operand)
    default: throw untranslatable("the distance of what is no place")
    }
    guard degrees.count == 2 else {
      throw untranslatable("a place of \(degrees.count) numbers instead of two")
    }
    return try degrees.map { degree in
      let value = try scalar(degree)
      switch value.type {
      case .number: return value.operand
      case .null, .notANumber: return SQLFragment("NULL")
      default: throw untranslatable("the distance of what is no place")
      }
    }
  }
}
