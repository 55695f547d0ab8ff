/// The key by which a list is divided into sections.
///
/// Sections are in the order of their values. If the first sort key of the request has
/// the same path, its direction and its string options apply; strings that are equal
/// with these options are still separate sections.
struct SectionKey {
  let path: [String]

  /// Returns the sort keys of the whole list, which begin with the key of its
  /// sections.
  ///
  /// - Parameter requested: The sort keys of the request.
  func sortKeys(_ requested: [SortKey]) -> [SortKey] {
    guard let first = requested.first, first.keyPath == path else {
      return [SortKey(path)] + requested
    }
    let exact = first.options.isEmpty ? [] : [SortKey(path, isAscending: first.isAscending)]
    return [first] + exact + requested.dropFirst()
  }

  /// Returns the number of leading sort keys that determine the order of the
  /// sections.
  func sortKeyCount(_ requested: [SortKey]) -> Int {
    sortKeys(requested).count - requested.count + (requested.first?.keyPath == path ? 1 : 0)
  }

  func section(of object: ManagedObject) throws -> SectionID {
    SectionID(
      try ObjectExpression.keyPath(path, of: .evaluatedObject)
        .value(with: .object(object)).constant)
  }

  /// Checks that the path leads to a single value of the entity's objects.
  ///
  /// - Throws: `StoreError` (`.unknownName`, `.untranslatable`) if it does not.
  func check(_ entity: CompiledEntity, _ model: CompiledModel) throws {
    guard !path.isEmpty else {
      throw StoreError(
        .untranslatable,
        "there are no sections by a computed value; divide the list by an attribute")
    }
    var entity = entity
    for (index, name) in path.enumerated() {
      guard let property = entity.property(named: name) else {
        throw StoreError(
          .unknownName,
          "there are no sections by '\(path.joined(separator: "."))': "
            + "'\(entity.name)' has no property '\(name)'", propertyNames: [name])
      }
      guard let relationship = entity.relationship(property.number) else {
        if index + 1 < path.count, case .attribute(let attribute) = property.description,
          case .composite = attribute.type
        {
          return
        }
        return try checkEnd(index, property)
      }
      guard !relationship.isToMany, index + 1 < path.count else {
        throw refusal("'\(name)' leads to objects, not to a value")
      }
      entity = model.entities[relationship.destinationIndex]
    }
  }

  private func checkEnd(_ index: Int, _ property: CompiledProperty) throws {
    guard index + 1 == path.count, property.description.attribute != nil else {
      throw refusal("'\(property.name)' has no '\(path.last ?? "")'")
    }
  }

  private func refusal(_ reason: String) -> StoreError {
    StoreError(
      .untranslatable, "there are no sections by '\(path.joined(separator: "."))': \(reason)",
      propertyNames: path)
  }

  /// Returns whether the value of the path is stored in a row. Otherwise, the
  /// list is sorted in memory.
  func isStored(_ entity: CompiledEntity) -> Bool {
    guard path.count == 1, let property = entity.property(named: path[0]) else { return true }
    return property.isStoredInRow
  }
}
