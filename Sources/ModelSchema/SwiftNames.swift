/// Names of Swift as models may need them: identifiers that are made of any
/// text, and names that generated code has for itself.
package enum SwiftNames {
  /// A text as an identifier: what identifiers cannot hold is left out.
  ///
  /// - Parameter other: The name where nothing is left.
  package static func identifier(_ text: String, otherwise other: String) -> String {
    var name = String(text.unicodeScalars.filter { $0.properties.isXIDContinue || $0 == "_" })
    guard let first = name.unicodeScalars.first else { return other }
    if !first.properties.isXIDStart, first != "_" { name = "_" + name }
    return name
  }

  /// A Boolean value that says whether a text is an identifier.
  package static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && identifier(text, otherwise: "") == text
  }

  /// Types that generated code names, the runtime's and Swift's: no type of a
  /// model can have such a name.
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
