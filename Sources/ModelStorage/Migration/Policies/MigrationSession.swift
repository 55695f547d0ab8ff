internal import ModelSQLite
public import ModelSchema

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

  private let run: PolicyRun
  /// The object that the mapping makes of the one being mapped.
  private var proposed: (source: Int64, destination: MigrationObject)?

  init(_ run: PolicyRun) {
    self.run = run
    mapping = run.source.mapping
    sourceModel = run.runs.plan.old.model.description
    destinationModel = run.runs.plan.new.model.description
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
    var object = object
    let isFirst = try destinationKeys(for: source.key).isEmpty
    object.key =
      isFirst
      ? source.key + run.source.offset
      : try run.runs.nextKey(rootIndex: run.source.new.entity.rootIndex)
    try run.insert(object)
    try run.runs.associate(mapping.name, source.key, object.key)
    return object
  }

  /// Writes values of an object that is there already.
  ///
  /// - Throws: `MigrationError` for a value that the entity has no property
  ///   for, or what SQLite says.
  public func update(_ object: MigrationObject) throws { try run.update(object) }

  /// The keys of the objects that an older object became.
  ///
  /// - Parameters:
  ///   - source: Key of the older object.
  ///   - name: The mapping that made them; nil for this one.
  public func destinationKeys(
    for source: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try run.runs.keys(of: source, mapping: name ?? mapping.name, .destinationInstances)
  }

  /// The keys of the older objects that an object came from.
  ///
  /// - Parameters:
  ///   - destination: Key of the object.
  ///   - name: The mapping that made it; nil for this one.
  public func sourceKeys(
    for destination: Int64, ofMapping name: String? = nil
  ) throws -> [Int64] {
    try run.runs.keys(of: destination, mapping: name ?? mapping.name, .sourceInstances)
  }

  /// The rows of a query over the tables as they are now: old ones under their
  /// names, new ones before they take theirs.
  public func rows(_ sql: String, _ values: [ConstantValue] = []) throws -> [[ConstantValue]] {
    try MigrationAccess(connection: run.connection, model: sourceModel).rows(sql, values)
  }
}
