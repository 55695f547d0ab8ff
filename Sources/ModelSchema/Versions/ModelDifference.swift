/// The difference between two models, as values and in words.
///
/// Entities and properties are paired by the newer model's migration block, by
/// renaming identifier, otherwise by name. The comparison covers the parts that
/// affect a store and the rules for its data; it ignores user info,
/// documentation, access levels and fetches.
///
/// - A new or removed part is listed alone, without its own parts.
/// - An inherited property that differs is listed for every entity that has it,
///   since each of them has its own rows.
/// - Renames are followed when the names of parents are compared. Other names
///   are compared as strings, so that a renamed destination or inverse is
///   regarded as different.
public struct ModelDifference: Sendable, Hashable {
  /// An entity that differs between two models.
  public struct Entity: Sendable, Hashable {
    /// The entity's name in the older model; nil if the entity is new.
    public var oldName: String?
    /// The entity's name in the newer model; nil if the entity was removed.
    public var newName: String?
    /// The changes to the entity itself.
    public var changes: [EntityChange]
    /// The entity's own and inherited properties that differ; empty if the entity is
    /// new or was removed.
    public var properties: [Property]
  }

  /// A change to an entity itself, not to its properties.
  public enum EntityChange: Sendable, Hashable {
    case renamed
    case parent(from: String?, to: String?)
    case isAbstract(Bool)
    case uniquenessAdded([String])
    case uniquenessRemoved([String])
    case indexAdded(String)
    case indexRemoved(String)
    case check(String)
    case table
    case shard(from: String?, to: String?)
    case hashModifier
  }

  /// A property that differs between two models.
  public struct Property: Sendable, Hashable {
    /// The property's name in the older model; nil if the property is new.
    public var oldName: String?
    /// The property's name in the newer model; nil if the property was removed.
    public var newName: String?
    /// The changes to the property; empty if it is new or was removed.
    public var changes: [PropertyChange]
  }

  /// A change to a property's type, rules or stored form.
  public enum PropertyChange: Sendable, Hashable {
    case renamed
    /// An attribute became a relationship, or a relationship an attribute.
    case kind
    case type(from: AttributeType, to: AttributeType)
    /// Stored values of the enumeration that no longer have a case.
    case valuesRemoved([ConstantValue])
    /// Elements of the composite type that were added or removed, by name.
    case elements(added: [String], removed: [String])
    /// An element of the composite type that differs, by its older and its newer
    /// name.
    case element(from: String, to: String, changes: [PropertyChange])
    case isOptional(Bool)
    case isTransient(Bool)
    case defaultValue
    case rules
    case isUnique(Bool)
    case isIndexed(Bool)
    case isExact(Bool)
    case isExternal(Bool)
    case isKeptAfterDeletion(Bool)
    case derivation
    case column
    case destination(from: String, to: String)
    case inverse(from: String?, to: String?)
    case isToMany(Bool)
    case isOrdered(Bool)
    case count
    case deleteRule(from: DeleteRule, to: DeleteRule)
    case hashModifier
  }

  /// The entities that differ, in the newer model's order, followed by the removed
  /// entities.
  public let entities: [Entity]
  /// The pairs of elements that continue each other.
  package let correspondence: ModelCorrespondence

  /// True if the models do not differ.
  public var isEmpty: Bool { entities.isEmpty }

  /// Compares two models.
  ///
  /// - Parameters:
  ///   - old: The older model.
  ///   - new: The newer model.
  ///   - versions: The versions in between, the oldest first.
  public init(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel] = []
  ) {
    let pairs = ModelCorrespondence(from: old, to: new, through: versions)
    correspondence = pairs
    entities = pairs.entities.compactMap { old, new in
      guard let old, let new else {
        return Entity(oldName: old?.name, newName: new?.name, changes: [], properties: [])
      }
      return Self.difference(old, new, pairs)
    }
  }

  private static func difference(
    _ old: EntityDescription, _ new: EntityDescription, _ pairs: ModelCorrespondence
  ) -> Entity? {
    let changes = entityChanges(old, new, pairs)
    let differences: [Property] = pairs.allProperties(of: new, from: old).compactMap { old, new in
      guard let old, let new else {
        return Property(oldName: old?.name, newName: new?.name, changes: [])
      }
      let changes = propertyChanges(old, new, pairs)
      return changes.isEmpty
        ? nil : Property(oldName: old.name, newName: new.name, changes: changes)
    }
    guard !changes.isEmpty || !differences.isEmpty else { return nil }
    return Entity(
      oldName: old.name, newName: new.name, changes: changes, properties: differences)
  }
}

// MARK: - Entities

extension ModelDifference {
  private static func entityChanges(
    _ old: EntityDescription, _ new: EntityDescription, _ pairs: ModelCorrespondence
  ) -> [EntityChange] {
    var changes: [EntityChange] = []
    if old.name != new.name { changes.append(.renamed) }
    // A parent that was only renamed is regarded as the same parent.
    let parents = (
      old: old.parentName,
      continued: new.parentName.flatMap { pairs.new.entity(named: $0) }
        .flatMap { pairs.source(of: $0)?.name }
    )
    if parents.old != parents.continued || (parents.continued == nil && new.parentName != nil) {
      changes.append(.parent(from: old.parentName, to: new.parentName))
    }
    if old.isAbstract != new.isAbstract { changes.append(.isAbstract(new.isAbstract)) }
    let unique = (
      old.uniquenessConstraints.map(\.keyPaths), new.uniquenessConstraints.map(\.keyPaths)
    )
    changes += unique.1.filter { !unique.0.contains($0) }.map(EntityChange.uniquenessAdded)
    changes += unique.0.filter { !unique.1.contains($0) }.map(EntityChange.uniquenessRemoved)
    changes += indexes(of: new, butNotOf: old).map(EntityChange.indexAdded)
    changes += indexes(of: old, butNotOf: new).map(EntityChange.indexRemoved)
    changes += checks(old).symmetricDifference(checks(new)).map(\.name).sorted()
      .map(EntityChange.check)
    if old.tableName != new.tableName { changes.append(.table) }
    if old.shardName != new.shardName {
      changes.append(.shard(from: old.shardName, to: new.shardName))
    }
    if old.versionHashModifier != new.versionHashModifier { changes.append(.hashModifier) }
    return changes
  }

  /// Returns the names of the indexes, including full-text indexes, that
  /// another entity does not have or has in another form.
  private static func indexes(
    of entity: EntityDescription, butNotOf other: EntityDescription
  ) -> [String] {
    let plain = indexes(entity).subtracting(indexes(other)).map(\.name)
    let fullText = fullTextIndexes(entity).subtracting(fullTextIndexes(other)).map(\.name)
    return (plain + fullText).sorted()
  }

  /// Returns the indexes without their documentation.
  private static func indexes(_ entity: EntityDescription) -> Set<FetchIndexDescription> {
    Set(
      entity.indexes.map {
        FetchIndexDescription(name: $0.name, elements: $0.elements, predicate: $0.predicate)
      })
  }

  private static func fullTextIndexes(
    _ entity: EntityDescription
  ) -> Set<FullTextIndexDescription> {
    Set(
      entity.fullTextIndexes.map {
        FullTextIndexDescription(
          name: $0.name, keyPaths: $0.keyPaths, tokenizer: $0.tokenizer,
          prefixLengths: $0.prefixLengths)
      })
  }

  private static func checks(_ entity: EntityDescription) -> Set<CheckDescription> {
    Set(
      entity.checks.map {
        // The message of a check does not affect the data.
        CheckDescription(name: $0.name, predicate: $0.predicate, message: "")
      })
  }
}

// MARK: - Properties

extension ModelDifference {
  private static func propertyChanges(
    _ old: PropertyDescription, _ new: PropertyDescription, _ pairs: ModelCorrespondence
  ) -> [PropertyChange] {
    let renamed: [PropertyChange] = old.name == new.name ? [] : [.renamed]
    switch (old, new) {
    case (.attribute(let old), .attribute(let new)):
      return renamed + attributeChanges(old, new) + valueChanges(old.type, new.type, pairs)
    case (.relationship(let old), .relationship(let new)):
      return renamed + relationshipChanges(old, new)
    // A fetched property is a fetch, and the comparison ignores fetches.
    case (.fetched, .fetched): return []
    default: return renamed + [.kind]
    }
  }

  /// Returns the changes to the values that a type allows, if the type has kept
  /// its form.
  private static func valueChanges(
    _ old: AttributeType, _ new: AttributeType, _ pairs: ModelCorrespondence
  ) -> [PropertyChange] {
    if case .composite(let one) = old, case .composite(let other) = new {
      return elementChanges(one, other, pairs)
    }
    let gone = pairs.goneValues(old, new)
    return gone.isEmpty ? [] : [.valuesRemoved(gone)]
  }

  /// Returns the changes to a composite type. They apply to every property of
  /// the type, since each property has its own columns for the elements.
  private static func elementChanges(
    _ old: String, _ new: String, _ pairs: ModelCorrespondence
  ) -> [PropertyChange] {
    let known = pairs.elements(of: new, from: old)
    let before = pairs.old.composite(named: old)?.elements ?? []
    let after = pairs.new.composite(named: new)?.elements ?? []
    let added = after.map(\.name).filter { known[$0] == nil }
    let removed = pairs.goneElements(of: new, from: old)
    let changed = after.compactMap { element -> PropertyChange? in
      guard let old = before.first(where: { $0.name == known[element.name] }) else { return nil }
      let changes = propertyChanges(.attribute(old), .attribute(element), pairs)
      return changes.isEmpty ? nil : .element(from: old.name, to: element.name, changes: changes)
    }
    return (added.isEmpty && removed.isEmpty ? [] : [.elements(added: added, removed: removed)])
      + changed
  }

  private static func attributeChanges(
    _ old: AttributeDescription, _ new: AttributeDescription
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    if old.type != new.type { changes.append(.type(from: old.type, to: new.type)) }
    if old.isOptional != new.isOptional { changes.append(.isOptional(new.isOptional)) }
    if old.isTransient != new.isTransient { changes.append(.isTransient(new.isTransient)) }
    if old.defaultValue != new.defaultValue { changes.append(.defaultValue) }
    if old.rules.map(\.requirement) != new.rules.map(\.requirement) { changes.append(.rules) }
    if old.isUnique != new.isUnique { changes.append(.isUnique(new.isUnique)) }
    if old.isIndexed != new.isIndexed { changes.append(.isIndexed(new.isIndexed)) }
    if old.isExact != new.isExact { changes.append(.isExact(new.isExact)) }
    if old.allowsExternalStorage != new.allowsExternalStorage {
      changes.append(.isExternal(new.allowsExternalStorage))
    }
    if old.preservesValueOnDeletion != new.preservesValueOnDeletion {
      changes.append(.isKeptAfterDeletion(new.preservesValueOnDeletion))
    }
    if old.derivation != new.derivation { changes.append(.derivation) }
    if old.columnName != new.columnName { changes.append(.column) }
    if old.versionHashModifier != new.versionHashModifier { changes.append(.hashModifier) }
    return changes
  }

  private static func relationshipChanges(
    _ old: RelationshipDescription, _ new: RelationshipDescription
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    if old.destinationName != new.destinationName {
      changes.append(.destination(from: old.destinationName, to: new.destinationName))
    }
    if old.inverseName != new.inverseName {
      changes.append(.inverse(from: old.inverseName, to: new.inverseName))
    }
    if old.isToMany != new.isToMany { changes.append(.isToMany(new.isToMany)) }
    if old.isOrdered != new.isOrdered { changes.append(.isOrdered(new.isOrdered)) }
    if old.isOptional != new.isOptional { changes.append(.isOptional(new.isOptional)) }
    if old.isTransient != new.isTransient { changes.append(.isTransient(new.isTransient)) }
    if (old.minCount, old.maxCount) != (new.minCount, new.maxCount) { changes.append(.count) }
    if old.deleteRule != new.deleteRule {
      changes.append(.deleteRule(from: old.deleteRule, to: new.deleteRule))
    }
    if old.columnName != new.columnName { changes.append(.column) }
    if old.versionHashModifier != new.versionHashModifier { changes.append(.hashModifier) }
    return changes
  }
}
