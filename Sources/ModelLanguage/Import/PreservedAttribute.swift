/// The attributes and elements of a data model that a model has no place for,
/// as entries of user info.
///
/// All keys begin with `xcode.`:
/// - `xcode.NAME`: an attribute that export would not write, and its value;
/// - `xcode.NAME=OTHER`: an attribute for which export would write `OTHER`;
/// - `xcode.no.NAME=OTHER`: an attribute that is missing where export would
///   write `OTHER`;
/// - `xcode.attribute.NAME`: one of the former whose name is taken;
/// - `xcode.each.KIND.` and one of the former, on the model: what all elements
///   of a kind have in common;
/// - `xcode.child.N`: an element that stands in this one, as XML, and how many
///   stand before it;
/// - `xcode.entry.KEY`: user info whose key itself begins with `xcode.`;
/// - `xcode.layout`, `xcode.fetchOrder`, `xcode.versionName`,
///   `xcode.compoundIndexes`, `xcode.inline`, `xcode.added`, `xcode.element`,
///   `xcode.index.NAME`, `xcode.fetchRequest.NAME`: what they say.
///
/// Since `OTHER` stands in the key, an entry lapses by itself when the model is
/// changed: what somebody wrote into the model goes before what was once read.
enum PreservedAttribute: Hashable {
  /// Adds an attribute.
  case set(String, String)
  /// Replaces the value of an attribute.
  case replace(String, old: String, new: String)
  /// Takes an attribute away.
  case remove(String, old: String)

  static let prefix = "xcode."
  private static let entryPrefix = prefix + "entry."
  private static let attributePrefix = "attribute."
  private static let structure: Set = [
    "layout", "versionName", "compoundIndexes", "inline", "added", "element", "fetchOrder",
  ]

  /// Attributes whose text is kept as long as it reads as what the model has.
  static let readable = Set(
    ["predicateString", "derivationExpression"] + IndexCondition.attributes)

  // MARK: Keys

  /// The key of user info that others wrote.
  static func protected(_ key: String) -> String {
    key.hasPrefix(prefix) ? entryPrefix + key : key
  }

  /// The key that others gave an entry; nil for an entry of ours.
  static func unprotected(_ key: String) -> String? {
    if key.hasPrefix(entryPrefix) { return String(key.dropFirst(entryPrefix.count)) }
    return key.hasPrefix(prefix) ? nil : key
  }

  /// The key, without the prefix, and the value.
  var entry: (key: String, value: String) {
    switch self {
    case .set(let name, let value): (Self.word(name), value)
    case .replace(let name, let old, let new): (Self.word(name) + "=" + old, new)
    case .remove(let name, let old): ("no." + name + "=" + old, "")
    }
  }

  /// A name of an attribute, with a word before it where it could be mistaken.
  private static func word(_ name: String) -> String {
    structure.contains(name) || name.contains(".") ? attributePrefix + name : name
  }

  /// Creates what an entry means; nil for one that is about no attribute.
  init?(key: String, value: String) {
    var key = key[...]
    let isMissing = key.hasPrefix("no.")
    if isMissing { key = key.dropFirst(3) }
    let isPlain = !isMissing && !key.hasPrefix(Self.attributePrefix)
    if !isMissing, !isPlain { key = key.dropFirst(Self.attributePrefix.count) }
    let name = String(key.prefix { $0 != "=" })
    let old = key.contains("=") ? String(key.dropFirst(name.count + 1)) : nil
    guard !name.isEmpty, !(isPlain && (Self.structure.contains(name) || name.contains(".")))
    else { return nil }
    switch (isMissing, old) {
    case (true, let old?): self = .remove(name, old: old)
    case (true, nil): return nil
    case (false, let old?): self = .replace(name, old: old, new: value)
    case (false, nil): self = .set(name, value)
    }
  }

  /// All that user info has about attributes, in the order of its keys.
  static func all(in userInfo: [String: String], after prefix: String = prefix)
    -> [PreservedAttribute]
  {
    userInfo.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      .compactMap {
        PreservedAttribute(key: String($0.key.dropFirst(prefix.count)), value: $0.value)
      }
  }

  // MARK: Elements

  /// Does to an element what the entry says, where it still applies.
  func apply(to element: inout XMLElementNode) {
    switch self {
    case .set(let name, let value):
      if element[name] == nil { element.attributes.append(.init(name, value)) }
    case .replace(let name, let old, let new):
      guard let index = element.attributes.firstIndex(where: { $0.name == name }),
        element.attributes[index].value == old
      else { return }
      element.attributes[index].value = new
    case .remove(let name, let old):
      element.attributes.removeAll { $0.name == name && $0.value == old }
    }
  }

  /// The differences of an element from the one that export writes.
  static func between(_ original: XMLElementNode, _ exported: XMLElementNode)
    -> [PreservedAttribute]
  {
    var entries: [PreservedAttribute] = []
    for attribute in original.attributes {
      guard let other = exported[attribute.name] else {
        entries.append(.set(attribute.name, attribute.value))
        continue
      }
      guard !isSame(attribute.value, other) else { continue }
      if readable.contains(attribute.name) {
        entries.append(.set(attribute.name, attribute.value))
      } else {
        entries.append(.replace(attribute.name, old: other, new: attribute.value))
      }
    }
    for attribute in exported.attributes where original[attribute.name] == nil {
      entries.append(.remove(attribute.name, old: attribute.value))
    }
    return entries
  }

  /// Returns whether two values say the same: a number may be written as `0` or
  /// `0.0`.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let first = Double(a), let second = Double(b) else { return false }
    return first == second && first.isFinite && abs(first) < 1e15
  }
}

/// Elements that a model has no place for.
enum KeptChild {
  private static let word = "child."

  /// Keeps an element that stands behind so many others.
  static func keep(
    _ element: XMLElementNode, at position: Int, in userInfo: inout [String: String],
    after prefix: String = PreservedAttribute.prefix
  ) {
    userInfo["\(prefix)\(word)\(position)"] = XMLWriter.line(element.withoutText)
  }

  /// Keeps what stands in an element beside the entries of its user info.
  static func keepStrangers(
    in element: XMLElementNode, at position: Int, of userInfo: inout [String: String]
  ) {
    var last: [String: Int] = [:]
    for entry in element.children { last[entry["key"] ?? ""] = entry.offset }
    let strangers = element.children.filter { entry in
      !entry.isUserInfoEntry || last[entry["key"] ?? ""] != entry.offset
    }
    guard !strangers.isEmpty else { return }
    keep(
      XMLElementNode(element.name, content: strangers.map { .element($0) }), at: position,
      in: &userInfo)
  }

  /// All that were kept, the first one first.
  static func all(
    in userInfo: [String: String], after prefix: String = PreservedAttribute.prefix
  ) -> [(position: Int, element: XMLElementNode)] {
    userInfo.compactMap { key, value -> (position: Int, element: XMLElementNode)? in
      guard key.hasPrefix(prefix + word),
        let position = Int(key.dropFirst(prefix.count + word.count)), position >= 0,
        let element = try? XMLReader.read(Array(value.utf8))
      else { return nil }
      return (position, element)
    }
    .sorted { $0.position < $1.position }
  }
}

extension XMLElementNode {
  /// A Boolean value that says whether it is an entry of user info, and nothing
  /// else.
  var isUserInfoEntry: Bool {
    name == "entry" && self["key"] != nil && self["value"] != nil && attributes.count == 2
      && children.isEmpty
  }
}
