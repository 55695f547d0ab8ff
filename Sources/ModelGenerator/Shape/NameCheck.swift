import ModelSchema

/// Finds names that a model may have and generated code cannot: those that
/// generated code itself speaks of, and those that would be declared twice.
struct NameCheck {
  let shape: ModelShape

  /// Throws for the first name that cannot be.
  func run() throws(GenerationDiagnostic) {
    var seen: Set<String> = []
    for (place, name) in types {
      if Self.taken.contains(name) {
        throw GenerationDiagnostic(place: place, reason: .takenName(name))
      }
      guard seen.insert(name).inserted else {
        throw GenerationDiagnostic(place: place, reason: .duplicateName(name))
      }
    }
    var constants: Set<String> = []
    for entity in shape.model.entities {
      let constant = DescriptionLiteral.constant(entity)
      guard constants.insert(constant).inserted else {
        throw GenerationDiagnostic(place: entity.name, reason: .duplicateName(constant))
      }
    }
  }

  /// The types that are declared, each with what the model calls it.
  private var types: [(place: String, name: String)] {
    let model = shape.model
    return model.typeAliases.map { ($0.name, $0.name) }
      + model.enumerations.map { ($0.name, $0.name) }
      + model.composites.map { ($0.name, $0.name) }
      + model.entities.map { ($0.name, shape.className($0.name)) }
  }

  /// Types of the runtime that generated code names.
  private static let taken: Set<String> = [
    "AttributeDescription", "CheckDescription", "CommittedValues", "CompiledModel",
    "CompositeDescription", "CompositePaths", "Condition", "ConfigurationDescription",
    "EntityDescription", "EntityValues", "EnumerationDescription", "FaultBatch", "InheritedValues",
    "FetchIndexDescription", "FetchRequest", "FetchTemplate", "FetchedPropertyDescription",
    "Hooks", "JSONValue", "Key", "ManagedObject", "ManagedObjectContext", "ManagedObjectModel",
    "MigrationDescription", "ObjectFlags", "ObjectHooks", "ObjectSet", "ObjectSnapshot",
    "NoKeys", "NoValues", "OrderedObjects", "Paths", "PropertyBinding", "PropertyKey",
    "PropertySet", "Reference",
    "ReleasedSnapshot", "ReleasedValues", "ResultRow", "Row", "RowWriter", "Snapshot", "SortKey",
    "StoredComposite", "StoredEnumeration", "ToManyPath", "TypedMigrationPolicy",
    "TypedMigrationSession",
    "TypeAliasDescription", "UniquenessConstraint", "Validation", "ValueExpression", "Values",
  ]
}
