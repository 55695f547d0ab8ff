internal import Foundation
internal import ModelSQLite
internal import ModelSchema

extension ManagedObjectContext {
  /// The keys of an entity's objects, unsaved changes included.
  func localKeys(
    of entity: CompiledEntity, _ name: String, _ options: MatchingOptions
  ) throws -> [(key: ItemKey?, id: ObjectID)] {
    try itemKeys(keyPlan(of: entity, name, options), of: entity, name)
  }

  /// The keys of a plan's objects, with unsaved changes.
  func itemKeys(
    _ plan: FetchPlan, of entity: CompiledEntity, _ name: String
  ) throws -> [(key: ItemKey?, id: ObjectID)] {
    if let overlay = FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().map { (ItemKey(try $0.value(forKey: name)), $0.objectID) }
    }
    return try source.itemKeys(plan, of: entity, name, for: self)
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
      let suggestion = nearestWord(to: name, in: entity.properties.map(\.name))
      throw StoreError(
        .unknownName,
        "'\(entity.name)' has no attribute '\(name)'"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? ""), propertyNames: [name])
    }
    var plan = FetchPlan()
    plan.predicate = options.predicate
    return plan
  }
}

extension StoreSource {
  /// Reads keys alone, without making objects.
  func itemKeys(
    _ plan: FetchPlan, of entity: CompiledEntity, _ name: String,
    for context: ManagedObjectContext
  ) throws -> [(key: ItemKey?, id: ObjectID)] {
    do {
      return try readKeys(plan, of: entity, name, for: context)
    } catch {
      throw connection.storeError(error)
    }
  }

  private func readKeys(
    _ plan: FetchPlan, of entity: CompiledEntity, _ name: String,
    for context: ManagedObjectContext
  ) throws -> [(key: ItemKey?, id: ObjectID)] {
    let mapping = store.mapping.mapping(of: entity)
    let column = mapping.column(name)?.name ?? "Z_PK"
    let statement = try context.prepared(plan, entity, .column(column))
    let references = store.referencesByNumber(entity)
    let type = mapping.column(name)?.type ?? .undefined
    var keys: [(key: ItemKey?, id: ObjectID)] = []
    try statement.forEachRow { row in
      let reference = references[row.int64(1)] ?? store.references[entity.index]
      let key = row.isNull(2) ? nil : ItemKey(row.constant(2, type))
      keys.append((key, ObjectID(entity: reference, key: row.int64(0))))
    }
    return keys
  }
}

extension ItemKey {
  /// The key of a stored value.
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
