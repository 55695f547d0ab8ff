extension ModelDifference {
  /// The differences as text, each on its own line. The differences of an
  /// entity's properties are indented.
  public var text: String { entities.map(\.text).joined() }

  /// The parts that do not exist in the older model, in the form `entity Tag`
  /// or `FailedBankInfo.cert`.
  public var additions: [String] {
    entities.flatMap { entity -> [String] in
      guard let name = entity.newName else { return [] }
      if entity.oldName == nil { return ["entity \(name)"] }
      return entity.properties.filter { $0.oldName == nil }.compactMap(\.newName)
        .map { "\(name).\($0)" }
    }
  }

  /// The parts that do not exist in the newer model, in the form `entity Tag`
  /// or `FailedBankInfo.cert`.
  public var removals: [String] {
    entities.flatMap { entity -> [String] in
      guard let name = entity.oldName else { return [] }
      if entity.newName == nil { return ["entity \(name)"] }
      return entity.properties.filter { $0.newName == nil }.compactMap(\.oldName)
        .map { "\(name).\($0)" }
    }
  }

  /// The parts that differ between the models, each with a description of the
  /// change.
  public var alterations: [String] {
    entities.flatMap { entity -> [String] in
      guard let name = entity.newName, let oldName = entity.oldName else { return [] }
      let own = entity.changes.map { "entity \(name): \($0.text(oldName: oldName))" }
      return own
        + entity.properties.compactMap { property in
          guard let newName = property.newName, property.oldName != nil else { return nil }
          return "\(name).\(newName): \(property.changeText)"
        }
    }
  }

  /// Returns the differences as a sentence for an error: the additions,
  /// removals and alterations of the newer model, at most eight of each.
  ///
  /// - Parameters:
  ///   - old: The name of the older model, such as `version 2`.
  ///   - new: The name of the newer model.
  public func sentence(old: String, new: String) -> String {
    func part(_ what: String, _ names: [String]) -> String? {
      guard !names.isEmpty else { return nil }
      let more = names.count > 8 ? " and \(names.count - 8) more" : ""
      return what + names.prefix(8).joined(separator: ", ") + more
    }
    let parts = [
      part("\(new) has what \(old) lacks: ", additions),
      part("\(old) has what \(new) lacks: ", removals),
      part("they differ in: ", alterations),
    ].compactMap(\.self)
    return parts.isEmpty ? "\(new) and \(old) store the same" : parts.joined(separator: "; ")
  }
}

extension ModelDifference.Entity {
  fileprivate var text: String {
    switch (oldName, newName) {
    case (nil, let name?): return "+ entity \(name)\n"
    case (let name?, nil): return "- entity \(name)\n"
    case (let oldName?, let name?):
      let own = changes.map { $0.text(oldName: oldName) }.joined(separator: "; ")
      return "~ entity \(name)\(own.isEmpty ? "" : ": \(own)")\n"
        + properties.map { "    \($0.text)\n" }.joined()
    default: return ""
    }
  }
}

extension ModelDifference.Property {
  fileprivate var text: String {
    switch (oldName, newName) {
    case (nil, let name?): "+ \(name)"
    case (let name?, nil): "- \(name)"
    case (_, let name?): "~ \(name): \(changeText)"
    default: ""
    }
  }

  fileprivate var changeText: String {
    changes.map { $0.text(oldName: oldName ?? "") }.joined(separator: "; ")
  }
}

extension ModelDifference.EntityChange {
  fileprivate func text(oldName: String) -> String {
    switch self {
    case .renamed: "was called \(oldName)"
    case .parent(let old, let new):
      "inherits from \(new ?? "nothing"), was from \(old ?? "nothing")"
    case .isAbstract(let value): value ? "is abstract now" : "is no longer abstract"
    case .uniquenessAdded(let names): "unique now: \(names.joined(separator: ", "))"
    case .uniquenessRemoved(let names): "no longer unique: \(names.joined(separator: ", "))"
    case .indexAdded(let name): "index \(name) is new or changed"
    case .indexRemoved(let name): "index \(name) is gone or changed"
    case .check(let name): "check \(name) changed"
    case .table: "its table changed"
    case .shard(let old, let new): "is spread by \(new ?? "nothing"), was by \(old ?? "nothing")"
    case .hashModifier: "its hash modifier changed"
    }
  }
}

extension ModelDifference.PropertyChange {
  fileprivate func text(oldName: String) -> String {
    switch self {
    case .renamed: "was called \(oldName)"
    case .kind: "was an attribute and is a relationship now, or the other way round"
    case .type(let old, let new): "is \(new.name), was \(old.name)"
    case .valuesRemoved(let values): "no case stands for \(values.listed) any more"
    case .elements(let added, let removed):
      (added.map { "element \($0) is new" } + removed.map { "element \($0) is gone" })
        .joined(separator: ", ")
    case .element(let old, let new, let changes):
      "element \(new) " + changes.map { $0.text(oldName: old) }.joined(separator: ", ")
    case .isOptional(let value): value ? "is optional now" : "is required now"
    case .isTransient(let value): value ? "is no longer stored" : "is stored now"
    case .defaultValue: "its default changed"
    case .rules: "its rules changed"
    case .isUnique(let value): value ? "is unique now" : "is no longer unique"
    case .isIndexed(let value): value ? "is indexed now" : "is no longer indexed"
    case .isExact(let value): value ? "keeps every digit now" : "no longer keeps every digit"
    case .isExternal(let value):
      value ? "keeps large values in files now" : "no longer keeps large values in files"
    case .isKeptAfterDeletion(let value):
      value ? "is kept after deletion now" : "is no longer kept after deletion"
    case .derivation: "its derivation changed"
    case .column: "its column changed"
    case .destination(let old, let new): "leads to \(new), was to \(old)"
    case .inverse(let old, let new): "its inverse is \(new ?? "none"), was \(old ?? "none")"
    case .isToMany(let value): value ? "leads to many, was to one" : "leads to one, was to many"
    case .isOrdered(let value): value ? "is ordered now" : "is no longer ordered"
    case .count: "its count changed"
    case .deleteRule(let old, let new): "its delete rule is \(new.rawValue), was \(old.rawValue)"
    case .hashModifier: "its hash modifier changed"
    }
  }
}

extension AttributeType {
  /// The name of the type in the model language.
  package var name: String {
    switch self {
    case .boolean: "Bool"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .json: "JSON"
    case .enumeration(let name, _), .composite(let name): name
    case .list(let element): "[\(element.name)]"
    case .codable(let name): "Codable<\(name)>"
    case .transformable(let name, _): name
    case .undefined: "nothing"
    }
  }
}
