/// The division of a model's entities among several stores.
struct StoreDivision {
  /// A store, with the part of the model that it contains.
  struct Part {
    let model: CompiledModel
    let configuration: StoreConfiguration
  }

  /// The stores, starting with the writable ones: all others are attached to
  /// the connection of the first store.
  let parts: [Part]

  /// The maximum number of stores: SQLite's limit of attached databases, and
  /// the main database.
  private static let limit = 11

  /// Creates the division of a model according to the configurations of its
  /// stores.
  ///
  /// - Throws: `StoreError` with the reason if the model cannot be divided in this way.
  init(_ model: CompiledModel, _ configurations: [StoreConfiguration]) throws {
    guard (1...Self.limit).contains(configurations.count) else {
      throw StoreError(
        .wrongOption, "a container has 1 to \(Self.limit) stores, not \(configurations.count)")
    }
    var owners: [String: Int] = [:]
    for (index, configuration) in configurations.enumerated() {
      guard configuration.type.atomic == nil else {
        throw StoreError(
          .unsupportedFeature,
          """
          '\(configuration.displayPath)' is read and written as a whole; such a store has a \
          container of its own
          """)
      }
      for name in try Self.entityNames(of: configuration, in: model.description) {
        if let other = owners.updateValue(index, forKey: name), other != index {
          throw StoreError(
            .wrongOption,
            """
            entity '\(name)' is in '\(configurations[other].displayPath)' and in \
            '\(configuration.displayPath)'; an entity is in one store
            """)
        }
      }
    }
    try Self.check(model, owners, configurations)
    let parts = configurations.enumerated().map { index, configuration in
      Part(
        model: CompiledModel(model, entities: Set(owners.filter { $0.value == index }.keys)),
        configuration: configuration)
    }
    self.parts =
      parts.filter { !$0.configuration.isReadOnly } + parts.filter(\.configuration.isReadOnly)
  }

  /// Returns the entities of a store: the entities of its configuration, or all
  /// entities.
  private static func entityNames(
    of configuration: StoreConfiguration, in model: ManagedObjectModel
  ) throws -> [String] {
    guard let name = configuration.modelConfiguration else { return model.entities.map(\.name) }
    guard let found = model.configurations.first(where: { $0.name == name }) else {
      let known = model.configurations.map(\.name).sorted().joined(separator: ", ")
      throw StoreError(
        .unknownName,
        "model '\(model.name)' has no configuration '\(name)'; it has: \(known)",
        propertyNames: [name])
    }
    return found.entityNames
  }

  // MARK: Checks

  private static func check(
    _ model: CompiledModel, _ owners: [String: Int], _ configurations: [StoreConfiguration]
  ) throws {
    let missing = model.entities.map(\.name).filter { owners[$0] == nil }.sorted()
    guard missing.isEmpty else {
      throw StoreError(
        .wrongOption,
        "no store holds \(missing.joined(separator: ", ")); name a configuration that does")
    }
    for entity in model.entities {
      try checkParent(of: entity, model, owners)
      for relationship in entity.relationships {
        try check(relationship, of: entity, model, owners)
      }
      try checkFiles(of: entity, owners, configurations)
    }
  }

  private static func checkParent(
    of entity: CompiledEntity, _ model: CompiledModel, _ owners: [String: Int]
  ) throws {
    let root = model.entities[entity.rootIndex]
    guard owners[root.name] == owners[entity.name] else {
      throw StoreError(
        .wrongOption,
        """
        entity '\(entity.name)' is in another store than '\(root.name)', which it inherits \
        from; their objects share a table: put both into one configuration
        """)
    }
  }

  private static func check(
    _ relationship: CompiledRelationship, of entity: CompiledEntity, _ model: CompiledModel,
    _ owners: [String: Int]
  ) throws {
    let destination = model.entities[relationship.destinationIndex]
    guard owners[destination.name] == owners[entity.name] else {
      throw StoreError(
        .wrongOption,
        """
        '\(entity.name).\(relationship.name)' leads to '\(destination.name)', which is in \
        another store; no relationship does: make it a fetched property, or put both \
        entities into one configuration
        """, propertyNames: [relationship.name])
    }
  }

  private static func checkFiles(
    of entity: CompiledEntity, _ owners: [String: Int], _ configurations: [StoreConfiguration]
  ) throws {
    let external = entity.properties.first {
      $0.description.attribute?.allowsExternalStorage == true
    }
    guard let external, configurations.count > 1 else { return }
    throw StoreError(
      .unsupportedFeature,
      """
      '\(entity.name).\(external.name)' is kept in files beside its store, which works where a \
      container has one store
      """, propertyNames: [external.name])
  }
}
