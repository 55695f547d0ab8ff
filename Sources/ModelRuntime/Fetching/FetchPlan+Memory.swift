// The part of a fetch that is performed in memory: for unsaved changes, and for stores
// that do not perform it themselves.

extension FetchPlan {
  /// Applies the parts of a fetch that a store has not executed to the objects
  /// that it has found.
  ///
  /// - Parameter parts: The parts of the fetch that the store has executed.
  func rest(
    after parts: StoreFetch.Parts, of objects: [ManagedObject], _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    var found = objects
    if !parts.contains(.condition), let predicate {
      found = try found.filtered(by: predicate, evaluation: .inMemory)
    }
    if !parts.contains(.order) { found = try inOrder(found, entity) }
    guard !parts.contains(.window) else { return found }
    if let cursor { found = try cursor.objects(behind: found, sortKeys) }
    return Array(found.dropFirst(max(offset, 0)).prefix(max(limit ?? .max, 0)))
  }

  /// Returns the objects in the order of the fetch. In a ranked search, whose
  /// order only the store knows, the objects that the store has found keep
  /// their order, and precede the objects that are not in its index yet.
  private func inOrder(
    _ objects: [ManagedObject], _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    if let rank = sortKeys.firstIndex(where: { entity.isRank($0) }) {
      return try objects.sorted(by: Array(sortKeys[..<rank]), evaluation: .inMemory)
    }
    return try objects.sorted { $0._key < $1._key }.sorted(by: sortKeys, evaluation: .inMemory)
  }
}

extension FetchCursor {
  /// Creates the position of an object in the order of the given sort keys.
  init(_ object: ManagedObject, _ keys: [SortKey]) throws {
    let values = try keys.map { try $0.value.value(with: .object(object)).constant }
    self.init(values: values, key: object._key)
  }

  /// Returns the objects that follow this position in the order of the given
  /// sort keys.
  func objects(behind objects: [ManagedObject], _ keys: [SortKey]) throws -> [ManagedObject] {
    let place = values.map { EvaluatedValue($0) }
    return try objects.filter { object in
      for (index, sort) in keys.enumerated() {
        let value = try sort.value
          .value(with: .object(object))
        let order = value.folded(sort.options).sortOrder(to: place[index].folded(sort.options))
        if order != .equal { return (order == .greater) == sort.isAscending }
      }
      return object._key > key
    }
  }
}

extension EvaluatedValue {
  /// Returns the value; a string or a URL is folded according to the given
  /// options.
  func folded(_ options: StringOptions) -> EvaluatedValue {
    switch self {
    case .string(let text): .string(TextFolding(options).fold(text))
    case .url(let url): .string(TextFolding(options).fold(url.absoluteString))
    default: self
    }
  }
}
