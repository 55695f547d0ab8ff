/// Objects and links as values: the expected content of a graph, computed without the
/// library.
struct PlainGraph: Equatable {
  /// An object: an owner or a part, its number, and its links by relationship.
  struct Object: Equatable {
    let isOwner: Bool
    var number = 0
    var links: [Int: [Int]] = [:]
  }

  /// The properties of a relationship that the rules of the graph need.
  struct Relationship {
    let name: String
    let leadsFromOwner: Bool
    let leadsToOwner: Bool
    let isToMany: Bool
    let isOrdered: Bool
    /// The index of its inverse in `relationships`.
    let inverse: Int
    var cascades = false
  }

  /// The relationships of `Links.model`.
  static let relationships: [Relationship] = [
    part("one", "ofOne"), back("ofOne", 0),
    part("set", "ofSet", many: true), back("ofSet", 2),
    part("list", "ofList", many: true, ordered: true), back("ofList", 4),
    part("owned", "ofOwned", many: true, ordered: true, cascades: true), back("ofOwned", 6),
    part("manySet", "ofManySet", many: true), back("ofManySet", 8, many: true),
    part("manyList", "ofManyList", many: true, ordered: true), back("ofManyList", 10, many: true),
    part("manyBoth", "ofManyBoth", many: true, ordered: true),
    back("ofManyBoth", 12, many: true, ordered: true),
    own("next", 15), own("previous", 14), own("spouse", 16),
    own("parent", 18), own("children", 17, many: true, ordered: true),
    own("friends", 19, many: true),
    own("follows", 21, many: true, ordered: true), own("followers", 20, many: true),
  ]

  private static let places = [
    "one": 0, "set": 2, "list": 4, "owned": 6, "manySet": 8, "manyList": 10, "manyBoth": 12,
  ]

  private static func part(
    _ name: String, _ inverse: String, many: Bool = false, ordered: Bool = false,
    cascades: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, leadsFromOwner: true, leadsToOwner: false, isToMany: many, isOrdered: ordered,
      inverse: (places[name] ?? 0) + 1, cascades: cascades)
  }

  private static func back(
    _ name: String, _ inverse: Int, many: Bool = false, ordered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, leadsFromOwner: false, leadsToOwner: true, isToMany: many, isOrdered: ordered,
      inverse: inverse)
  }

  private static func own(
    _ name: String, _ inverse: Int, many: Bool = false, ordered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, leadsFromOwner: true, leadsToOwner: true, isToMany: many, isOrdered: ordered,
      inverse: inverse)
  }

  private(set) var objects: [Int: Object] = [:]

  // MARK: Changes; each says whether it can be done

  mutating func insert(_ id: Int) -> Bool {
    guard objects[id] == nil else { return false }
    objects[id] = Object(isOwner: Self.isOwner(id))
    return true
  }

  /// Returns true for even numbers, which are owners. Odd ones are parts.
  static func isOwner(_ id: Int) -> Bool { id.isMultiple(of: 2) }

  mutating func setNumber(_ id: Int, _ number: Int) -> Bool {
    guard objects[id] != nil, objects[id]?.number != number else { return false }
    objects[id]?.number = number
    return true
  }

  mutating func delete(_ id: Int) -> Bool {
    guard let object = objects[id] else { return false }
    for (number, relationship) in Self.relationships.enumerated() where relationship.cascades {
      for member in object.links[number] ?? [] where member != id { _ = delete(member) }
    }
    for (number, members) in objects[id]?.links ?? [:] {
      for member in members { drop(id, number, member) }
    }
    objects[id] = nil
    return true
  }

  /// Links two objects, at an index of an ordered relationship, or at its end if there is
  /// none.
  mutating func link(_ id: Int, _ number: Int, _ member: Int, at place: Int?) -> Bool {
    guard fits(id, number, member) else { return false }
    let relationship = Self.relationships[number]
    let before = self
    if !members(id, number).contains(member) {
      if !relationship.isToMany { clear(id, number) }
      if !Self.relationships[relationship.inverse].isToMany { clear(member, relationship.inverse) }
      objects[id]?.links[number, default: []].append(member)
      if number != relationship.inverse || id != member {
        objects[member]?.links[relationship.inverse, default: []].append(id)
      }
    }
    if let place, relationship.isOrdered {
      var order = members(id, number).filter { $0 != member }
      order.insert(member, at: min(place, order.count))
      objects[id]?.links[number] = order
    }
    return self != before
  }

  mutating func unlink(_ id: Int, _ number: Int, _ member: Int) -> Bool {
    guard fits(id, number, member), members(id, number).contains(member) else { return false }
    drop(id, number, member)
    return true
  }

  mutating func move(_ id: Int, _ number: Int, _ from: Int, _ to: Int) -> Bool {
    guard fits(id, number), Self.relationships[number].isOrdered else { return false }
    var order = members(id, number)
    guard order.indices.contains(from), order.indices.contains(to), from != to else { return false }
    order.insert(order.remove(at: from), at: to)
    objects[id]?.links[number] = order
    return true
  }

  // MARK: Parts

  func members(_ id: Int, _ number: Int) -> [Int] { objects[id]?.links[number] ?? [] }

  private func fits(_ id: Int, _ number: Int) -> Bool {
    objects[id]?.isOwner == Self.relationships[number].leadsFromOwner
  }

  private func fits(_ id: Int, _ number: Int, _ member: Int) -> Bool {
    fits(id, number) && objects[member]?.isOwner == Self.relationships[number].leadsToOwner
  }

  private mutating func clear(_ id: Int, _ number: Int) {
    for member in members(id, number) { drop(id, number, member) }
  }

  private mutating func drop(_ id: Int, _ number: Int, _ member: Int) {
    objects[id]?.links[number]?.removeAll { $0 == member }
    objects[member]?.links[Self.relationships[number].inverse]?.removeAll { $0 == id }
    if members(id, number).isEmpty { objects[id]?.links[number] = nil }
    let inverse = Self.relationships[number].inverse
    if members(member, inverse).isEmpty { objects[member]?.links[inverse] = nil }
  }

  // MARK: Text

  /// A line of text for each object, in the order of their numbers.
  var lines: [String] {
    objects.keys.sorted().map { id in
      let object = objects[id] ?? Object(isOwner: true)
      let links = Self.relationships.indices.compactMap { number -> String? in
        let members = members(id, number)
        guard !members.isEmpty else { return nil }
        let relationship = Self.relationships[number]
        return "\(relationship.name) \(relationship.isOrdered ? members : members.sorted())"
      }
      return "\(id) number \(object.number) " + links.joined(separator: " ")
    }
  }
}
