/// Something that is wrong with a store, as `integrityCheck()` finds it.
public struct IntegrityFinding: Sendable, Hashable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// SQLite's own structures are damaged.
    case damagedFile
    /// The metadata, or the numbers of entities, do not say what the store is.
    case damagedMetadata
    /// The model has an entity or property that the store has no place for.
    case missingStorage
    /// A row is of no entity that its table holds.
    case unknownEntity
    /// A row has a key greater than the last one given out.
    case keyBeyondLast
    /// A link leads to a row that is not there.
    case danglingLink
    /// A link leads to a row of another entity than the relationship's.
    case wrongDestination
    /// A link's entity number is not that of the row that it leads to.
    case wrongEntityNumber
    /// A link is known at one end only.
    case oneSidedLink
    /// Places of an ordered relationship are missing, shared, or left out.
    case brokenOrder
    /// A required value is missing.
    case missingValue
    /// A value is not of its attribute's type.
    case wrongType
    /// A large value's file is missing.
    case missingFile
    /// Something lies in the place of large values' files, or among them, that is none of the
    /// store's: a link, say, or a file of another name.
    case strangeFile
    /// A table that searches use does not have what it is made of.
    case staleIndex
    /// A trigger or a view is neither Core Data's nor this library's, or does
    /// not work.
    case strangeSchema
  }

  /// The kind of the fault, for programs.
  public var kind: Kind
  /// The entity concerned.
  public var entityName: String?
  /// The key of the row concerned, in the entity's table.
  public var key: Int64?
  /// The property concerned.
  public var propertyName: String?
  /// The sentence that says what is wrong, for people.
  public var message: String
  /// The way to mend it.
  public var cure: String

  /// Makes a finding.
  public init(
    _ kind: Kind, entityName: String? = nil, key: Int64? = nil, propertyName: String? = nil,
    message: String, cure: String
  ) {
    self.kind = kind
    self.entityName = entityName
    self.key = key
    self.propertyName = propertyName
    self.message = message
    self.cure = cure
  }
}

extension IntegrityFinding: CustomStringConvertible {
  /// The object, what is wrong with it, and the cure.
  public var description: String {
    let object = entityName.map { name in key.map { "\(name) p\($0): " } ?? "\(name): " } ?? ""
    return "\(object)\(message); \(cure)"
  }
}

extension IntegrityFinding {
  /// A row whose entity number its table does not hold.
  static func unknownEntity(_ name: String, key: Int64, number: String) -> IntegrityFinding {
    IntegrityFinding(
      .unknownEntity, entityName: name, key: key,
      message: "the row is of entity number \(number), which its table does not hold",
      cure: "set Z_ENT to a number of Z_PRIMARYKEY that belongs there, or delete the row")
  }

  /// A key that was never given out.
  static func keyBeyondLast(_ name: String, key: Int64, last: String) -> IntegrityFinding {
    IntegrityFinding(
      .keyBeyondLast, entityName: name, key: key,
      message: "the last key given out is said to be \(last)",
      cure: "set Z_MAX in Z_PRIMARYKEY to \(key), or new objects will clash")
  }
}
