/// The names of the tables and columns that contain the pairs of to-many
/// relationships, except for relationships stored in the column of a to-one
/// inverse.
///
/// In an existing store, the tables are found in its schema. The columns of a
/// table of pairs are named after the two ends, `Z_<n>RELATIONSHIP
/// (Z_<n>INVERSE, Z_<m>RELATIONSHIP)`: a column contains the keys of the
/// relationship that it is named after, and its name contains the number of
/// their entity. The numbers may be those of an older version; they distinguish
/// the ends of two relationships with the same name.
///
/// In a new store, a table is named after the ordered relationship of the two,
/// else after the relationship of the entity with the lower number, else after
/// the last relationship by name. A column whose name another table already
/// uses gets a counter.
///
/// A relationship without an inverse has no table: its pairs are a column
/// `Z<n>RELATIONSHIP` of the destination's table, together with the member's
/// key.
struct JoinNaming {
  let model: CompiledModel
  /// The entities' tables, by entity index.
  let entities: [EntityMapping]
  /// The schema of the store; nil for a new store.
  let tables: StoreTables?

  /// A relationship, identified by the entity that declares it.
  struct Key: Hashable {
    let entityIndex: Int
    let number: Int
  }

  /// One end of a relationship that is stored as pairs of keys.
  private struct End {
    let key: Key
    let name: String
    let number: Int64
    let isOrdered: Bool

    /// The name of a column that is named after this end.
    var column: String { "Z_\(number)\(name)" }
  }

  /// Returns the mappings of all relationships that are stored as pairs, for
  /// both ends of each.
  func mappings() -> [Key: JoinMapping] {
    var naming = NewJoins()
    var mappings: [Key: JoinMapping] = [:]
    let joins = tables?.joins ?? []
    for entity in model.entities {
      for relationship in declared(by: entity) where mappings[key(relationship, entity)] == nil {
        let own = end(relationship, entity)
        guard let other = inverse(of: relationship) else {
          mappings[own.key] = oneSided(own, relationship)
          continue
        }
        let found = joins.compactMap { match($0, own, other) }.min { $0.trust < $1.trust }
        let join = found?.join ?? naming.next(own, other)
        mappings[own.key] = join
        mappings[other.key] = mappings[other.key] ?? join.inverted
      }
    }
    return mappings
  }

  // MARK: Ends

  private func declared(by entity: CompiledEntity) -> [CompiledRelationship] {
    entity.relationships.filter {
      $0.storage == .joinTable && entity.declares($0.number)
    }.sorted { $0.name < $1.name }
  }

  private func key(_ relationship: CompiledRelationship, _ entity: CompiledEntity) -> Key {
    Key(
      entityIndex: declarer(of: relationship.number, in: entity).index, number: relationship.number)
  }

  private func end(_ relationship: CompiledRelationship, _ entity: CompiledEntity) -> End {
    let declarer = declarer(of: relationship.number, in: entity)
    return End(
      key: Key(entityIndex: declarer.index, number: relationship.number),
      name: (relationship.description.columnName ?? relationship.name).uppercased(),
      number: entities[declarer.index].number, isOrdered: relationship.description.isOrdered)
  }

  private func inverse(of relationship: CompiledRelationship) -> End? {
    let destination = model.entities[relationship.destinationIndex]
    return relationship.inverse.flatMap { destination.relationship($0.number) }
      .map { end($0, destination) }
  }

  /// Returns the entity that declares a property, from the lineage of another
  /// entity.
  private func declarer(of number: Int, in entity: CompiledEntity) -> CompiledEntity {
    model.entities[entity.lineage[entity.properties[number].depth]]
  }

  // MARK: Existing tables

  /// Returns the mapping of a pair of ends in a table; nil if the table's
  /// columns have other names. A lower rank means a better match.
  private func match(
    _ table: (name: String, columns: Set<String>), _ own: End, _ other: End
  ) -> (trust: Int, join: JoinMapping)? {
    let keys = table.columns.filter { !$0.hasPrefix("Z_FOK_") }.sorted()
    guard keys.count == 2 else { return nil }
    // Only the name of a column shows which end it belongs to, so both orders
    // are tried.
    return [(keys[1], keys[0]), (keys[0], keys[1])].compactMap { owner, member in
      // `REFLEXIVE` is the second column of a relationship that is its own inverse.
      guard let last = trust(member, own, other.number),
        let first = trust(owner, other, own.number),
        own.key == other.key || table.columns.isDisjoint(with: ["REFLEXIVE"])
      else { return nil }
      let places = [(member, own), (owner, other)].map { place(of: $0, $1, in: table.columns) }
      let join = JoinMapping(
        table: table.name, ownerColumn: owner, memberColumn: member,
        orderColumn: own.isOrdered ? places[0] : nil,
        inverseOrderColumn: other.isOrdered ? places[1] : nil, writes: true)
      let table = tableTrust(table.name, own, other)
      return (first + last + table + orderTrust(owner, member, own, other), join)
    }.min { $0.trust < $1.trust }
  }

  /// Returns 0 if the columns' numbers are in the order of the entities'
  /// numbers, as they are even in an older version; otherwise 1.
  private func orderTrust(_ owner: String, _ member: String, _ own: End, _ other: End) -> Int {
    let numbers = [owner, member].compactMap { NumberedName($0, after: "Z_")?.number }
    guard numbers.count == 2, own.number != other.number else { return 0 }
    return (numbers[0] < numbers[1]) == (own.number < other.number) ? 0 : 1
  }

  /// Returns the column of positions beside a column of keys; nil if there is
  /// none. Its number or counter may differ from the number or counter of the
  /// column of keys.
  private func place(of column: String, _ end: End, in columns: Set<String>) -> String? {
    let usual = StoreNames.order(column)
    return columns.contains(usual)
      ? usual
      : columns.sorted().first {
        NumberedName($0, after: "Z_FOK_").map { $0.isOf(end.name) } == true
      }
  }

  /// Returns the rank of the name of a column, which contains the keys of an
  /// entity, for the end that leads to that entity. A match of the entity's
  /// number ranks first, then a name without a counter; 0 is best, and nil
  /// means no match.
  private func trust(_ column: String, _ end: End, _ entity: Int64) -> Int? {
    if column == "REFLEXIVE" { return 1 }
    guard let name = NumberedName(column, after: "Z_"), name.isOf(end.name) else { return nil }
    // An equal name is preferred to a name with a counter.
    return (name.number == entity ? 0 : 2) + (name.name == end.name[...] ? 0 : 1)
  }

  private func tableTrust(_ table: String, _ own: End, _ other: End) -> Int {
    [own, other].contains { table == $0.column } ? 0 : 1
  }

  // MARK: Relationships without inverse

  private func oneSided(_ own: End, _ relationship: CompiledRelationship) -> JoinMapping {
    let destination = entities[relationship.destinationIndex]
    // An existing column is preferred; its name must match, but its number need
    // not.
    let known = tables?[destination.table]?.sorted().first { isColumn($0, of: own) }
    let column = known ?? "Z\(own.number)\(own.name)"
    return JoinMapping(
      table: destination.table, ownerColumn: column, memberColumn: "Z_PK",
      orderColumn: own.isOrdered ? StoreNames.order(column) : nil, inverseOrderColumn: nil,
      writes: true, isColumn: true)
  }

  private func isColumn(_ column: String, of end: End) -> Bool {
    NumberedName(column, after: "Z").map { $0.name == end.name[...] } == true
  }

  // MARK: New tables

  /// The names of new tables and columns, with the counters that distinguish them.
  private struct NewJoins {
    private var columns: Set<String> = []
    private var tables: Set<String> = []

    mutating func next(_ own: End, _ other: End) -> JoinMapping {
      let isFirst = Self.precedes(own, other)
      let (first, last) = isFirst ? (own, other) : (other, own)
      let source = columns.insertNumbered("Z_\(first.number)\(last.name)")
      let destination =
        first.key == last.key
        ? "REFLEXIVE" : columns.insertNumbered("Z_\(last.number)\(first.name)")
      let join = JoinMapping(
        table: tables.insertNumbered(first.column), ownerColumn: source, memberColumn: destination,
        orderColumn: first.isOrdered ? StoreNames.order(destination) : nil,
        inverseOrderColumn: last.isOrdered ? StoreNames.order(source) : nil, writes: true)
      return isFirst ? join : join.inverted
    }

    private static func precedes(_ one: End, _ other: End) -> Bool {
      if one.isOrdered != other.isOrdered { return one.isOrdered }
      if one.number != other.number { return one.number < other.number }
      return one.name >= other.name
    }

  }
}
