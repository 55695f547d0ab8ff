/// A source to which a save can write.
protocol SaveTarget: ObjectSource {
  /// Checks and writes all changes of a save; if it throws, nothing has been written.
  ///
  /// - Returns: The written changes, after the resolution of conflicts.
  func write(_ operation: SaveOperation) throws -> ChangeSet

  /// Publishes a report after the context has been settled.
  func publish(_ report: SaveReport, of operation: SaveOperation)

  /// Notifies observers of the source about a save.
  func tellObservers(of report: SaveReport)

  /// Notifies followers of the source at the end of a save.
  func tellFollowers()
}

extension SaveTarget {
  func save(_ context: ManagedObjectContext, _ policy: any MergePolicy) throws {
    try SaveOperation(context, policy).run(into: self)
  }

  /// Does nothing, because observers of a store receive the reports when they are
  /// published.
  func tellObservers(of report: SaveReport) {}
  /// Does nothing, because a store has no followers other than contexts.
  func tellFollowers() {}
}

extension StoreSource: SaveTarget {}
extension ParentSource: SaveTarget {}
