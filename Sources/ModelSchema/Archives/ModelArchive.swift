/// A model in the form in which Core Data archives it in stores and compiles it
/// into bundles. There is one object for each entity and property, and these
/// objects refer to each other.
///
/// The archive contains everything that version hashes cover, and the plain
/// indexes. Rules, user info and fetches are left out, since a store can be
/// read without them.
package struct ModelArchive {
  private typealias Value = KeyedArchive.Value

  private let model: ManagedObjectModel
  private var archive = KeyedArchive()
  private let root: KeyedArchive.Value
  /// The references to the entities, by name, and to their own properties, by
  /// the stored names of both.
  private var entities: [String: KeyedArchive.Value] = [:]
  private var properties: [[String]: KeyedArchive.Value] = [:]
  /// False if a derivation cannot be archived.
  private var isWhole = true

  /// Returns the archive's bytes; nil if the form of the model in Core Data's
  /// archives is unknown, because it has composites, or derivations other than
  /// paths and functions.
  package static func bytes(of model: ManagedObjectModel) -> [UInt8]? {
    guard model.composites.isEmpty else { return nil }
    var archive = ModelArchive(model)
    archive.addModel()
    return archive.isWhole ? archive.archive.bytes(root: archive.root) : nil
  }

  private init(_ model: ManagedObjectModel) {
    self.model = model
    root = archive.reserve()
    for entity in model.entities {
      entities[entity.name] = archive.reserve()
      for property in entity.properties where property.fetchedProperty == nil {
        properties[[entity.name, property.storedName]] = archive.reserve()
      }
    }
  }

  private mutating func addModel() {
    for entity in model.entities { add(entity) }
    let identifiers = model.versionIdentifiers.map { text($0) }
    var parts = [
      "NSEntities": dictionary(model.entities.map { ($0.name, place(of: $0.name)) }),
      "NSFetchRequestTemplates": .null, "NSVersionIdentifiers": archive.addSet(identifiers),
    ]
    if !model.configurations.isEmpty {
      parts["NSConfigurations"] = dictionary(
        model.configurations.map { ($0.name, archive.addSet($0.entityNames.map(place))) })
    }
    archive.put(["NSManagedObjectModel", "NSObject"], parts, at: root)
  }

  // MARK: Parts

  private mutating func text(_ text: String) -> Value { archive.add(.string(text)) }

  private mutating func text(_ text: String?) -> Value { text.map { self.text($0) } ?? .null }

  private mutating func dictionary(_ entries: [(key: String, value: Value)]) -> Value {
    let keys = entries.map { text($0.key) }
    return archive.add(
      ["NSMutableDictionary", "NSDictionary", "NSObject"],
      ["NS.keys": .list(keys), "NS.objects": .list(entries.map(\.value))])
  }

  private mutating func list(_ members: [Value]) -> Value {
    archive.add(["NSMutableArray", "NSArray", "NSObject"], ["NS.objects": .list(members)])
  }

  private func place(of entity: String) -> Value { entities[entity] ?? .null }

  // MARK: Entities

  private mutating func add(_ entity: EntityDescription) {
    let own = place(of: entity.name)
    for property in entity.properties {
      guard let place = properties[[entity.name, property.storedName]] else { continue }
      switch property {
      case .attribute(let attribute): add(attribute, of: own, at: place)
      case .relationship(let relationship): add(relationship, of: entity, at: place)
      case .fetched: break
      }
    }
    var parts = [
      "NSEntityName": text(entity.name), "NSManagedObjectModel": root,
      "NSClassNameForEntity": text(entity.className ?? entity.name),
      "NSRenamingIdentifier": text(entity.renamingIdentifier ?? entity.name),
      "NSVersionHashModifier": text(entity.versionHashModifier),
      "NSUserInfo": archive.addDictionary([]), "NSProperties": dictionary(properties(of: entity)),
      "NSSuperentity": entity.parentName.map(place) ?? .null,
      "NSSubentities": dictionary(
        model.subentities(of: entity).map { ($0.name, place(of: $0.name)) }),
    ]
    if entity.isAbstract { parts["NSIsAbstract"] = .boolean(true) }
    let constraints = entity.allUniquenessConstraints.map { constraint in
      list(model.storedNames(of: constraint.keyPaths, in: entity).map { text($0) })
    }
    if !constraints.isEmpty { parts["NSUniqueTuples"] = list(constraints) }
    let indexes = indexes(of: entity)
    if !indexes.isEmpty { parts["NSFetchIndexDescriptions"] = list(indexes) }
    archive.put(["NSEntityDescription", "NSObject"], parts, at: own)
  }

  /// Returns the properties by name. Inherited properties are objects that
  /// represent the properties of the parents.
  private mutating func properties(
    of entity: EntityDescription
  ) -> [(key: String, value: Value)] {
    var found: [(key: String, value: Value)] = []
    for owner in model.lineage(of: entity) {
      for property in owner.properties {
        guard let place = properties[[owner.name, property.storedName]] else { continue }
        found.append(
          (
            property.storedName,
            owner.name == entity.name
              ? place
              : archive.add(
                ["_NSPropertyDescriptionProxy", "NSObject"],
                [
                  "NSReferenceID": .integer(0), "NSUnderlyingProperty": place,
                  "NSEntityDescription": self.place(of: entity.name),
                ])
          ))
      }
    }
    return found
  }

  /// Returns the indexes that consist of plain columns.
  private mutating func indexes(of entity: EntityDescription) -> [Value] {
    let single = entity.attributes.filter(\.isIndexed).map {
      FetchIndexDescription(name: $0.name, elements: [.init($0.name)])
    }
    let plain = entity.indexes.filter { !$0.isFolded && $0.predicate == nil }
    return (single + plain).map { index in
      let place = archive.reserve()
      let names = model.storedNames(of: index.elements.map(\.keyPath), in: entity)
      let elements = zip(names, index.elements).map { name, element in
        archive.add(
          ["NSFetchIndexElementDescription", "NSObject"],
          [
            "NSPropertyName": text(name), "NSAscending": .boolean(element.isAscending),
            "NSFetchIndexElementType": .integer(element.collation == .rTree ? 1 : 0),
            "NSFetchIndexDescription": place,
          ])
      }
      archive.put(
        ["NSFetchIndexDescription", "NSObject"],
        [
          "NSIndexName": text(index.name), "NSPartialIndexPredicate": .null,
          "NSIndexElements": archive.addArray(elements), "NSEntity": self.place(of: entity.name),
        ], at: place)
      return place
    }
  }

  // MARK: Properties

  /// Returns the parts that attributes and relationships have in common. `_P`
  /// repeats some of them as bits: one each for optional, read-only and
  /// transient, and one each for the absence of rules, user info and modifier.
  private mutating func common(
    _ name: String, _ entity: Value, isOptional: Bool, isTransient: Bool, renaming: String?,
    modifier: String?
  ) -> (parts: [String: Value], flags: Int64) {
    var parts = [
      "NSEntity": entity, "NSPropertyName": text(name),
      "NSRenamingIdentifier": text(renaming ?? name),
    ]
    if isOptional { parts["NSIsOptional"] = .boolean(true) }
    if isTransient { parts["NSIsTransient"] = .boolean(true) }
    if let modifier { parts["NSVersionHashModifier"] = text(modifier) }
    return (
      parts, 0x71 | (isOptional ? 2 : 0) | (isTransient ? 8 : 0) | (modifier == nil ? 0x80 : 0)
    )
  }

  private mutating func add(_ attribute: AttributeDescription, of entity: Value, at place: Value) {
    var (parts, flags) = common(
      attribute.columnName ?? attribute.name, entity, isOptional: attribute.isOptional,
      isTransient: attribute.isTransient, renaming: attribute.renamingIdentifier,
      modifier: attribute.versionHashModifier)
    var lineage = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
    parts["NSAttributeType"] = .integer(Int64(attribute.type.typeCode))
    parts["NSAttributeValueClassName"] = text(attribute.type.valueClassName)
    parts["NSFlagsKey"] = .integer(
      (attribute.allowsExternalStorage ? 4 : 0) | (attribute.preservesValueOnDeletion ? 16 : 0))
    parts["NSDefaultValue"] = .null
    if case .constant(let constant)? = attribute.defaultValue {
      parts["NSDefaultValue"] = archive.value(of: constant) ?? .null
    }
    parts["NSValueTransformerName"] = .null
    if case .transformable(_, let name?) = attribute.type {
      parts["NSValueTransformerName"] = text(name)
    }
    if let derivation = attribute.derivation {
      let expression = archive.place(of: derivation.withCountsAsFunctions)
      isWhole = isWhole && expression != nil
      lineage.insert("NSDerivedAttributeDescription", at: 0)
      parts["NSDerivationExpression"] = expression
      parts["NSFilteringPredicate"] = .null
      parts["NSIsReadOnly"] = .boolean(true)
      flags |= 4
    }
    parts["_P"] = .integer(flags)
    archive.put(lineage, parts, at: place)
  }

  private mutating func add(
    _ relationship: RelationshipDescription, of entity: EntityDescription, at place: Value
  ) {
    var (parts, flags) = common(
      relationship.columnName ?? relationship.name, self.place(of: entity.name),
      isOptional: relationship.isHashedAsOptional, isTransient: relationship.isTransient,
      renaming: relationship.renamingIdentifier, modifier: relationship.versionHashModifier)
    let inverse = inverse(of: relationship)
    parts["NSDestinationEntity"] = self.place(of: relationship.destinationName)
    parts["_NSDestinationEntityName"] = text(relationship.destinationName)
    parts["NSInverseRelationship"] = inverse?.place ?? .null
    parts["_NSInverseRelationshipName"] = text(inverse?.name)
    parts["NSMinCount"] = .integer(Int64(relationship.minCount))
    parts["NSMaxCount"] = .integer(relationship.isToMany ? Int64(relationship.maxCount) : 1)
    parts["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.number))
    if relationship.isOrdered || relationship.isOrderedToOne {
      parts["NSIsOrdered"] = .boolean(true)
      flags |= 0x400
    }
    parts["_P"] = .integer(flags)
    archive.put(
      ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"], parts, at: place)
  }

  /// Returns the inverse that Core Data uses, which may be one whose own
  /// inverse is another relationship; nil if there is none.
  private func inverse(
    of relationship: RelationshipDescription
  ) -> (name: String, place: Value)? {
    guard let destination = model.entity(named: relationship.destinationName),
      let name = relationship.inverseName.flatMap({
        model.storedNames(of: [$0], in: destination).first
      })
        ?? relationship.hashedInverseName
    else { return nil }
    let places = model.lineage(of: destination).compactMap { properties[[$0.name, name]] }
    return places.last.map { (name, $0) }
  }
}

extension AttributeType {
  /// The name of the class that Core Data uses for the values; nil if there is
  /// none.
  fileprivate var valueClassName: String? {
    if case .transformable(let name, _) = self { return name == "NSObject" ? nil : name }
    return [
      100: "NSNumber", 200: "NSNumber", 300: "NSNumber", 400: "NSDecimalNumber", 500: "NSNumber",
      600: "NSNumber", 700: "NSString", 800: "NSNumber", 900: "NSDate", 1000: "NSData",
      1100: "NSUUID", 1200: "NSURL",
    ][typeCode]
  }
}

extension ObjectExpression {
  /// The expression with each trailing `@count` replaced by the function that
  /// Core Data uses for it.
  fileprivate var withCountsAsFunctions: ObjectExpression {
    rewriting { part in
      guard case .keyPath(let names, let base) = part, names.last == "@count" else { return nil }
      let start = base.withCountsAsFunctions
      let collection = names.count > 1 ? .keyPath(Array(names.dropLast()), of: start) : start
      return .function("count:", [collection])
    }
  }
}
