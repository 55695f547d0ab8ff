/// A mapping of one entity under way, as its policy sees it.
///
/// Everything happens in the migration's transaction.
public final class MigrationSession {
  /// The mapping that is carried out.
  public let mapping: MappingModel.Entity
  /// The older version.
  public let sourceModel: ManagedObjectModel
  /// The newer version.
  public let destinationModel: ManagedObjectModel
  /// The values that the functions of the policy share.
  public var userInfo: [String: any Sendable] = [:]

  /// The session of a typed policy.
  package var workshop: AnyObject?

  private let work: any PolicyWork
  /// The object that the mapping makes of the one being mapped.
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

  /// The object that the mapping makes of an older one: attributes by their
  /// mappings, relationships to the same objects as before. It is not inserted
  /// yet.
  ///
  /// - Precondition: The object is the one that the policy was called with.
  public func destination(for source: MigrationObject) -> MigrationObject {
    if let proposed, proposed.source == source.key { return proposed.destination }
    return MigrationObject(
      entityName: mapping.destinationName ?? source.entityName, key: source.key, values: [:])
  }

  /// Inserts an object and associates it with the older one. The first one has
  /// the older one's key, so that references go on to it; further ones get
  /// keys of their own.
  ///
  /// - Returns: The object with its key.
  /// - Throws: `MigrationError` for a value that the entity has no property
  ///   for, or what SQLite says.
  @discardableResult
  public func insert(
    _ object: MigrationObject, for source: MigrationObject
  ) throws -> MigrationObject {
    let isFirst = try destinationKeys(for: source.key).isEmpty
    return try work.insert(object, for: source.key, isFirst: isFirst)
  }

  /// Writes values of an object that is there already.
  ///
  /// - Throws: `MigrationError` for a value that the entity has no property
  ///   for, or what SQLite says.
  public func update(_ object: MigrationObject) throws { try work.update(object) }

  /// The keys of the objects that an older object became.
  ///
  /// - Parameters:
  ///   - source: Key of the older object.
  ///   - name: The mapping that made them; nil for this one.
  public func destinationKeys(
    for source: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try work.keys(of: source, mapping: name ?? mapping.name, .destinationInstances)
  }

  /// The keys of the older objects that an object came from.
  ///
  /// - Parameters:
  ///   - destination: Key of the object.
  ///   - name: The mapping that made it; nil for this one.
  public func sourceKeys(
    for destination: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try work.keys(of: destination, mapping: name ?? mapping.name, .sourceInstances)
  }

  /// The rows of a query over the tables as they are now: old ones under their
  /// names, new ones before they take theirs.
  public func rows(_ sql: String, _ values: [ConstantValue] = []) throws -> [[ConstantValue]] {
    try MigrationAccess(connection: work.connection, model: sourceModel).rows(sql, values)
  }
}

/// The work of a mapping that its session hands on.
protocol PolicyWork: AnyObject {
  var connection: Connection { get }

  /// Inserts an object and associates it with an older one; the first has the older one's key.
  func insert(
    _ object: MigrationObject, for source: Int64, isFirst: Bool
  ) throws -> MigrationObject

  /// Writes values of an object that is there already.
  func update(_ object: MigrationObject) throws

  /// The keys of the objects at the other side of a mapping.
  func keys(
    of key: Int64, mapping: String, _ side: MappingFunction
  ) throws -> [Int64]
}
