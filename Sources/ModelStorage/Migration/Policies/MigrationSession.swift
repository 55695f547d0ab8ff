/// The migration of the objects of one entity, which is passed to its policy.
///
/// All changes are made in the migration's transaction.
public final class MigrationSession {
  /// The mapping that is carried out.
  public let mapping: MappingModel.Entity
  /// The older version of the model.
  public let sourceModel: ManagedObjectModel
  /// The newer version of the model.
  public let destinationModel: ManagedObjectModel
  /// Values that the functions of the policy share.
  public var userInfo: [String: any Sendable] = [:]

  /// The session of a typed policy; nil if the policy is not typed.
  package var factory: AnyObject?

  private let work: any PolicyWork
  /// The object that the mapping creates from the object that is being
  /// migrated; nil if it has not been determined yet.
  private var proposed: (source: Int64, destination: MigrationObject)?

  init(
    _ work: any PolicyWork, _ mapping: MappingModel.Entity,
    from sourceModel: ManagedObjectModel, to destinationModel: ManagedObjectModel
  ) {
    self.work = work
    self.mapping = mapping
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
  }

  func propose(_ destination: MigrationObject, for source: MigrationObject) {
    proposed = (source.key, destination)
  }

  /// Returns the object that the mapping creates from an older object, with
  /// mapped attributes and with relationships to the same objects as before.
  /// The object is not inserted yet.
  ///
  /// - Precondition: The policy was called with this object.
  public func destination(for source: MigrationObject) -> MigrationObject {
    if let proposed, proposed.source == source.key { return proposed.destination }
    return MigrationObject(
      entityName: mapping.destinationName ?? source.entityName, key: source.key, values: [:])
  }

  /// Inserts an object and associates it with the older object. The first
  /// object gets the key of the older object, so that references lead to it;
  /// further objects get new keys.
  ///
  /// - Returns: The object with its key.
  /// - Throws: `MigrationError` if there is no property for a value, or an
  ///   error of SQLite.
  @discardableResult
  public func insert(
    _ object: MigrationObject, for source: MigrationObject
  ) throws -> MigrationObject {
    let isFirst = try destinationKeys(for: source.key).isEmpty
    return try work.insert(object, for: source.key, isFirst: isFirst)
  }

  /// Updates the values of an inserted object.
  ///
  /// - Throws: `MigrationError` if there is no property for a value, or an
  ///   error of SQLite.
  public func update(_ object: MigrationObject) throws { try work.update(object) }

  /// Returns the keys of the objects that replace an older object.
  ///
  /// - Parameters:
  ///   - source: The key of the older object.
  ///   - name: The mapping that created the objects; nil for the mapping that
  ///     is carried out.
  /// - Throws: An error of SQLite.
  public func destinationKeys(
    for source: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try work.keys(of: source, mapping: name ?? mapping.name, .destinationInstances)
  }

  /// Returns the keys of the older objects that an object replaces.
  ///
  /// - Parameters:
  ///   - destination: The key of the object.
  ///   - name: The mapping that created the object; nil for the mapping that is
  ///     carried out.
  /// - Throws: An error of SQLite.
  public func sourceKeys(
    for destination: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try work.keys(of: destination, mapping: name ?? mapping.name, .sourceInstances)
  }

  /// Returns the rows of a query on the current tables: old tables have their
  /// own names, new tables have temporary names.
  ///
  /// - Throws: An error of SQLite.
  public func rows(_ sql: String, _ values: [ConstantValue] = []) throws -> [[ConstantValue]] {
    try MigrationAccess(connection: work.connection, model: sourceModel).rows(sql, values)
  }
}

/// The operations that a session passes on to the running policy.
protocol PolicyWork: AnyObject {
  var connection: Connection { get }

  /// Inserts an object and associates it with an older object. The first object
  /// gets the key of the older object.
  func insert(
    _ object: MigrationObject, for source: Int64, isFirst: Bool
  ) throws -> MigrationObject

  /// Updates the values of an inserted object.
  func update(_ object: MigrationObject) throws

  /// Returns the keys of the associated objects on the other side of a mapping.
  func keys(
    of key: Int64, mapping: String, _ side: MappingFunction
  ) throws -> [Int64]
}
