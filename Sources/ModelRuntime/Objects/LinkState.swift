/// The members of a to-many relationship of an object.
///
/// Until the members are loaded, only the members that were added or removed
/// since the last save are known; loading applies these changes to the members
/// in the store.
final class LinkState {
  // Most members are read and never change, and every owner that was visited has a
  // state. The fields for changes are therefore in a separate object, and the states of
  // one object form a chain.

  // Invariants:
  // 1. If the members are loaded, they are the saved ones, without `removed` and with
  //    `inserted`.
  // 2. `changes.saved` is known as long as `members` is known and there are changes.

  let relationship: CompiledRelationship
  /// The state of another relationship of the object; nil at the end of the
  /// list of states.
  let next: LinkState?
  /// The keys of the members; nil until they are loaded.
  @exclusivity(unchecked) private(set) var members: KeyList?
  /// The members that were added, removed or moved since the last save; nil if there
  /// are none.
  @exclusivity(unchecked) private var changes: Changes?

  private final class Changes {
    /// The saved members, which are kept while loaded members are changed; nil
    /// if they are not known.
    var saved: KeyList?
    /// The members that the object had when it was deleted, which it gets back
    /// if it is inserted again.
    var last: KeyList?
    /// The members in the order that was assigned to them in this context,
    /// while they must be read again; nil at other times.
    var order: KeyList?
    var inserted = KeyList()
    var removed = KeyList()
    var isReordered = false

    var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && !isReordered }
  }

  init(_ relationship: CompiledRelationship, next: LinkState?) {
    self.relationship = relationship
    self.next = next
  }

  /// The number of the relationship among the properties of its entity.
  var number: Int { relationship.number }

  /// True if the order of the members is significant.
  var isOrdered: Bool { relationship.description.isOrdered }

  /// True if an object that is added may already be a member, and an object
  /// that is removed may not be a member, because the members' rows do not
  /// contain their owner.
  var isUncertain: Bool { relationship.inverse?.isToMany != false }

  /// True if the members are known.
  var isLoaded: Bool { members != nil }

  /// True if the order of the members in this context is known, even if the
  /// members must be read again.
  var isRead: Bool { members != nil || changes?.order != nil }

  /// The keys of the members; empty if they are not known.
  var keys: ArraySlice<Int64> { members?.keys ?? [] }

  /// The members added since the last save.
  var inserted: KeyList { changes?.inserted ?? KeyList() }

  /// The members removed since the last save.
  var removed: KeyList { changes?.removed ?? KeyList() }

  /// True if members have been moved since the last save.
  var isReordered: Bool { changes?.isReordered == true }

  /// True if members have been added, removed or moved since the last save.
  var hasChanges: Bool { changes?.isEmpty == false }

  /// The saved members, in order; nil if the saved members are not known.
  var savedKeys: [Int64]? {
    (changes?.saved ?? (hasChanges ? nil : members)).map { Array($0) }
  }

  /// Sets the members to the members in the store, and applies the changes
  /// since the last save to them.
  func load(_ stored: KeyList) {
    if isUncertain, let changes {
      // For such objects there was no change: an added object was already a member, or
      // a removed object was not a member.
      changes.inserted = KeyList(distinct: changes.inserted.filter { !stored.contains($0) })
      changes.removed = KeyList(distinct: changes.removed.filter { stored.contains($0) })
    }
    guard let changes, !changes.isEmpty else {
      members = stored
      changes = nil
      return
    }
    if let merge = merge(with: stored) { return take(merge) }
    changes.saved = stored
    var current = stored
    for key in changes.removed { remove(key, from: &current) }
    for key in changes.inserted { current.append(key) }
    members = current
  }

  /// Merges the members with the members that the store contains now. Returns
  /// nil if the members were never read.
  func merge(with stored: some Sequence<Int64>) -> OrderMerge? {
    if let order = changes?.order {
      changes?.order = nil
      let left = removed
      members = KeyList(distinct: order.filter { !left.contains($0) })
      for key in inserted { members?.append(key) }
      // A member that was removed and added again gets its position back.
      for key in changes?.saved ?? KeyList() where !left.contains(key) && !contains(key) {
        putBack(key)
      }
    }
    guard let members else { return nil }
    let (joined, left) = (inserted, removed)
    func others(_ keys: some Sequence<Int64>) -> [Int64] {
      keys.filter { !joined.contains($0) && !left.contains($0) }
    }
    return OrderMerge(
      base: others(changes?.saved ?? members), mine: Array(members), theirs: others(stored))
  }

  /// Applies the changes that other contexts or programs have made to the
  /// members after they were read.
  ///
  /// - Parameter winner: The side whose order is used if moves conflict; nil to leave
  ///   this open, so that the next save finds the conflict.
  func take(_ merge: OrderMerge, _ winner: OrderMerge.Side? = nil) {
    guard merge.theirs != merge.base else { return }
    let isOpen = winner == nil && merge.isConflict
    take(merge.members(winner ?? .mine), over: isOpen ? merge.baseOfBoth : merge.theirs)
  }

  /// Replaces the members with the members of a merge, in the order in which
  /// other contexts or programs have put them.
  func takeOrder(of merge: OrderMerge) {
    take(merge.members(inOrderOf: .theirs), over: merge.theirs)
  }

  /// Replaces the members. The saved members become the given members of the
  /// other side, together with the members that were removed in this context.
  private func take(_ keys: [Int64], over others: [Int64]) {
    members = KeyList(distinct: keys)
    guard let changes, let saved = changes.saved else { return }
    changes.saved = KeyList(
      distinct: others.placing(Set(changes.removed), asIn: Array(saved)))
    if changes.inserted.isEmpty, changes.removed.isEmpty { changes.isReordered = keys != others }
  }

  /// Returns whether a key was added or removed while the members were not
  /// known. In that case, the members must be read before the change can be
  /// reversed.
  func isDoubtful(_ key: Int64) -> Bool {
    isUncertain && members == nil && (inserted.contains(key) || removed.contains(key))
  }

  /// Returns whether a key is the key of a member. The result is false if the
  /// members are not loaded.
  func contains(_ key: Int64) -> Bool {
    members?.index()
    return members?.contains(key) == true
  }

  /// Adds a key to the members, unless it is one of them already.
  func insert(_ key: Int64) {
    if contains(key) { return }
    let changes = keepSaved()
    if !changes.removed.remove(key) { changes.inserted.append(key) }
    members?.append(key)
    // If the order is not significant, a member that was removed and is added again
    // gets its old position; otherwise, it is appended like any other member.
    guard changes.isEmpty, let members, let saved = changes.saved else { return }
    if isOrdered {
      changes.isReordered = !members.keys.elementsEqual(saved.keys)
    } else {
      self.members = saved
    }
  }

  /// Reverses the removal of a member: adds it at its old position, after the
  /// member that it followed.
  func insertBack(_ key: Int64) {
    insert(key)
    if isOrdered { putBack(key) }
  }

  /// Moves a saved member to the position after the member that it followed.
  private func putBack(_ key: Int64) {
    guard let changes, let saved = changes.saved, let members, saved.contains(key) else { return }
    var keys = Array(members.keys.filter { $0 != key })
    let before = saved.keys.prefix { $0 != key }
    let place = before.reversed().lazy.compactMap { keys.firstIndex(of: $0) }.first
    keys.insert(key, at: place.map { $0 + 1 } ?? 0)
    self.members = KeyList(keys)
    if changes.inserted.isEmpty, changes.removed.isEmpty {
      changes.isReordered = !saved.keys.elementsEqual(keys)
    }
  }

  /// Records that the store no longer contains a member, so that the next save
  /// adds it again at its current position.
  func joinAgain(_ key: Int64) {
    guard !inserted.contains(key) else { return }
    guard contains(key) else { return insert(key) }
    let changes = keepSaved()
    changes.inserted.append(key)
    changes.saved?.removeKeepingOrder(key)
  }

  /// Removes a key from the members, if it is one of them.
  func remove(_ key: Int64) {
    if members != nil, !contains(key) { return }
    let changes = keepSaved()
    if remove(key, from: &changes.inserted) {
      // An order that waits to be read again holds no member that nobody has saved.
      changes.order?.removeKeepingOrder(key)
    } else {
      changes.removed.append(key)
    }
    if var current = members {
      members = nil
      remove(key, from: &current)
      members = current
    }
  }

  /// Replaces a member that was added with another key. If the other key is
  /// already a member, the first key is only removed.
  func replace(_ key: Int64, with other: Int64) {
    let place = members?.keys.firstIndex(of: key).map { $0 - (members?.keys.startIndex ?? 0) }
    remove(key)
    guard !contains(other) else { return }
    insert(other)
    guard isOrdered, let place, let members else { return }
    var keys = Array(members.keys)
    keys.insert(keys.removeLast(), at: place)
    reorder(keys)
  }

  /// Changes the order of the members; the members stay the same.
  func reorder(_ keys: [Int64]) {
    guard members?.keys.elementsEqual(keys) == false else { return }
    keepSaved().isReordered = true
    members = KeyList(keys)
  }

  @discardableResult
  private func remove(_ key: Int64, from list: inout KeyList) -> Bool {
    isOrdered ? list.removeKeepingOrder(key) : list.remove(key)
  }

  /// Makes the current members the saved members.
  func commit() { changes = nil }

  /// Discards the changes since the last save, together with the members,
  /// because other contexts may have changed the members. An object whose
  /// deletion was undone, and that is deleted again, gets the members that it
  /// had last.
  func rollBack() {
    if hasChanges { members = changes?.last }
    commit()
  }

  /// Records every known member as an added member.
  func insertAll() {
    let changes = changes ?? Changes()
    for key in members ?? KeyList() { changes.inserted.append(key) }
    changes.removed = KeyList()
    changes.saved = KeyList()
    changes.last = members
    self.changes = changes
  }

  /// Discards the members. The changes since the last save, and an order that
  /// was assigned to the members, are kept and applied to the members when they
  /// are read again.
  func unload() {
    if isOrdered, let changes, !changes.isEmpty {
      if let members { changes.order = members }
    } else {
      changes?.saved = nil
    }
    members = nil
  }

  /// Replaces the keys of the members whose objects have new keys, given by old key.
  func replaceKeys(_ new: [Int64: Int64]) {
    func replaced(_ keys: some Sequence<Int64>) -> KeyList {
      KeyList(distinct: keys.map { new[$0] ?? $0 })
    }
    members = members.map(replaced)
    guard let changes else { return }
    changes.saved = changes.saved.map(replaced)
    changes.order = changes.order.map(replaced)
    changes.inserted = replaced(changes.inserted)
    changes.removed = replaced(changes.removed)
  }

  /// Returns the record of changes, after storing the saved members in it.
  private func keepSaved() -> Changes {
    let changes = changes ?? Changes()
    if changes.saved == nil { changes.saved = members }
    self.changes = changes
    return changes
  }
}
