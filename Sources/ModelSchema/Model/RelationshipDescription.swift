/// A relationship of an entity.
public struct RelationshipDescription: Sendable, Hashable, Codable {
  /// Name of the relationship.
  public var name: String
  /// Documentation comment, lines joined by line feeds.
  public var documentation: String?
  /// Name of the entity that the relationship leads to.
  public var destinationName: String
  /// Name of the relationship of the destination that leads back.
  public var inverseName: String?
  /// True if the relationship leads to any number of objects.
  public var isToMany: Bool
  /// True if the objects of a to-many relationship are ordered.
  public var isOrdered: Bool
  /// True if the relationship may be empty.
  public var isOptional: Bool
  /// Least number of objects of a to-many relationship; checked only if it has objects.
  public var minCount: Int
  /// Greatest number of objects of a to-many relationship; 0 for no limit.
  public var maxCount: Int
  /// The rule for the destination when an object is deleted.
  public var deleteRule: DeleteRule
  /// True if the relationship is set once, by the initialiser.
  public var isConstant: Bool
  /// True if the relationship is kept in memory only.
  public var isTransient: Bool
  /// Name that stored columns are made from; nil for the relationship's own.
  public var columnName: String?
  /// Message of the deprecation that generated code carries.
  public var deprecation: String?
  /// Name that the relationship had in older versions.
  public var renamingIdentifier: String?
  /// Text that changes the version hash without changing anything else.
  public var versionHashModifier: String?
  /// Free keys and values, kept for tools.
  public var userInfo: [String: String]

  /// Makes a relationship from its parts.
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

/// The effect of a deletion on the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// They are unchanged and keep a reference to a missing object.
  case noAction
  /// Their reference to the deleted object is removed.
  case nullify
  /// They are deleted too.
  case cascade
  /// They prevent the deletion.
  case deny
}
