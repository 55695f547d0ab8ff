internal import ModelSchema

extension ManagedObjectContext {
  /// Tells those who follow the context what changed since they were told last
  /// (C-08, FRC-05).
  ///
  /// Saves, merges, rollbacks and refreshes do so by themselves, and the view
  /// context does when the main actor is next free; elsewhere lists follow
  /// unsaved changes when this is called. What the called change in turn is told
  /// before it returns.
  public func processPendingChanges() {
    guard let journal, !journal.isTelling else { return }
    journal.isTelling = true
    defer { journal.isTelling = false }
    // Who changes something each time it is told would never end.
    for _ in 0..<100 where !journal.entry.isEmpty {
      let entry = journal.take()
      journal.arm(entry.objects)
      for follower in journal.present { follower.follow(entry) }
    }
    if !journal.isFollowed { endJournal() }
  }

  /// The journal, begun when it is first needed.
  func beginJournal() -> ChangeJournal {
    if let journal { return journal }
    let journal = ChangeJournal(schedule: scheduleProcessing)
    self.journal = journal
    journal.arm(listed)
    return journal
  }

  private func endJournal() {
    journal?.end()
    journal = nil
  }

  /// Notes that an object's values were replaced: read anew, or taken back.
  func noteReplacedValues(of object: ManagedObject) {
    journal?.note(object)
  }
}
