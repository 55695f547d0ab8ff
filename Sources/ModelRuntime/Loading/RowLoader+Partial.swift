internal import ModelSQLite
internal import ModelSchema

// Partial objects are faults that know which of their properties are there. A row is decoded as
// always; columns that were not asked for come as constants, which nobody reads.

extension CompiledEntity {
  /// The properties that a plan wants to be loaded, by number; nil for all.
  ///
  /// - Throws: `StoreError` (`.unknownName`) for a name that is no property.
  func loadedProperties(_ plan: FetchPlan) throws -> PropertySet? {
    guard let names = plan.loadedPropertyNames else { return nil }
    var loaded = PropertySet()
    for name in names {
      guard let property = property(named: name) else {
        let suggestion = nearestWord(to: name, in: properties.map(\.name))
        throw StoreError(
          .unknownName,
          "'\(self.name)' has no property '\(name)'"
            + (suggestion.map { "; did you mean '\($0)'?" } ?? ""), propertyNames: [name])
      }
      loaded.insert(property.number)
    }
    return loaded
  }
}

extension RowLoader {
  /// The objects of the rows of a statement that reads some properties.
  func partialObjects(_ properties: PropertySet) throws -> [ManagedObject] {
    defer { statement.reset() }
    let map = context.maps[mapping.entity.rootIndex]
    map.sweepIfGrown()
    var batches: [Int64: FaultBatch] = [:]
    for index in mapping.entity.family {
      batches[context.store.mapping.entities[index].number] = FaultBatch(
        context: context, entity: context.store.model.entities[index])
    }
    var objects: [ManagedObject] = []
    while try statement.step() {
      let number =
        mapping.starts == nil ? mapping.number : Row(statement, first: 3).entityNumber
      guard let batch = batches[number] else { continue }
      let row =
        mapping.starts?[batch.entity.index].map { Row(statement, starts: $0) }
        ?? Row(statement, first: 2)
      let object = partialObject(of: row, batch: batch, map: map, properties)
      // A value that does not fit is reported when the whole row is read.
      if statement.faults.pointee.kind != nil {
        statement.faults.pointee.clear()
        if object.isPartial { object._state?.loadedProperties = nil }
      }
      batch.keys.append(object._key)
      objects.append(object)
    }
    return objects
  }

  private func partialObject(
    of row: Row, batch: FaultBatch, map: IdentityMap, _ properties: PropertySet
  ) -> ManagedObject {
    guard let known = map.object(row.key) else {
      let object = batch.entity.type.init(_batch: batch, key: row.key, row: row)
      object._version = row.version
      object._flags.formUnion(context.observedFlags)
      object.becomePartial(properties)
      map.insert(object)
      return object
    }
    let isCurrent =
      known._version == row.version && known._flags.isDisjoint(with: [.fault, .inaccessible])
    if !isCurrent, known._flags.isDisjoint(with: [.changed, .deleted, .inserted]) {
      // What became a fault was noted then; of a partial object some values are shown.
      if !known.isFault || known.isPartial && known._version != row.version {
        context.noteReplacedValues(of: known)
      }
      known._decode(row)
      known._version = row.version
      known._flags.remove(.inaccessible)
      known._batch = batch
      known.becomePartial(properties)
    }
    return known
  }
}

extension ManagedObject {
  /// A Boolean value that says whether some of its properties are loaded and
  /// others are not.
  final var isPartial: Bool { _flags.contains(.fault) && _state?.loadedProperties != nil }

  fileprivate final func becomePartial(_ properties: PropertySet) {
    _flags.insert([.fault, .recent])
    expandedState.loadedProperties = properties
  }
}

extension EntityMapping {
  /// The select list of a fetch of some properties: their columns, and
  /// constants in the place of the others.
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
  /// A constant that can be decoded in the column's place.
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
    case .string(let value)?:
      "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    default: "NULL"
    }
  }
}
