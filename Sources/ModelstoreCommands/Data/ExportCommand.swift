/// The command `modelstore export`, which writes every object of a store as a
/// line of JSON.
///
/// ```
/// {"@id": "Bank/p1", "name": "First", "details": "Details/p1"}
/// ```
///
/// A link is written at one of its ends: at the to-one end if its inverse is
/// to-many, otherwise at the end whose name comes first. An order is written at
/// the ordered end.
struct ExportCommand {
  private let store: StoreAccess

  init(_ options: CommandOptions) throws {
    store = try StoreAccess(options)
  }

  func run() throws -> Outcome {
    Outcome { write in
      // The export shows the store at one point in time, even if others save in
      // the meantime. This is always true of a store that is read as a whole.
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

  /// Returns the line of an object. Missing and damaged values are left out,
  /// except for missing values for which an import would use a default.
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
  /// Returns the properties of an entity that are included in exports.
  fileprivate func exportedNames(of entity: EntityDescription) -> [String] {
    properties(of: entity).filter { property in
      switch property {
      case .attribute(let attribute): !attribute.isTransient && attribute.derivation == nil
      case .relationship(let relationship): isExported(relationship, of: entity)
      case .fetched: false
      }
    }.map(\.name)
  }

  /// Returns the attributes of an entity that have a default value.
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
