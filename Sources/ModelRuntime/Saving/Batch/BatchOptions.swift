/// Options of a batch operation.
public struct BatchOptions: Sendable, Hashable {
  /// The fate of a row whose unique value another row has.
  public enum Conflict: Sendable, Hashable {
    /// The operation fails, and changes nothing.
    case fail
    /// The row is left out: not inserted, or not updated.
    case skip
    /// The other row takes the new row's attributes (insert only; an update
    /// fails). It keeps its identity, its relationships and its constants.
    case update
  }

  /// The fate of a row whose unique value another row has.
  public var onConflict = Conflict.fail
  /// A Boolean value that says whether the report lists the objects, which
  /// takes twelve bytes for each.
  public var reportsIDs = false

  /// A Boolean value that says whether the rows are held against the model's
  /// rules, as a save does.
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

/// A report of what a batch operation did.
public struct BatchReport: Sendable, Hashable {
  /// The number of rows that are new.
  public var inserted = 0
  /// The number of rows that have new values.
  public var updated = 0
  /// The number of rows that are gone, those included that delete rules took
  /// along.
  public var deleted = 0
  /// The number of rows that were left out because another has their unique
  /// value.
  public var skipped = 0
  /// The objects concerned, where `BatchOptions.reportsIDs` asked for them;
  /// among the updated are those at the other end of relationships.
  public var objectIDs = SaveReport()

  /// A report of nothing.
  public init() {}
}

extension BatchReport: CustomStringConvertible {
  /// The numbers that are not 0, such as `12 inserted; 3 skipped`.
  public var description: String {
    var text = ReportText()
    text.add(inserted, "inserted")
    text.add(updated, "updated")
    text.add(deleted, "deleted")
    text.add(skipped, "skipped")
    return text.text(otherwise: "nothing was written")
  }
}
