/// The changes of a context since its followers were told.
///
/// A journal exists while the context has followers. An object is noted when it first
/// changes after the followers were told about it: from then on it is `.noted`. A
/// changed object that they know of is `.observed`, so that its next change is noticed
/// too, though the context lists it already.
final class ChangeJournal {
  /// The changes that followers are told of together.
  struct Entry {
    /// Objects that were inserted, changed, deleted or read again.
    var objects: ContiguousArray<ManagedObject> = []
    /// Saves of other contexts that were merged.
    var merged: [SaveReport] = []
    /// True if the context was reset.
    var isReset = false
    /// True if more happened than the journal has noted.
    var isIncomplete = false
    /// True if, since the last save, values of objects were replaced in other ways than
    /// by setting properties.
    var hasReplacedValues = false
    /// The properties that were set, by the root entities of the objects; nil if there
    /// were other changes too.
    private(set) var changes: [Int: SetProperties]?

    var isEmpty: Bool { objects.isEmpty && merged.isEmpty && !isReset && !isIncomplete }

    /// Finds out which properties were set, once for all followers.
    fileprivate mutating func survey() {
      guard merged.isEmpty, !isReset, !isIncomplete, !hasReplacedValues else { return }
      var changes: [Int: SetProperties] = [:]
      for object in objects {
        changes[object._batch.entity.rootIndex, default: SetProperties()].add(object)
      }
      self.changes = changes
    }
  }

  /// The properties that were set in objects of a hierarchy.
  struct SetProperties {
    /// The properties, perhaps with others that were set since the last save; nil if
    /// objects were inserted or deleted.
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
  /// True while the followers are being told.
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

  /// Adds a closure that is called when there are changes to report, once for all
  /// changes until they are reported; at once if changes are waiting already.
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

  /// Notes an object whose values were replaced without setting its properties.
  func note(replaced object: ManagedObject) {
    entry.hasReplacedValues = true
    note(object)
  }

  /// Notes that the changes are saved: objects no longer record which properties were set.
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

  /// Notes that an object's row is gone.
  func note(gone object: ManagedObject) {
    // It is unknown which lists contained an object that was never read.
    if object._flags.contains(.fault) { entry.isIncomplete = true }
    note(object)
  }

  /// Notes that more changed than is known.
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

  // MARK: Telling

  /// Removes and returns the changes that are to be told.
  func take() -> Entry {
    var taken = entry
    entry = Entry()
    taken.survey()
    isAwake = false
    disarm()
    for object in taken.objects { object._flags.remove(.noted) }
    return taken
  }

  /// Marks objects that have changes already, so that their next change is noticed.
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

  /// Forgets which objects were marked, before all of them are marked.
  func forgetMarks() { armed = [] }

  /// Forgets everything, before the journal is released.
  func end() {
    for object in entry.objects { object._flags.remove(.noted) }
    for object in armed { object._flags.remove(.observed) }
    entry = Entry()
    armed = []
  }
}

/// A follower of the changes of a context.
protocol JournalFollower: AnyObject {
  /// Applies a context's changes.
  ///
  /// - Returns: A closure that reports the changes to others, once all followers have
  ///   applied them; nil if there is nothing to report.
  func follow(_ entry: ChangeJournal.Entry) -> (() -> Void)?
}
