/// A problem in a store, found by `integrityCheck()`.
public struct IntegrityFinding: Sendable, Hashable {
  /// The kinds of problems that a check finds.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// SQLite's own structures are damaged.
    case damagedFile
    /// The metadata or the entity numbers do not describe the store.
    case damagedMetadata
    /// The model has an entity or property without a table or column in the store.
    case missingStorage
    /// A row has the number of an entity that does not belong to its table.
    case unknownEntity
    /// A row has a key greater than the last assigned one.
    case keyBeyondLast
    /// A relationship leads to a row that does not exist.
    case danglingLink
    /// A relationship leads to a row of an entity other than its destination.
    case wrongDestination
    /// The entity number beside a reference differs from the entity number of
    /// the row that it leads to.
    case wrongEntityNumber
    /// A relationship is stored at one end only.
    case oneSidedLink
    /// Positions in an ordered relationship are missing or duplicated.
    case brokenOrder
    /// A required value is missing.
    case missingValue
    /// A value does not have the type of its attribute.
    case wrongType
    /// A large value's file is missing.
    case missingFile
    /// An entry among the files of large values, or in place of their folder,
    /// does not belong to the store: for instance, a link, or a file with
    /// another kind of name.
    case strangeFile
    /// A search table does not match its rows.
    case staleIndex
    /// A trigger or a view does not belong to Core Data or this library, or
    /// does not work.
    case strangeSchema
  }

  /// The kind of problem, for programs.
  public var kind: Kind
  /// The name of the affected entity; nil if the problem does not concern an
  /// entity.
  public var entityName: String?
  /// The key of the affected row in the entity's table; nil if the problem is
  /// not in a row.
  public var key: Int64?
  /// The name of the affected property; nil if the problem does not concern a
  /// property.
  public var propertyName: String?
  /// A description of the problem, for users.
  public var message: String
  /// A way to correct the problem, for users.
  public var cure: String

  /// Creates a finding about a store, a row or a property.
  ///
  /// - Parameters:
  ///   - kind: The kind of problem, for programs.
  ///   - entityName: The name of the affected entity; nil if the problem does
  ///     not concern an entity.
  ///   - key: The key of the affected row; nil if the problem is not in a row.
  ///   - propertyName: The name of the affected property; nil if the problem
  ///     does not concern a property.
  ///   - message: A description of the problem, for users.
  ///   - cure: A way to correct the problem, for users.
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
  /// The object, the problem, and the cure.
  public var description: String {
    let object = entityName.map { name in key.map { "\(name) p\($0): " } ?? "\(name): " } ?? ""
    return "\(object)\(message); \(cure)"
  }
}

extension IntegrityFinding {
  /// Creates the finding for a row with an entity number that does not belong
  /// to its table.
  static func unknownEntity(_ name: String, key: Int64, number: String) -> IntegrityFinding {
    IntegrityFinding(
      .unknownEntity, entityName: name, key: key,
      message: "the row is of entity number \(number), which its table does not hold",
      cure: "set Z_ENT to a number of Z_PRIMARYKEY that belongs there, or delete the row")
  }

  /// Creates the finding for a key that was never assigned.
  static func keyBeyondLast(_ name: String, key: Int64, last: String) -> IntegrityFinding {
    IntegrityFinding(
      .keyBeyondLast, entityName: name, key: key,
      message: "the last key given out is said to be \(last)",
      cure: "set Z_MAX in Z_PRIMARYKEY to \(key), or new objects will clash")
  }
}
