// Rows can be distributed over machines by one of their values. Since no
// machine asks another machine whether a rule holds, the following rules apply:
//
// 1. The value is never missing and never changes.
// 2. A unique constraint contains the value. Rows distributed by their own key
//    have no unique constraints.
// 3. A reference leads to rows on the same machine, or to rows that are on all
//    machines.
// 4. The pairs of a many-to-many relationship have no such value, so the rows of both
//    entities are on all machines.

/// Reads the tables of entities, and the distribution of their rows over
/// machines.
struct TablePass: CheckPass {
  let symbols: SymbolTable

  /// Reads the tables, and checks that each machine can enforce all rules by
  /// itself.
  func run() {
    for entity in symbols.entityList { readTable(of: entity) }
    checkTableNames()
    let shardKeys = ShardKeys(symbols.entityList)
    for entity in symbols.entityList {
      if let shard = entity.shard, shardKeys.isCircle(entity) {
        report(
          .shard, "'\(entity.name)' is spread by itself, through '\(shard.name.text)'",
          at: shard.name.span)
      }
      for property in entity.properties { checkReference(property, shardKeys) }
      checkUniqueness(of: entity, shardKeys)
    }
  }

  private func readTable(of entity: EntitySymbol) {
    let attributes = entity.syntax.attributes
    for attribute in attributes where entity.parent != nil {
      guard ["table", "shard"].contains(attribute.name.text), let root = entity.lineage.last else {
        continue
      }
      report(
        .attributeNotApplicable,
        "'@\(attribute.name.text)' belongs to '\(root.name)', whose table '\(entity.name)' shares",
        at: attribute.span)
    }
    guard entity.parent == nil else { return }
    entity.description.tableName = annotations.name(of: "table", in: attributes)
    guard let attribute = attributes.named("shard"),
      let name = annotations.name(of: attribute, label: nil, example: "@shard(account)")
    else { return }
    guard let property = entity.ownProperties[name.text] else {
      return expressions.reportUnknownProperty(name, of: entity, described: nil)
    }
    diagnostics.use(name, of: property.name)
    if case .broken = property.kind { return }
    guard property.canSpread else {
      return report(
        .shard,
        "'\(name.text)' cannot say where rows are: that is a 'let' which is never missing, a whole "
          + "number, a text, a UUID or one object", at: name.span)
    }
    entity.description.shardName = name.text
  }

  private func checkTableNames() {
    var first: [String: EntitySymbol] = [:]
    for entity in symbols.entityList {
      guard let name = entity.description.tableName,
        let attribute = entity.syntax.attributes.named("table")
      else { continue }
      if let other = first[name] {
        report(
          .duplicateName, "the table '\(name)' is that of '\(other.name)' already",
          at: attribute.span)
      } else {
        first[name] = entity
      }
    }
  }

  private func checkReference(_ property: PropertySymbol, _ shardKeys: ShardKeys) {
    guard let relationship = property.relationship, !relationship.isTransient,
      let destination = property.destination
    else { return }
    let (own, other) = (shardKeys.spread(of: property.owner), shardKeys.spread(of: destination))
    let reason: String
    if relationship.isToMany {
      guard property.inverse?.relationship?.isToMany != false, (own ?? other) != nil else { return }
      reason = "pairs of objects have no value to be spread by; put an entity in between"
    } else if other == nil || property.isShard {
      return
    } else if own != other {
      reason = "'\(property.owner.name)' and '\(destination.name)' are not spread by the same"
    } else if destination.root === other?.origin {
      reason = "only '@shard' leads to '\(destination.name)', by whose keys rows are spread"
    } else {
      return
    }
    report(
      .shard, "'\(property.title)' could lead to another machine: \(reason)", at: property.name.span
    )
  }

  private func checkUniqueness(of entity: EntitySymbol, _ shardKeys: ShardKeys) {
    let constraints = entity.currentConstraints
    guard !constraints.isEmpty, shardKeys.spread(of: entity) != nil else { return }
    let name = entity.root.shard?.name.text
    for constraint in constraints
    where name.map({ !constraint.keyPaths.contains($0) }) ?? true {
      let reason = name.map { "has to contain '\($0)', by which rows are spread" }
      report(
        .shard,
        "'\(constraint.name)' \(reason ?? "cannot hold where rows are spread by their own keys")",
        at: entity.place(ofConstraint: constraint.name))
    }
  }
}

/// The values by which the rows of entity hierarchies are distributed over
/// machines.
private struct ShardKeys {
  /// The kind of value by which rows are distributed.
  enum Spread: Equatable {
    case value(AttributeType)
    case key(of: EntitySymbol)

    /// The entity by whose keys the rows are distributed, or nil if they are
    /// distributed by a value.
    var origin: EntitySymbol? { if case .key(let entity) = self { entity } else { nil } }

    static func == (left: Spread, right: Spread) -> Bool {
      switch (left, right) {
      case (.value(let type), .value(let other)): type == other
      case (.key(let entity), .key(let other)): entity === other
      case (.value, .key), (.key, .value): false
      }
    }
  }

  /// The roots that shards of other entities lead to.
  private let origins: [EntitySymbol]

  init(_ entities: [EntitySymbol]) {
    origins = entities.compactMap { entity in
      guard case .key(let origin) = Self.end(of: entity) else { return nil }
      return origin === entity ? nil : origin
    }
  }

  /// Returns the value by which the rows of an entity are distributed, or nil
  /// if its rows are on all machines.
  func spread(of entity: EntitySymbol) -> Spread? {
    let end = Self.end(of: entity.root)
    guard case .key(let origin) = end else { return end }
    return origins.contains { $0 === origin } ? end : nil
  }

  /// Returns whether the shards of an entity lead back to it.
  func isCircle(_ entity: EntitySymbol) -> Bool { Self.end(of: entity) == nil }

  /// Returns the value or the root that the shards of an entity lead to, or nil
  /// if they form a cycle.
  private static func end(of entity: EntitySymbol) -> Spread? {
    var way = [entity]
    while let shard = way[way.count - 1].shard {
      if let attribute = shard.attribute { return .value(attribute.type) }
      guard let next = shard.destination?.root else { break }
      if way.contains(where: { $0 === next }) { return nil }
      way.append(next)
    }
    return .key(of: way[way.count - 1])
  }
}

extension EntitySymbol {
  /// The root entity of the entity's hierarchy.
  fileprivate var root: EntitySymbol { lineage[lineage.count - 1] }

  /// The property by which the rows of the entity are distributed, or nil if
  /// there is none.
  fileprivate var shard: PropertySymbol? {
    description.shardName.flatMap { ownProperties[$0] }
  }

  /// The uniqueness constraints of the entity itself, including those of single
  /// attributes.
  var currentConstraints: [UniquenessConstraint] {
    properties.filter { $0.attribute?.isUnique == true }.map {
      UniquenessConstraint(name: $0.name.text, keyPaths: [$0.name.text])
    } + description.uniquenessConstraints
  }

  /// Returns the source position of a uniqueness constraint.
  func place(ofConstraint name: String) -> Span {
    for case .unique(let syntax) in syntax.members where syntax.name.text == name {
      return syntax.name.span
    }
    let property = ownProperties[name]
    return property?.attribute("unique")?.span ?? property?.name.span ?? syntax.name.span
  }
}

extension PropertySymbol {
  /// True if the property is the `@shard` of its entity.
  fileprivate var isShard: Bool { owner.description.shardName == name.text }

  /// True if each row has exactly one constant value of the property, and
  /// PostgreSQL compares the values in the same way as they are compared in
  /// memory.
  fileprivate var canSpread: Bool {
    if let relationship {
      return !relationship.isToMany && !relationship.isOptional && relationship.isConstant
        && !relationship.isTransient
    }
    guard let attribute, attribute.isConstant, !attribute.isOptional, !attribute.isTransient,
      attribute.derivation == nil
    else { return false }
    return [.int16, .int32, .int64, .string, .uuid].contains(attribute.type.scalar)
  }
}
