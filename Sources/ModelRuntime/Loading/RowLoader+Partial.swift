// Partial objects are faults that record which of their properties are loaded. A row is
// decoded as usual; columns that were not requested are constants, which are never
// read.

extension RowLoader {
  /// Returns the objects of the statement's rows, which contain only some
  /// properties.
  ///
  /// - Parameter properties: The properties that the statement reads.
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
      // A value that the type cannot represent is reported when the whole row is read.
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
      // The journal recorded the object when it became a fault, but values of a partial
      // object may be visible to users.
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
  /// True if only some of the object's properties are loaded.
  final var isPartial: Bool { _flags.contains(.fault) && _state?.loadedProperties != nil }

  fileprivate final func becomePartial(_ properties: PropertySet) {
    _flags.insert([.fault, .recent])
    expandedState.loadedProperties = properties
  }
}
