/// A source as a save writes into it.
protocol SaveTarget: ObjectSource {
  /// Checks and writes the changes of a save, or nothing.
  ///
  /// - Returns: What was written, conflicts resolved.
  func write(_ operation: SaveOperation) throws -> ChangeSet

  /// Hands a report on, as soon as the context is settled.
  func publish(_ report: SaveReport, of operation: SaveOperation)

  /// Tells those who observe the source about a save.
  func tellObservers(of report: SaveReport)

  /// Tells those who follow the source, at the end of a save.
  func tellFollowers()
}

extension SaveTarget {
  func save(_ context: ManagedObjectContext, _ policy: any MergePolicy) throws {
    try SaveOperation(context, policy).run(into: self)
  }

  /// Nothing: whoever waits for a store's reports is given them when they are published.
  func tellObservers(of report: SaveReport) {}
  /// Nothing: a store has no followers but contexts.
  func tellFollowers() {}
}

extension StoreSource: SaveTarget {}
extension ParentSource: SaveTarget {}
