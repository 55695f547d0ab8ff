/// The attributes and elements of a data model that a model cannot represent, as
/// entries of user info.
///
/// All keys begin with `xcode.`:
/// - `xcode.NAME`: an attribute that an export would not write, and its value;
/// - `xcode.NAME=OTHER`: an attribute for which an export would write `OTHER`;
/// - `xcode.no.NAME=OTHER`: a missing attribute, for which an export would write `OTHER`;
/// - `xcode.attribute.NAME`: an attribute as above whose name is taken;
/// - `xcode.each.KIND.` and a key as above, in the model's user info: an entry that
///   all elements of a kind share;
/// - `xcode.child.N`: a child element as XML, with the number of elements before it;
/// - `xcode.entry.KEY`: imported user info whose key begins with `xcode.`;
/// - `xcode.layout`, `xcode.fetchOrder`, `xcode.versionName`, `xcode.compoundIndexes`,
///   `xcode.inline`, `xcode.added`, `xcode.element`, `xcode.index.NAME`, `xcode.fetchRequest.NAME`:
///   the parts described by these names.
///
/// Because `OTHER` is a part of the key, an entry no longer applies once that part of the model is
/// changed: the change takes precedence over the imported value.
enum PreservedAttribute: Hashable {
  /// Adds an attribute that an export does not write.
  case set(String, String)
  /// Replaces the value that an export writes for an attribute.
  case replace(String, old: String, new: String)
  /// Removes an attribute that an export writes with the old value.
  case remove(String, old: String)

  static let prefix = "xcode."
  private static let entryPrefix = prefix + "entry."
  private static let attributePrefix = "attribute."
  private static let structure: Set = [
    "layout", "versionName", "compoundIndexes", "inline", "added", "element", "fetchOrder",
  ]

  /// Attributes whose text is kept as long as its meaning is the same as in the model.
  static let readable = Set(
    ["predicateString", "derivationExpression"] + IndexCondition.attributes)

  // MARK: Keys

  /// Returns the key for an imported entry of user info.
  static func protected(_ key: String) -> String {
    key.hasPrefix(prefix) ? entryPrefix + key : key
  }

  /// Returns the imported key of an entry, or nil for an entry that `modelgen`
  /// itself wrote.
  static func unprotected(_ key: String) -> String? {
    if key.hasPrefix(entryPrefix) { return String(key.dropFirst(entryPrefix.count)) }
    return key.hasPrefix(prefix) ? nil : key
  }

  /// The key without its prefix, and the value.
  var entry: (key: String, value: String) {
    switch self {
    case .set(let name, let value): (Self.word(name), value)
    case .replace(let name, let old, let new): (Self.word(name) + "=" + old, new)
    case .remove(let name, let old): ("no." + name + "=" + old, "")
    }
  }

  /// Returns the name of an attribute, with a prefix if it could be mistaken for
  /// another key.
  private static func word(_ name: String) -> String {
    structure.contains(name) || name.contains(".") ? attributePrefix + name : name
  }

  /// Creates the attribute of an entry; nil for an entry that does not concern an attribute.
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

  /// Returns all entries that concern attributes, sorted by key.
  static func all(in userInfo: [String: String], after prefix: String = prefix)
    -> [PreservedAttribute]
  {
    userInfo.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      .compactMap {
        PreservedAttribute(key: String($0.key.dropFirst(prefix.count)), value: $0.value)
      }
  }

  // MARK: Elements

  /// Applies the entry to an element, unless that part of the element has changed.
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

  /// Returns the differences between an element and its exported form.
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

  /// Returns whether two values are equal. A number may be written as `0` or `0.0`.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let first = Double(a), let second = Double(b) else { return false }
    return first == second && first.isFinite && abs(first) < 1e15
  }
}

/// The child elements that a model cannot represent.
enum KeptChild {
  private static let word = "child."

  /// Keeps an element, together with the number of elements before it.
  static func keep(
    _ element: XMLElementNode, at position: Int, in userInfo: inout [String: String],
    after prefix: String = PreservedAttribute.prefix
  ) {
    userInfo["\(prefix)\(word)\(position)"] = XMLWriter.line(element.withoutText)
  }

  /// Keeps the content of an element other than entries of its user info.
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

  /// Returns all kept elements, ordered by position.
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
  /// True if the element is an entry of user info, without further content.
  var isUserInfoEntry: Bool {
    name == "entry" && self["key"] != nil && self["value"] != nil && attributes.count == 2
      && children.isEmpty
  }
}
