/// `modelstore export`: every object of a store as a line of JSON.
///
/// ```
/// {"@id": "Bank/p1", "name": "First", "details": "Details/p1"}
/// ```
///
/// A link stands at one end: at the end to one, where its inverse is to many,
/// and else at the first of both by name. Orders stand where they are kept.
struct ExportCommand {
  private let store: StoreAccess

  init(_ options: CommandOptions) throws {
    store = try StoreAccess(options)
  }

  func run() throws -> Outcome {
    Outcome { write in
      // All of it is of one moment, whoever saves meanwhile; what is read as a whole is so anyway.
      try? store.context.pinReads()
      defer { store.context.unpinReads() }
      let reader = ValueReader(store.container)
      var request = FetchRequest<ManagedObject>()
      request.includesSubentities = false
      for entity in store.model.entitiesInStoreOrder where !entity.isAbstract {
        let names = store.model.exportedNames(of: entity)
        let defaulted = store.model.defaultedNames(of: entity)
        for object in try store.context.batches(entityName: entity.name, of: request, size: 256) {
          try write(try line(object, names, defaulted, reader) + "\n")
        }
      }
      try reader.finish()
    }
  }

  /// Returns the line of an object; values that are missing or damaged are left
  /// out, but for missing ones in whose place an import would put a default.
  private func line(
    _ object: ManagedObject, _ names: [String], _ defaulted: Set<String>, _ reader: ValueReader
  ) throws -> String {
    let id = ("@id", JSONText.string(StoredValue.id(object)))
    let values = try names.compactMap { name -> (String, String)? in
      guard case .value(let value) = try reader.value(name, of: object),
        value != nil || defaulted.contains(name)
      else { return nil }
      return (name, StoredValue.json(value))
    }
    return JSONText.object([id] + values)
  }
}

extension ManagedObjectModel {
  /// The properties of an entity that are in exports.
  fileprivate func exportedNames(of entity: EntityDescription) -> [String] {
    properties(of: entity).filter { property in
      switch property {
      case .attribute(let attribute): !attribute.isTransient && attribute.derivation == nil
      case .relationship(let relationship): isExported(relationship, of: entity)
      case .fetched: false
      }
    }.map(\.name)
  }

  /// The attributes of an entity that new objects have a value of.
  fileprivate func defaultedNames(of entity: EntityDescription) -> Set<String> {
    Set(properties(of: entity).filter { $0.attribute?.defaultValue != nil }.map(\.name))
  }

  private func isExported(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> Bool {
    guard !relationship.isTransient else { return false }
    guard !relationship.isOrdered, let name = relationship.inverseName,
      let destination = self.entity(named: relationship.destinationName),
      let inverse = properties(of: destination).first(where: { $0.name == name })?.relationship
    else { return true }
    guard relationship.isToMany == inverse.isToMany else { return !relationship.isToMany }
    if inverse.isOrdered { return false }
    return (relationship.name, inverse.destinationName)
      <= (inverse.name, relationship.destinationName)
  }
}
