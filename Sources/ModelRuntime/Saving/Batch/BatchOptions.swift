/// The options of a batch operation.
public struct BatchOptions: Sendable, Hashable {
  /// The ways to handle a row whose unique value already belongs to another
  /// row.
  public enum Conflict: Sendable, Hashable {
    /// The operation fails, and nothing is changed.
    case fail
    /// The row is skipped, and is not inserted or updated.
    case skip
    /// The existing row gets the attributes of the new row, and keeps its
    /// identity, relationships and constants. This case is only for insertions;
    /// a batch update fails if it is used.
    case update
  }

  /// The way to handle a row whose unique value already belongs to another row.
  public var onConflict = Conflict.fail
  /// True if the report contains the IDs of the changed objects, which requires
  /// 16 bytes for each object.
  public var reportsIDs = false

  /// True if the rows are checked against the model's rules, as in a save.
  public var checksRules = true

  /// Creates options. By default, the operation fails on conflicts, reports only
  /// numbers, and checks the rules.
  public init(
    onConflict: Conflict = .fail, reportsIDs: Bool = false, checksRules: Bool = true
  ) {
    self.onConflict = onConflict
    self.reportsIDs = reportsIDs
    self.checksRules = checksRules
  }
}

/// A report about a batch operation.
public struct BatchReport: Sendable, Hashable {
  /// The number of inserted rows.
  public var inserted = 0
  /// The number of updated rows.
  public var updated = 0
  /// The number of deleted rows, including rows deleted by delete rules.
  public var deleted = 0
  /// The number of rows that were skipped because another row has their unique value.
  public var skipped = 0
  /// The IDs of the changed objects; empty unless `BatchOptions.reportsIDs` is
  /// true. The updated objects include the objects at the other ends of
  /// relationships.
  public var objectIDs = SaveReport()

  /// Creates an empty report.
  public init() {}
}

extension BatchReport: CustomStringConvertible {
  /// The numbers other than 0 as text, such as `12 inserted; 3 skipped`.
  public var description: String {
    var text = ReportText()
    text.add(inserted, "inserted")
    text.add(updated, "updated")
    text.add(deleted, "deleted")
    text.add(skipped, "skipped")
    return text.text(otherwise: "nothing was written")
  }
}
