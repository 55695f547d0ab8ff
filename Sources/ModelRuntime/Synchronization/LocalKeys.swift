extension ManagedObjectContext {
  /// Returns the keys of an entity's objects with the IDs of the objects,
  /// including unsaved changes.
  func localKeys(
    of entity: CompiledEntity, _ name: String, _ options: MatchingOptions
  ) throws -> [(ObjectID, ItemKey?)] {
    try values(of: name, keyPlan(of: entity, name, options), entity).map {
      ($0.id, ItemKey($0.value))
    }
  }

  private func keyPlan(
    of entity: CompiledEntity, _ name: String, _ options: MatchingOptions
  ) throws -> FetchPlan {
    let attribute = entity.property(named: name)?.description.attribute
    switch attribute?.type {
    case .int16, .int32, .int64, .double, .float, .string, .uuid, .url, .date: break
    case .some:
      throw StoreError(
        .wrongType, "'\(entity.name).\(name)' is no number, text, UUID, URL or date",
        propertyNames: [name])
    case nil:
      let isThere = entity.property(named: name) != nil
      let names = entity.properties.filter { $0.description.attribute != nil }.map(\.name)
      let suggestion = isThere ? "" : nearestQuestion(for: name, in: names)
      throw StoreError(
        .unknownName,
        "'\(entity.name)' has no attribute '\(name)'"
          + (isThere ? ", but a relationship of that name: match by an attribute" : "")
          + suggestion, propertyNames: [name])
    }
    return FetchPlan(predicate: options.predicate)
  }
}

extension ItemKey {
  /// Creates the key from a stored value. The initialiser returns nil if the
  /// value cannot be a key.
  fileprivate init?(_ value: ConstantValue) {
    switch value {
    case .integer(let number): self = .number(number)
    case .double(let number): self.init(number as Any)
    case .string(let text): self = .text(text)
    case .date(let date): self = .date(date)
    case .uuid(let id): self = .text(id.uuidString)
    case .url(let url): self = .text(url.absoluteString)
    case .null, .boolean, .decimal, .data, .list, .objectID: return nil
    }
  }
}
