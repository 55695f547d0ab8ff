/// Names that also occur in modules which generated screens import.
///
/// A class with such a name needs an import of its own.
enum AmbiguousNames {
  /// The names of the public types in the modules of modelgen.
  static let own: Set<String> = [
    "AccessLevel", "AtomicFile", "AtomicStore", "AttributeDescription", "AttributeType",
    "AttributeValue", "AwakeFromFetchHook", "AwakeFromInsertHook", "BatchAssignment",
    "BatchOptions", "BatchReport", "BatchUpdate", "BlankInitializable", "CheckDescription",
    "CommittedValues", "CompiledModel", "CompositeDescription", "CompositePaths", "Condition",
    "ConfigurationDescription", "ConflictResolution", "ConstantValue", "ContextChange",
    "DataCondition", "DateTime", "DefaultValue", "DeleteRule", "DeletionPlan", "DidSaveHook",
    "DynamicObject", "EntityDescription", "EntityMigrationPolicy", "EntityReference",
    "EntityScreens", "EntityValues", "EnumerationCase", "EnumerationDescription", "EvaluatedValue",
    "FaultBatch", "FetchCursor", "FetchExplanation", "FetchIndexDescription", "FetchPage",
    "FetchRequest", "FetchStream", "FetchTemplate", "Fetchable", "FetchedBatches", "FetchedObjects",
    "FetchedPropertyDescription", "FetchedResultsChange", "FetchedResultsController",
    "FetchedResultsDelegate", "FetchedSection", "FetchedSections", "FieldComparison",
    "FieldError", "FieldKind", "FieldValue", "FormField", "FormView", "FullTextIndexDescription",
    "InferredMapping",
    "InheritedValues", "IntegrityFinding", "ItemKey", "ItemMatching", "JSONValue",
    "ListRow", "ListView", "LogicalType", "ManagedObject", "ManagedObjectContext",
    "ManagedObjectModel",
    "MappingDiagnostic", "MappingModel", "MatchingOptions", "MergePolicy", "MigrationAccess",
    "MigrationCode", "MigrationDescription", "MigrationError", "MigrationObject",
    "MigrationOptions", "MigrationPath", "MigrationProgress", "MigrationReport",
    "MigrationSession", "MigrationTrial", "ModelDifference", "ModelFileError", "ModelVersions",
    "MonthView", "NewValues", "NoMigrationPath", "ObjectEditor", "ObjectExpression",
    "ObjectFlags", "ObjectHook", "ObjectHooks", "ObjectID", "ObjectListController",
    "ObjectPredicate", "ObjectPredicateError", "ObjectSet", "ObjectSnapshot", "ObjectState",
    "OrderedObjects",
    "Paths", "PersistentContainer", "PickerView", "PredicateArgument", "PredicateFunction",
    "PredicateSubject", "PrepareForDeletionHook", "PreparedPredicate", "PromptTexts",
    "PropertyBinding", "PropertyDescription", "PropertyKey", "PropertyListValue", "PropertySet",
    "Reference", "ReferenceAccess", "RegularExpressionEngine", "RegularExpressionMatcher",
    "ReleasedSnapshot",
    "ReleasedValues",
    "RelationshipDescription", "RelationshipPath", "ResultChange", "ResultPosition",
    "ResultRow", "ResultsSnapshot", "ResultsStream", "RowJump", "RowRequest", "RowText",
    "RowWriter",
    "SQLQueryDescription", "SQLTrace", "SQLiteOptions", "SaveConflict", "SaveKind",
    "SaveReport", "ScreenAction", "ScreenAlert", "ScreenCatalog", "ScreenCommand", "ScreenDate",
    "ScreenDialog", "ScreenMessage", "ScreenRows", "ScreenSession", "ScreenView", "SearchArgument",
    "SearchKind",
    "SearchView", "SectionChange", "SectionID", "SnapshotRows", "SortKey",
    "StandardMergePolicy", "StoreConfiguration", "StoreContent", "StoreDescription",
    "StoreError", "StoreInformation", "StoreInspection", "StoreType", "StoredComposite",
    "StoredEnumeration", "StoredField", "StoredFields", "StoredInteger", "StoredNumber",
    "StoredObject", "StoredValues", "StringOptions",
    "SynchronizationReport", "ToManyPath", "TurnIntoFaultHook", "TypeAliasDescription",
    "TypedMigrationPolicy", "TypedMigrationSession",
    "UndoHistory", "UniquenessConstraint", "Validation", "ValidationError", "ValidationFailure",
    "ValidationHook", "ValidationRule", "ValueExpression", "ValueTransformer", "ValueType",
    "VersionCompatibility", "WillSaveHook",
  ]

  /// The names of types in Foundation that an entity is likely to have.
  static let foundation: Set<String> = [
    "AttributedString", "Bundle", "Calendar", "CharacterSet", "Data", "Date", "DateComponents",
    "DateFormatter", "DateInterval", "Decimal", "Dimension", "Expression", "FileHandle",
    "FileManager", "Formatter", "Host", "IndexPath", "IndexSet", "InputStream", "JSONDecoder",
    "JSONEncoder", "Locale", "Measurement", "Notification", "NotificationCenter",
    "NotificationQueue", "NumberFormatter", "Operation", "OperationQueue", "OutputStream",
    "PersonNameComponents", "Pipe", "Port", "Predicate", "Process", "ProcessInfo", "Progress",
    "RunLoop", "Scanner", "SortDescriptor", "SortOrder", "Stream", "Thread", "TimeInterval",
    "TimeZone", "Timer", "URL", "URLComponents", "URLRequest", "URLResponse", "UUID",
    "UndoManager", "Unit", "UserDefaults", "XMLDocument", "XMLElement", "XMLNode",
  ]

  /// Returns whether another module declares a type with the given name.
  static func contains(_ name: String) -> Bool { own.contains(name) || foundation.contains(name) }
}
