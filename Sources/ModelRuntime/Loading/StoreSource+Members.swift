// The members of to-many relationships, read from rows that refer to an owner or from a
// table of pairs.
//
//   SELECT ZOWNER, Z_PK, Z_FOK_OWNER FROM ZPET WHERE ZOWNER IN (?, ...) ORDER BY ZOWNER, Z_PK
//   SELECT t0.Z_PK, t0.Z_OPT, t0.ZNAME, ..., t0.ZOWNER, t0.Z_FOK_OWNER FROM ...   with the rows
//   SELECT Z_1OWNERS, Z_2TAGS, NULL FROM Z_1TAGS WHERE Z_1OWNERS BETWEEN ? AND ? ORDER BY ...
//
// An index contains the rows in this order. The members of each owner, of which there
// are few, are sorted by position in memory, which is cheaper than letting SQLite sort
// all rows.

extension StoreSource {
  /// Reads the members of the given owners, with one statement for every 512
  /// owners.
  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    withObjects: Bool
  ) throws -> MemberLists {
    let join = store.mapping.join(relationship, of: source)
    let column = ownerColumn(relationship)
    let lists = MemberRows(owners)
    for batch in KeyBatch.batches(of: owners) {
      if let join {
        try readKeys(join.select(batch), batch, into: lists)
      } else if let (mapping, column, place) = column {
        if withObjects {
          let sql = mapping.selectMembers(column, place: place, of: batch)
          try readRows(sql, mapping, batch, into: lists)
        } else {
          try readKeys(
            mapping.selectMemberKeys(column, place: place, of: batch), batch, into: lists)
        }
      }
    }
    return lists.lists
  }

  private func readKeys(_ sql: String, _ owners: KeyBatch, into lists: MemberRows) throws {
    let statement = try connection.statement(sql)
    owners.bind(to: statement)
    try statement.forEachRow { row in
      _ = lists.add(row.int64(1), at: row.optionalInt64(2), to: row.int64(0))
    }
  }

  /// Reads the rows of members. The last two columns of each row contain the
  /// position of the member and its owner.
  private func readRows(
    _ sql: String, _ mapping: EntityMapping, _ owners: KeyBatch, into lists: MemberRows
  ) throws {
    let statement = try connection.statement(sql)
    owners.bind(to: statement)
    let owner = Int32(statement.columnCount - 2)
    let loader = RowLoader(context, statement, mapping) { key in
      let whole = Row(statement)
      return lists.add(key, at: whole.optionalInt64(owner + 1), to: whole.int64(owner))
    }
    _ = try loader.objects()
  }

  /// Returns the column of the owner in the rows of members, with its mapping
  /// and the column of the members' positions; nil if the rows contain no
  /// owner.
  private func ownerColumn(
    _ relationship: CompiledRelationship
  ) -> (EntityMapping, ColumnMapping, place: String?)? {
    let destination = store.mapping.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse,
      let column = destination.column(inverse)
    else { return nil }
    let isOrdered = relationship.description.isOrdered
    return (destination, column, isOrdered ? destination.orderColumn(inverse) : nil)
  }

  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int {
    let from: String
    if let join = store.mapping.join(relationship, of: object._batch.entity) {
      from = "\(join.quotedTable) WHERE \(StoreNames.quoted(join.ownerColumn))"
    } else if let (mapping, column, _) = ownerColumn(relationship) {
      from = "\(mapping.quotedTable) WHERE \(column.quotedName)"
    } else {
      return 0
    }
    return try connection.statement("SELECT count(*) FROM \(from) = ?", object._key)
      .first { Int($0.int64(0)) } ?? 0
  }
}

/// A collector of the members of owners, from rows in the ascending order of
/// the owners.
private final class MemberRows {
  private typealias Member = (place: Int64, key: Int64)

  private let owners: [Int64]
  /// The members of all owners. The members of each owner are adjacent, in the
  /// order of the owners.
  @exclusivity(unchecked) private var members: [Member] = []
  /// The owner of the member that was added last; nil before the first one.
  @exclusivity(unchecked) private var owner: Int64?
  /// For each owner, the index after its last member.
  @exclusivity(unchecked) private var ends: [Int] = []

  init(_ owners: [Int64]) {
    self.owners = owners
    ends.reserveCapacity(owners.count)
  }

  /// Adds a member to the owner of the previous member or to a later owner.
  /// Members without a position come first, and repeated members are left out.
  ///
  /// - Returns: True if the owner is one of the requested owners.
  func add(_ key: Int64, at place: Int64?, to owner: Int64) -> Bool {
    if owner != self.owner {
      guard begin(owner) else { return false }
    } else if members.last?.key == key {
      return true
    }
    members.append((place ?? .min, key))
    return true
  }

  /// Makes an owner the current one; owners that are passed over have no
  /// members.
  ///
  /// - Returns: True if the owner is one of the requested owners.
  private func begin(_ owner: Int64) -> Bool {
    // Rows and owners are both in ascending order and are read side by side, so no
    // table of owners is needed.
    while ends.count < owners.count, owners[ends.count] < owner { ends.append(members.count) }
    guard ends.count < owners.count, owners[ends.count] == owner else { return false }
    self.owner = owner
    return true
  }

  /// The members of each owner, in the order of their positions, then of their keys.
  var lists: MemberLists {
    while ends.count < owners.count { ends.append(members.count) }
    var start = 0
    for end in ends {
      putInOrder(start..<end)
      start = end
    }
    return MemberLists(keys: members.map { $0.key }, ends: ends)
  }

  /// Sorts members, which were read in the order of their keys, by their
  /// positions.
  private func putInOrder(_ range: Range<Int>) {
    if range.count > Self.shortCount {
      return members.replaceSubrange(range, with: members[range].sorted { $0 < $1 })
    }
    // Most owners have few members, for which a separate array would be more expensive.
    for next in range.dropFirst() {
      let member = members[next]
      var place = next
      while place > range.lowerBound, member.place < members[place - 1].place {
        members[place] = members[place - 1]
        place -= 1
      }
      members[place] = member
    }
  }

  private static let shortCount = 16
}
