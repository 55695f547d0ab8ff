/// The changes of a context since its followers were last notified.
///
/// A journal exists while the context has followers. An object is recorded when
/// it changes for the first time after the followers were notified about it; it
/// is then `.noted`. A changed object that has been reported to the followers
/// is `.observed`, so that its next change is also noticed, although it is
/// already in the context's list of changed objects.
final class ChangeJournal {
  /// The changes of which followers are notified together.
  struct Entry {
    /// The objects that were inserted, changed, deleted or read again.
    var objects: ContiguousArray<ManagedObject> = []
    /// The saves of other contexts that were merged.
    var merged: [SaveReport] = []
    /// True if the context was reset.
    var isReset = false
    /// True if there were changes that the journal has not recorded.
    var isIncomplete = false
    /// True if, since the last save, values of objects have been replaced in other ways
    /// than by setting properties.
    var hasReplacedValues = false
    /// The properties that were set, by the index of the objects' root entity; nil if
    /// there were also other changes.
    private(set) var changes: [Int: SetProperties]?

    var isEmpty: Bool { objects.isEmpty && merged.isEmpty && !isReset && !isIncomplete }

    /// Determines which properties were set. This is done once for all
    /// followers.
    fileprivate mutating func survey() {
      guard merged.isEmpty, !isReset, !isIncomplete, !hasReplacedValues else { return }
      var changes: [Int: SetProperties] = [:]
      for object in objects {
        changes[object._batch.entity.rootIndex, default: SetProperties()].add(object)
      }
      self.changes = changes
    }
  }

  /// The properties that were set in the objects of an entity hierarchy.
  struct SetProperties {
    /// The properties that were set since the last notification or earlier, but
    /// not before the last save; nil if objects were inserted or deleted.
    private(set) var properties: PropertySet? = PropertySet()
    private(set) var keys: Set<Int64> = []

    fileprivate mutating func add(_ object: ManagedObject) {
      keys.insert(object._key)
      let flags = object._flags
      let stays =
        !flags.isDisjoint(with: [.changed, .linksChanged])
        && flags.isDisjoint(with: [.inserted, .deleted, .inaccessible, .fault])
      properties = stays ? properties?.union(object._changes) : nil
    }
  }

  private(set) var entry = Entry()
  private var armed: ContiguousArray<ManagedObject> = []
  private var followers: [Follower] = []
  private var wakes: [(number: Int, body: () -> Void)] = []
  private var nextWake = 0
  private var isAwake = false
  /// True while the followers are being notified.
  var isTelling = false
  private let schedule: (() -> Void)?

  init(schedule: (() -> Void)?) {
    self.schedule = schedule
  }

  private struct Follower {
    weak var follower: (any JournalFollower)?
  }

  // MARK: Followers

  func add(_ follower: any JournalFollower) {
    followers.removeAll { $0.follower == nil || $0.follower === follower }
    followers.append(Follower(follower: follower))
  }

  /// The followers that still exist, in the order in which they were added.
  var present: [any JournalFollower] { followers.compactMap(\.follower) }

  /// Adds a closure that is called when there are changes to report, but only
  /// once until they are reported. If changes are already waiting, the closure
  /// is called immediately.
  ///
  /// - Returns: The number that identifies the closure.
  func addWake(_ body: @escaping () -> Void) -> Int {
    defer { nextWake += 1 }
    wakes.append((nextWake, body))
    if isAwake { body() }
    return nextWake
  }

  func removeWake(_ number: Int) {
    wakes.removeAll { $0.number == number }
  }

  var isFollowed: Bool { !wakes.isEmpty || followers.contains { $0.follower != nil } }

  // MARK: Events

  func note(_ object: ManagedObject) {
    guard !object._flags.contains(.noted) else { return }
    object._flags.insert(.noted)
    entry.objects.append(object)
    wake()
  }

  /// Records an object whose values were replaced without setting its properties.
  func note(replaced object: ManagedObject) {
    entry.hasReplacedValues = true
    note(object)
  }

  /// Records that the changes have been saved. After a save, objects no longer
  /// know which properties were set before it.
  func noteSave() {
    if !entry.objects.isEmpty { entry.hasReplacedValues = true }
  }

  func note(merged report: SaveReport) {
    entry.merged.append(report)
    wake()
  }

  func noteReset() {
    entry.isReset = true
    wake()
  }

  /// Records that an object's row has been deleted.
  func note(gone object: ManagedObject) {
    // It is not known which lists contained an object that was never read.
    if object._flags.contains(.fault) { entry.isIncomplete = true }
    note(object)
  }

  /// Records that objects have changed that the journal does not know.
  func noteUnknownChanges() {
    entry.isIncomplete = true
    wake()
  }

  private func wake() {
    guard !isAwake else { return }
    isAwake = true
    schedule?()
    for wake in wakes { wake.body() }
  }

  // MARK: Notification

  /// Removes the recorded changes from the journal, and returns them.
  func take() -> Entry {
    var taken = entry
    entry = Entry()
    taken.survey()
    isAwake = false
    disarm()
    for object in taken.objects { object._flags.remove(.noted) }
    return taken
  }

  /// Marks objects that already have changes, so that their next change is noticed.
  func arm(_ objects: some Sequence<ManagedObject>) {
    for object in objects where !object._flags.isDisjoint(with: [.changed, .inserted]) {
      guard !object._flags.contains(.observed) else { continue }
      object._flags.insert(.observed)
      armed.append(object)
    }
  }

  /// Removes the marks of objects that no longer have changes.
  private func disarm() {
    armed.removeAll { object in
      if !object._flags.isDisjoint(with: [.changed, .inserted]) { return false }
      object._flags.remove(.observed)
      return true
    }
  }

  /// Discards the record of marked objects, before all of them are marked.
  func forgetMarks() { armed = [] }

  /// Discards all changes and marks, before the journal is released.
  func end() {
    for object in entry.objects { object._flags.remove(.noted) }
    for object in armed { object._flags.remove(.observed) }
    entry = Entry()
    armed = []
  }
}

/// An object that is notified of a context's changes.
protocol JournalFollower: AnyObject {
  /// Applies the changes in an entry of the journal.
  ///
  /// - Returns: A closure that reports the changes to observers, and is called
  ///   after all followers have applied them; nil if there is nothing to
  ///   report.
  func follow(_ entry: ChangeJournal.Entry) -> (() -> Void)?
}
