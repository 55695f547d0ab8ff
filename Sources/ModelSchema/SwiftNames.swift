/// Swift names for models: identifiers created from any string, and names that
/// generated code reserves.
package enum SwiftNames {
  /// Returns a string as an identifier, without the characters that identifiers
  /// cannot contain.
  ///
  /// - Parameter other: The name to return if no character is left.
  package static func identifier(_ text: String, otherwise other: String) -> String {
    var name = String(text.unicodeScalars.filter { $0.properties.isXIDContinue || $0 == "_" })
    guard let first = name.unicodeScalars.first else { return other }
    if !first.properties.isXIDStart, first != "_" { name = "_" + name }
    return name
  }

  package static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && identifier(text, otherwise: "") == text
  }

  /// The names of the types of the runtime and of Swift that generated code
  /// uses. A type of a model cannot have any of these names.
  package static let taken: Set<String> = [
    "AnyObject", "AttributeDescription", "CheckDescription", "CommittedValues", "CompiledModel",
    "CompositeDescription", "CompositePaths", "Condition", "ConfigurationDescription",
    "EntityDescription", "EntityValues", "EnumerationDescription", "FaultBatch",
    "FetchIndexDescription", "FetchRequest", "FetchTemplate", "FetchedPropertyDescription",
    "Hooks", "Identifiable", "InheritedValues", "Int", "JSONValue", "Key", "ManagedObject",
    "ManagedObjectContext", "ManagedObjectModel", "MigrationDescription", "NoKeys", "NoValues",
    "Object", "ObjectFlags", "ObjectHooks", "ObjectSet", "ObjectSnapshot", "OrderedObjects",
    "Paths", "PropertyBinding", "PropertyKey", "PropertySet", "Reference", "ReferenceAccess",
    "ReleasedSnapshot", "ReleasedValues", "ResultRow", "Row", "RowWriter", "Self", "Snapshot",
    "SortKey", "StoredComposite", "StoredEnumeration", "StoredFields", "StoredValues", "ToManyPath",
    "TypeAliasDescription",
    "TypedMigrationPolicy", "TypedMigrationSession", "UniquenessConstraint", "Validation",
    "ValueExpression", "Values", "self",
  ]
}
