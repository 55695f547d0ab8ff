extension StoreMapping {
  /// Returns the elements that lead from an attribute to the value in a column;
  /// the result is empty for a scalar attribute.
  func elements(
    of attribute: AttributeDescription, to column: ColumnMapping
  ) -> [AttributeDescription] {
    let paths = model.description.elementPaths(of: attribute.type)
    return paths.first { path in
      ([attribute] + path).map(\.name).joined(separator: ".") == column.keyPath
    } ?? []
  }

  /// Returns the condition that a row has a composite, but lacks one of its
  /// required elements; nil for a column that has no such element.
  ///
  ///     t0.ZCITY IS NULL AND (t0.ZZIP IS NOT NULL)
  ///
  /// - Parameter prefix: A prefix for the names of columns, such as `t0.`.
  func missingElement(
    _ column: ColumnMapping, of entity: EntityMapping, prefix: String = ""
  ) -> String? {
    let description = entity.entity.properties[column.propertyNumber].description
    guard let attribute = description.attribute else { return nil }
    let path = elements(of: attribute, to: column)
    guard let element = path.last, !element.isOptional, element.derivation == nil else {
      return nil
    }
    let isMissing = "\(prefix)\(column.quotedName) IS NULL"
    let composites = [attribute] + path.dropLast()
    guard let place = composites.lastIndex(where: \.isOptional) else { return isMissing }
    let composite = composites.prefix(place + 1).map(\.name).joined(separator: ".")
    let others = entity.columns(under: composite).filter { $0.name != column.name }
    // If a composite has only one column, that column alone shows whether the
    // composite has a value.
    guard !others.isEmpty else { return nil }
    let isThere = others.map { "\(prefix)\($0.quotedName) IS NOT NULL" }
    return isMissing + " AND (\(isThere.joined(separator: " OR ")))"
  }
}
