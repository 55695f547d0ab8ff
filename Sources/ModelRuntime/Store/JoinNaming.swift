internal import ModelSchema

/// The names of the tables of pairs.
///
/// A table is named after the ordered relationship of the pair, else after that
/// of the entity with the lower number, else after the first by name:
/// `Z_<n>RELATIONSHIP (Z_<n>INVERSE, Z_<m>RELATIONSHIP)`.
struct JoinNaming {
  let model: CompiledModel
  /// The entities' numbers in the store, by entity index.
  let numbers: [Int64]

  /// One end of a pair.
  private struct End {
    let name: String
    let number: Int64
    let isOrdered: Bool
  }

  /// The table of a relationship as its source sees it.
  func mapping(of relationship: CompiledRelationship, source: CompiledEntity) -> JoinMapping {
    let own = End(
      name: relationship.name, number: number(declaring: relationship.number, in: source),
      isOrdered: relationship.description.isOrdered)
    let destination = model.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse else {
      return JoinMapping(
        table: "Z_\(own.number)\(own.name.uppercased())",
        ownerColumn: "Z_\(own.number)\(source.name.uppercased())",
        memberColumn: "Z_\(numbers[destination.index])\(own.name.uppercased())",
        orderColumn: own.isOrdered
          ? StoreNames.order("Z_\(numbers[destination.index])\(own.name.uppercased())") : nil,
        inverseOrderColumn: nil, writes: true)
    }
    let other = End(
      name: destination.properties[inverse.number].name,
      number: number(declaring: inverse.number, in: destination), isOrdered: inverse.isOrdered)
    return mapping(own: own, other: other)
  }

  private func mapping(own: End, other: End) -> JoinMapping {
    let ownNames = precedes(own, other)
    let (namesTable, follows) = ownNames ? (own, other) : (other, own)
    let table = "Z_\(namesTable.number)\(namesTable.name.uppercased())"
    // Column of the side that has the relationship the table is named after,
    // and column of the side that it leads to.
    let source = "Z_\(namesTable.number)\(follows.name.uppercased())"
    var destination = "Z_\(follows.number)\(namesTable.name.uppercased())"
    if source == destination { destination = "REFLEXIVE" }
    let (owner, member) = ownNames ? (source, destination) : (destination, source)
    return JoinMapping(
      table: table, ownerColumn: owner, memberColumn: member,
      orderColumn: own.isOrdered ? StoreNames.order(member) : nil,
      inverseOrderColumn: other.isOrdered ? StoreNames.order(owner) : nil, writes: ownNames)
  }

  private func precedes(_ one: End, _ other: End) -> Bool {
    if one.isOrdered != other.isOrdered { return one.isOrdered }
    if one.number != other.number { return one.number < other.number }
    return one.name <= other.name
  }

  /// The number of the entity that declares a property.
  private func number(declaring number: Int, in entity: CompiledEntity) -> Int64 {
    numbers[entity.lineage[entity.properties[number].depth]]
  }
}
