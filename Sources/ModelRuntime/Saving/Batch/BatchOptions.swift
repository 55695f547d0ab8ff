/// How a batch operation goes about its work.
public struct BatchOptions: Sendable, Hashable {
  /// What happens to a row whose unique value another row has.
  public enum Conflict: Sendable, Hashable {
    /// The operation fails, and changes nothing.
    case fail
    /// The row is left out: not inserted, or not updated.
    case skip
    /// The other row takes the new row's attributes (insert only; an update
    /// fails). It keeps its identity, its relationships and its constants.
    case update
  }

  /// What happens to a row whose unique value another row has.
  public var onConflict = Conflict.fail
  /// Whether the report lists the objects, which takes twelve bytes for each.
  public var reportsIDs = false

  /// Whether the rows are held against the model's rules, as a save does.
  public var checksRules = true

  /// The default: fail on conflicts, report numbers, check the rules.
  public init(
    onConflict: Conflict = .fail, reportsIDs: Bool = false, checksRules: Bool = true
  ) {
    self.onConflict = onConflict
    self.reportsIDs = reportsIDs
    self.checksRules = checksRules
  }
}

/// What a batch operation did.
public struct BatchReport: Sendable, Hashable {
  /// How many rows are new.
  public var inserted = 0
  /// How many rows have new values.
  public var updated = 0
  /// How many rows are gone, those included that delete rules took along.
  public var deleted = 0
  /// How many rows were left out because another has their unique value.
  public var skipped = 0
  /// The objects concerned, where `BatchOptions.reportsIDs` asked for them;
  /// among the updated are those at the other end of relationships.
  public var objectIDs = SaveReport()

  /// A report of nothing.
  public init() {}
}
