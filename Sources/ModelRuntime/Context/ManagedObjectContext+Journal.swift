extension ManagedObjectContext {
  /// Notifies the context's followers of the changes since the last
  /// notification. If followers make changes themselves, they are notified of
  /// these before the method returns.
  func tellFollowers() {
    guard let journal, !journal.isTelling else { return }
    journal.isTelling = true
    defer { journal.isTelling = false }
    // A follower that changes something at each notification would never end.
    for _ in 0..<100 where !journal.entry.isEmpty {
      let entry = journal.take()
      // Objects are marked before any follower is notified, so that changes made by
      // followers are noticed too.
      journal.arm(entry.objects)
      // All followers apply the changes before any of them notifies its own observers,
      // so that every list is then up to date.
      let tellings = journal.present.compactMap { $0.follow(entry) }
      for tell in tellings { tell() }
    }
    guard !journal.isFollowed else { return }
    journal.end()
    self.journal = nil
  }

  /// Returns the journal of the context, which is created when it is first
  /// needed.
  func beginJournal() -> ChangeJournal {
    if let journal { return journal }
    let journal = ChangeJournal(schedule: scheduleProcessing)
    self.journal = journal
    journal.arm(listed)
    return journal
  }

  /// Records that an object's values have been replaced by a refresh or a rollback.
  func noteReplacedValues(of object: ManagedObject) {
    journal?.note(replaced: object)
    if object._flags.contains(.observed) { object.noteObservedReplacement() }
  }
}
