/// A source into which a save can write.
protocol SaveTarget: ObjectSource {
  /// Checks and writes all changes of a save; writes nothing if it throws.
  ///
  /// - Returns: The written changes, after the resolution of conflicts.
  func write(_ operation: SaveOperation) throws -> ChangeSet

  /// Publishes a report after the context is settled.
  func publish(_ report: SaveReport, of operation: SaveOperation)

  /// Informs observers of the source about a save.
  func tellObservers(of report: SaveReport)

  /// Informs followers of the source at the end of a save.
  func tellFollowers()
}

extension SaveTarget {
  func save(_ context: ManagedObjectContext, _ policy: any MergePolicy) throws {
    try SaveOperation(context, policy).run(into: self)
  }

  /// Does nothing, since observers of a store receive the reports when they are
  /// published.
  func tellObservers(of report: SaveReport) {}
  /// Does nothing, since a store has no followers except contexts.
  func tellFollowers() {}
}

extension StoreSource: SaveTarget {}
extension ParentSource: SaveTarget {}
