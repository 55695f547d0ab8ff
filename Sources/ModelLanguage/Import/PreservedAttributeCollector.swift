/// Collects the preserved attributes of entities and properties, so that
/// attributes shared by all elements of a kind are stored only once.
struct PreservedAttributeCollector {
  /// The part of the model that was created from an element.
  enum Place {
    case entity(Int)
    case property(Int, Int)
  }

  private struct Item {
    var place: Place
    var kind: String
    var exported: XMLElementNode
    var entries: [PreservedAttribute]
  }

  private var items: [Item] = []

  /// Adds the differences between an original element and the exported element.
  mutating func add(_ place: Place, _ original: XMLElementNode, _ exported: XMLElementNode) {
    items.append(
      Item(
        place: place, kind: original.name, exported: exported,
        entries: PreservedAttribute.between(original, exported)))
  }

  /// Stores the preserved attributes of all elements in the user info of a
  /// model.
  func store(in model: inout ManagedObjectModel) {
    let shared = sharedEntries
    for (kind, entries) in shared {
      for entry in entries {
        model.userInfo["\(PreservedAttribute.prefix)each.\(kind).\(entry.entry.key)"] =
          entry.entry.value
      }
    }
    for item in items {
      for preserved in item.entries where shared[item.kind]?.contains(preserved) != true {
        let (key, value) = preserved.entry
        switch item.place {
        case .entity(let index):
          model.entities[index].userInfo[PreservedAttribute.prefix + key] = value
        case .property(let index, let position):
          model.entities[index].properties[position].userInfo[PreservedAttribute.prefix + key] =
            value
        }
      }
    }
  }

  /// The entries that apply to all elements of a kind.
  private var sharedEntries: [String: Set<PreservedAttribute>] {
    var shared: [String: Set<PreservedAttribute>] = [:]
    for (kind, items) in Dictionary(grouping: items, by: \.kind) {
      var counts: [PreservedAttribute: Int] = [:]
      for item in items {
        for preserved in item.entries { counts[preserved, default: 0] += 1 }
      }
      for (preserved, count) in counts where count > 1 {
        // An attribute that the version hash covers is stored with each
        // element, because the hash is computed from the element.
        if count == Self.candidates(for: preserved, among: items),
          !RelationshipDescription.hashedKeys.contains(
            PreservedAttribute.prefix + preserved.entry.key)
        {
          shared[kind, default: []].insert(preserved)
        }
      }
    }
    return shared
  }

  /// Returns the number of elements that a shared entry would be applied to.
  private static func candidates(for preserved: PreservedAttribute, among items: [Item]) -> Int {
    switch preserved {
    case .set(let name, _): PreservedAttribute.readable.contains(name) ? 0 : items.count
    case .replace: 0
    case .remove(let name, let old): items.count { $0.exported[name] == old }
    }
  }
}

/// The kind and name of a property, which identify its exported copy.
struct PropertyKey: Hashable {
  let kind: String
  let name: String

  init(_ element: XMLElementNode) {
    kind = element.name
    name = element["name"] ?? ""
  }
}

extension XMLElementNode {
  /// The number of occurrences of each uniqueness constraint and compound index of an
  /// entity.
  var keyLists: [XMLElementNode: Int] {
    var lists: [XMLElementNode: Int] = [:]
    for list in children where ["uniquenessConstraints", "compoundIndexes"].contains(list.name) {
      for element in list.children { lists[element.normalized, default: 0] += 1 }
    }
    return lists
  }

  /// The element without white space between its tags and without offsets.
  var withoutText: XMLElementNode {
    XMLElementNode(
      name, attributes: attributes.map { Attribute($0.name, $0.value) },
      content: children.map { .element($0.withoutText) })
  }

  /// The element with its attributes sorted by name.
  var normalized: XMLElementNode {
    XMLElementNode(
      name,
      attributes: attributes.map { Attribute($0.name, $0.value) }.sorted { $0.name < $1.name },
      content: children.map { .element($0.normalized) })
  }
}

extension PropertyDescription {
  var userInfo: [String: String] {
    get {
      switch self {
      case .attribute(let attribute): attribute.userInfo
      case .relationship(let relationship): relationship.userInfo
      case .fetched(let fetched): fetched.userInfo
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.userInfo = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.userInfo = newValue
        self = .relationship(relationship)
      case .fetched(var fetched):
        fetched.userInfo = newValue
        self = .fetched(fetched)
      }
    }
  }
}
