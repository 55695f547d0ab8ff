extension ManagedObjectContext {
  /// Tells those who follow the context what changed since they were told last
  ///; what they change in turn is told before it returns.
  func tellFollowers() {
    guard let journal, !journal.isTelling else { return }
    journal.isTelling = true
    defer { journal.isTelling = false }
    // Who changes something each time it is told would never end.
    for _ in 0..<100 where !journal.entry.isEmpty {
      let entry = journal.take()
      // Before anybody is told: what followers change has to be noticed too.
      journal.arm(entry.objects)
      // All take it in before the first tells, so that who is told finds every list up to date.
      let tellings = journal.present.compactMap { $0.follow(entry) }
      for tell in tellings { tell() }
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
    journal?.note(replaced: object)
    if object._flags.contains(.observed) { object.noteObservedReplacement() }
  }
}
