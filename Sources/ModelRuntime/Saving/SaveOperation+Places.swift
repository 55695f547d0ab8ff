// The positions of the members of ordered relationships are written after all rows and
// pairs. By then, the list in the store contains the changes made by others since it
// was read, and the members that were added and removed in this context.

extension SaveOperation {
  /// Writes the changed positions of the members of an ordered relationship.
  func writePlaces(_ link: LinkState, of object: ManagedObject) throws {
    guard let list = MemberPlaces(link.relationship, of: object, in: store.mapping) else { return }
    let isNew = object._flags.contains(.inserted)
    if isNew { _ = object.members(link.relationship) }
    // The store does not contain any members of a new object.
    let stored = isNew ? [] : try places(list, of: object)
    guard let merge = link.merge(with: stored.map(\.key)) else {
      return try append(link.inserted, to: list, of: object)
    }
    if !isNew { try take(merge, into: link, of: object) }
    var known: [Int64: Int64] = [:]
    for (key, place) in stored { known[key] = place }
    for (key, place) in PlaceList.changes(link.members.map { Array($0) } ?? [], known: known) {
      try write(place, of: key, to: list, of: object)
    }
  }

  /// Appends members to an ordered relationship whose members were not read.
  /// Existing members keep their positions.
  private func append(
    _ joined: KeyList, to list: MemberPlaces, of object: ManagedObject
  ) throws {
    let placed = list.hasPairs ? try self.placed(joined, in: list, of: object) : []
    let members = joined.filter { !placed.contains($0) }
    guard !members.isEmpty else { return }
    let statement = try connection.statement(list.selectLast, object._key)
    statement.bind(members.json)
    let last = try statement.first { max(0, $0.optionalInt64(0) ?? 0) } ?? 0
    guard last <= Int64.max - PlaceList.place(members.count) else {
      let stored = try places(list, of: object).map(\.key).filter { !members.contains($0) }
      for (key, place) in PlaceList.changes(stored + members, known: [:]) {
        try write(place, of: key, to: list, of: object)
      }
      return
    }
    for (index, key) in members.enumerated() {
      try write(last + PlaceList.place(index), of: key, to: list, of: object)
    }
  }

  /// Returns the given members that have a position in the store.
  private func placed(
    _ members: KeyList, in list: MemberPlaces, of object: ManagedObject
  ) throws -> Set<Int64> {
    let statement = try connection.statement(list.selectPlaced, object._key)
    statement.bind(members.json)
    return Set(try statement.rows { $0.int64(0) })
  }

  private func write(
    _ place: Int64, of key: Int64, to list: MemberPlaces, of object: ManagedObject
  ) throws {
    try connection.statement(list.setPlace, object._key, key, place).run()
  }

  /// Returns the members of an object in the store, in order, with their
  /// positions.
  private func places(
    _ list: MemberPlaces, of object: ManagedObject
  ) throws -> [(key: Int64, place: Int64?)] {
    try connection.statement(list.select, object._key)
      .rows { (key: $0.int64(0), place: $0.optionalInt64(1)) }
  }

  /// Merges changes that other contexts or programs have made to an ordered
  /// relationship into its members.
  ///
  /// - Throws: `StoreError` (`.conflict`) if these changes and the moves in
  ///   this context conflict.
  func take(_ merge: OrderMerge, into link: LinkState, of object: ManagedObject) throws {
    let relationship = link.relationship
    guard !merge.isConflict else {
      throw StoreError(
        .conflict,
        "members of '\(relationship.name)' of \(object.titleInMessages) were moved elsewhere",
        objectIDs: [object.objectID], propertyNames: [relationship.name])
    }
    link.take(merge)
    guard merge.theirs != merge.base else { return }
    if object._flags.contains(.observed) { object.noteObservedChange(relationship.number) }
    context.mayBeBehind = true
    context.arrivals.append(.members(object, relationship))
  }
}

extension Sequence<Int64> {
  /// The keys of the list as a JSON array.
  fileprivate var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

/// The statements that read and write the positions of the members of an
/// ordered relationship.
private struct MemberPlaces {
  /// True if the positions are in a table of pairs.
  let hasPairs: Bool
  /// The statement that reads members and positions, in order; its parameter is
  /// the owner.
  let select: String
  /// The statement that reads the greatest position; its parameters are the
  /// owner and the members to ignore.
  let selectLast: String
  /// The statement that reads the members that have a position; its parameters
  /// are the owner and the members to look for.
  let selectPlaced: String
  /// The statement that writes a position if the store contains the member; its
  /// parameters are the owner, the member and the position.
  let setPlace: String

  init?(
    _ relationship: CompiledRelationship, of object: ManagedObject, in mapping: StoreMapping
  ) {
    if let join = mapping.join(relationship, of: object._batch.entity) {
      guard let order = join.orderColumn else { return nil }
      self.init(
        table: join.quotedTable, owner: join.ownerColumn, member: join.memberColumn,
        order: StoreNames.quoted(order), hasPairs: true)
      return
    }
    let destination = mapping.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse, let order = destination.orderColumn(inverse),
      let column = destination.column(inverse)
    else { return nil }
    self.init(
      table: destination.quotedTable, owner: column.name, member: "Z_PK", order: order,
      hasPairs: false)
  }

  private init(
    table: String, owner: String, member: String, order: String, hasPairs: Bool
  ) {
    let owner = StoreNames.quoted(owner)
    let member = StoreNames.quoted(member)
    let source = "FROM \(table) WHERE \(owner) = ?"
    self.hasPairs = hasPairs
    setPlace = "UPDATE \(table) SET \(order) = ?3 WHERE \(owner) = ?1 AND \(member) = ?2"
    select = "SELECT \(member), \(order) \(source) ORDER BY \(order), \(member)"
    selectLast = """
      SELECT max(\(order)) \(source) AND \(member) NOT IN (SELECT value FROM json_each(?))
      """
    selectPlaced = """
      SELECT \(member) \(source) AND \(member) IN (SELECT value FROM json_each(?)) \
      AND \(order) IS NOT NULL
      """
  }
}
