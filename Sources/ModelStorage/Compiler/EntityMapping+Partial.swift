extension CompiledEntity {
  /// Returns the numbers of the properties that a plan loads; nil for all
  /// properties.
  ///
  /// - Throws: `StoreError` (`.unknownName`) if a name is not the name of a
  ///   property.
  package func loadedProperties(_ plan: FetchPlan) throws -> PropertySet? {
    guard let names = plan.loadedPropertyNames else { return nil }
    var loaded = PropertySet()
    for name in names {
      guard let property = property(named: name) else {
        throw StoreError(
          .unknownName,
          "'\(self.name)' has no property '\(name)'"
            + nearestQuestion(for: name, in: properties.map(\.name)), propertyNames: [name])
      }
      loaded.insert(property.number)
    }
    return loaded
  }
}

extension EntityMapping {
  /// Returns the select list of a fetch of some properties: their columns, and
  /// constants in place of the other columns.
  func selectList(of properties: PropertySet, in model: ManagedObjectModel) -> String {
    let fixed = starts == nil ? ["t0.Z_PK", "t0.Z_OPT"] : ["t0.Z_PK", "t0.Z_OPT", "t0.Z_ENT"]
    let own = columns.map { column in
      properties.contains(column.propertyNumber)
        ? column.selected("t0") : column.blank(in: model)
    }
    return (fixed + own + columnsBelow.map { $0.blank(in: model) }).joined(separator: ", ")
  }
}

extension ColumnMapping {
  /// Returns a constant that can be decoded in place of the column's value.
  fileprivate func blank(in model: ManagedObjectModel) -> String {
    type.map { Self.blank(of: $0, in: model) } ?? "0"
  }

  private static func blank(of type: AttributeType, in model: ManagedObjectModel) -> String {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .date, .decimal: "0"
    case .string: "''"
    case .url: "'about:blank'"
    case .data: "x''"
    case .uuid: "zeroblob(16)"
    case .json: "'null'"
    case .list: "'[]'"
    case .enumeration(let name, _): blank(of: model.enumeration(named: name)?.cases.first?.rawValue)
    case .codable, .transformable, .composite, .undefined: "NULL"
    }
  }

  private static func blank(of rawValue: ConstantValue?) -> String {
    switch rawValue {
    case .integer(let value)?: "\(value)"
    case .string(let value)?: value.quoted(by: "'")
    default: "NULL"
    }
  }
}
