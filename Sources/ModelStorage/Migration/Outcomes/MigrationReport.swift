/// The outcome of a dry run: what the migration did, or why it would fail.
public struct MigrationReport: Sendable {
  /// The numbers of objects of an entity before and after the migration.
  public struct Entity: Sendable, Hashable {
    /// The entity's name, which is the newer name of a renamed entity.
    public var name: String
    /// The older name; nil if the entity was not renamed, or is new.
    public var oldName: String?
    /// The number of objects before the migration; nil if the entity is new.
    public var before: Int?
    /// The number of objects after the migration; nil if the entity no longer
    /// exists, or nothing was migrated.
    public var after: Int?
  }

  /// The versions through which the store was migrated, beginning with its own;
  /// empty if the store already has the program's version.
  public var versions: [String]
  /// The SQL statements of the migration, in order.
  public var statements: [String]
  /// The number of objects of each entity.
  public var entities: [Entity]
  /// The data that are lost, grouped by the version that drops them.
  public var drops: [MigrationPath.Drop]
  /// The error with which the migration would fail; nil if it would succeed.
  public var error: MigrationError?
  /// Objects that break those rules of the newer version that a migration does
  /// not check. The next save of such an object fails.
  public var brokenRules: [MigrationError.Failure]
  /// The duration of the dry run.
  public var duration: Duration
  /// The size of the store before the migration, in bytes.
  public var sizeBefore: Int
  /// The size of the store after the migration, in bytes.
  public var sizeAfter: Int
  /// The maximum space that the migration needed beside the store, in bytes.
  public var spaceNeeded: Int
}

extension MigrationReport: CustomStringConvertible {
  /// The report as lines of text, without the SQL.
  public var description: String {
    guard !versions.isEmpty else { return "nothing to do: the store is of this version" }
    var lines = ["from \(versions.joined(separator: " to "))"]
    for entity in entities {
      let before = entity.before.map(String.init) ?? "new"
      let after = error == nil ? entity.after.map(String.init) ?? "gone" : "?"
      let was = entity.oldName.map { " (was \($0))" } ?? ""
      lines.append("  \(entity.name)\(was): \(before) -> \(after)")
    }
    for drop in drops {
      let version = drop.version.map { "version \($0)" } ?? "the program's version"
      lines.append("  \(version) drops \(drop.names.map { "'\($0)'" }.joined(separator: ", "))")
    }
    if let error { lines += ["it would fail:", "\(error)"] }
    if !brokenRules.isEmpty {
      lines.append("it would not fail, but these objects could not be saved again as they are:")
      lines += brokenRules.map { "  \($0)" }
    }
    let seconds =
      Double(duration.components.seconds)
      + Double(duration.components.attoseconds) / 1e18
    let rounded = (seconds * 1000).rounded() / 1000
    lines.append(
      "time \(rounded) s, store \(sizeBefore) -> \(sizeAfter) bytes, "
        + "space needed meanwhile \(spaceNeeded) bytes")
    return lines.joined(separator: "\n")
  }
}
