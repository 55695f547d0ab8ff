/// A relationship of an entity.
public struct RelationshipDescription: Sendable, Hashable, Codable {
  /// The name of the relationship, which is unique in its entity and the entity's parents.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The name of the entity that the relationship leads to.
  public var destinationName: String
  /// The name of the destination's relationship that leads back; nil if there
  /// is none.
  public var inverseName: String?
  /// True if the relationship leads to any number of objects.
  public var isToMany: Bool
  /// True if the objects of a to-many relationship are ordered.
  public var isOrdered: Bool
  /// True if the relationship may be empty.
  public var isOptional: Bool
  /// The minimum number of objects in a to-many relationship, which is checked only if there are
  /// any.
  public var minCount: Int
  /// The maximum number of objects in a to-many relationship; 0 for no limit.
  public var maxCount: Int
  /// The rule that is applied to the destination when an object is deleted.
  public var deleteRule: DeleteRule
  /// True if the relationship is set only once, by the initialiser.
  public var isConstant: Bool
  /// True if the relationship is kept only in memory.
  public var isTransient: Bool
  /// The name from which the names of stored columns are derived; nil for the relationship's own
  /// name.
  public var columnName: String?
  /// The deprecation message of the generated declaration; nil if the declaration is not
  /// deprecated.
  public var deprecation: String?
  /// The name that the relationship had in older versions; nil if it has not
  /// been renamed.
  public var renamingIdentifier: String?
  /// Text that changes the version hash without changing anything else; nil if
  /// there is none.
  public var versionHashModifier: String?
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a relationship. By default it is optional and to-one.
  public init(
    name: String, documentation: String? = nil, destinationName: String,
    inverseName: String? = nil, isToMany: Bool = false, isOrdered: Bool = false,
    isOptional: Bool = true, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullify, isConstant: Bool = false, isTransient: Bool = false,
    columnName: String? = nil, deprecation: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.destinationName = destinationName
    self.inverseName = inverseName
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.minCount = minCount
    self.maxCount = maxCount
    self.deleteRule = deleteRule
    self.isConstant = isConstant
    self.isTransient = isTransient
    self.columnName = columnName
    self.deprecation = deprecation
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}

extension RelationshipDescription {
  /// Returns the type of the relationship's values in a model, given the type of
  /// its objects.
  package func type(of object: String) -> String {
    guard isToMany else { return isOptional ? object + "?" : object }
    return isOrdered ? "[\(object)]" : "Set<\(object)>"
  }
}

/// The effect of a deletion on the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// The objects are unchanged and keep a reference to a missing object.
  case noAction
  /// The reference to the deleted object is removed from the objects.
  case nullify
  /// The objects at the other end are also deleted.
  case cascade
  /// The object cannot be deleted while there are objects at the other end.
  case deny

  /// Core Data's number for the rule; the cases are in its order.
  package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
