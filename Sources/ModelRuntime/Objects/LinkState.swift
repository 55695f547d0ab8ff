/// The members of one to-many relationship of one object.
///
/// Until the members are loaded, only the members that joined and left since the last
/// save are known; loading applies these changes to the members in the store.
final class LinkState {
  // Most members are read and never change, and every owner that was visited has a
  // state. So the fields for changes are in an object of their own, and the states of
  // one object form a chain.

  // Invariants:
  // 1. Members that are loaded are the saved ones, without `removed` and with `inserted`.
  // 2. `changes.saved` is known as long as `members` are, and something changed.

  /// The property number of the relationship.
  let number: Int
  /// True if the order of the members has a meaning.
  let isOrdered: Bool
  /// True if an object that joins may be a member already, and one that leaves may not
  /// be a member: the members' rows do not name their owner.
  let isUncertain: Bool
  /// The state of the object's next relationship.
  let next: LinkState?
  /// The members; nil until they are loaded.
  @exclusivity(unchecked) private(set) var members: KeyList?
  /// The members that joined, left and moved since the last save; nil for none.
  @exclusivity(unchecked) private var changes: Changes?

  private final class Changes {
    /// The members as the store holds them, kept once they are loaded and changed.
    var saved: KeyList?
    /// The members that an object had when it was deleted, for inserting it again.
    var last: KeyList?
    /// The members in the order given to them, while they are to be read again.
    var order: KeyList?
    var inserted = KeyList()
    var removed = KeyList()
    var isReordered = false

    var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && !isReordered }
  }

  init(_ relationship: CompiledRelationship?, number: Int, next: LinkState?) {
    self.number = number
    isOrdered = relationship?.description.isOrdered == true
    isUncertain = relationship?.inverse?.isToMany != false
    self.next = next
  }

  /// True if the members are known.
  var isLoaded: Bool { members != nil }

  /// True if an order of the members is known here, even if the members have to be read again.
  var isRead: Bool { members != nil || changes?.order != nil }

  /// The keys of the members; empty if they are unknown.
  var keys: ArraySlice<Int64> { members?.keys ?? [] }

  /// The members that joined since the last save.
  var inserted: KeyList { changes?.inserted ?? KeyList() }

  /// The members that left since the last save.
  var removed: KeyList { changes?.removed ?? KeyList() }

  /// True if members changed places since the last save.
  var isReordered: Bool { changes?.isReordered == true }

  /// True if members joined, left or changed places since the last save.
  var hasChanges: Bool { changes?.isEmpty == false }

  /// The saved members in their order; nil if they are unknown.
  var savedKeys: [Int64]? {
    (changes?.saved ?? (hasChanges ? nil : members)).map { Array($0) }
  }

  /// Loads the members that the store holds, and applies the changes to them.
  func load(_ stored: KeyList) {
    if isUncertain, let changes {
      // Such objects have not changed: an object that joined was a member already, or an
      // object that left was not a member.
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

  /// Merges the members with the members that the store has by now; nil if the members
  /// were not read.
  func merge(with stored: some Sequence<Int64>) -> OrderMerge? {
    if let order = changes?.order {
      changes?.order = nil
      let left = removed
      members = KeyList(distinct: order.filter { !left.contains($0) })
      for key in inserted { members?.append(key) }
      // A member that left and has come back takes its place again.
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

  /// Applies the changes that others have made to the members since they were read.
  ///
  /// - Parameter winner: The side whose order is taken if moves conflict; nil to leave
  ///   that open, so that the next save finds the conflict.
  func take(_ merge: OrderMerge, _ winner: OrderMerge.Side? = nil) {
    guard merge.theirs != merge.base else { return }
    let isOpen = winner == nil && merge.isConflict
    take(merge.members(winner ?? .mine), over: isOpen ? merge.baseOfBoth : merge.theirs)
  }

  /// Takes the order that others have given to the members.
  func takeOrder(of merge: OrderMerge) {
    take(merge.members(inOrderOf: .theirs), over: merge.theirs)
  }

  /// Replaces the members. The given others become the saved members, together with the
  /// members that left here.
  private func take(_ keys: [Int64], over others: [Int64]) {
    members = KeyList(distinct: keys)
    guard let changes, let saved = changes.saved else { return }
    changes.saved = KeyList(
      distinct: others.placing(Set(changes.removed), asIn: Array(saved)))
    if changes.inserted.isEmpty, changes.removed.isEmpty { changes.isReordered = keys != others }
  }

  /// True if a key joined or left while the members were unknown, so that they have to
  /// be read before the change can be reversed.
  func isDoubtful(_ key: Int64) -> Bool {
    isUncertain && members == nil && (inserted.contains(key) || removed.contains(key))
  }

  /// True if a key belongs to a member; the members must be loaded.
  func contains(_ key: Int64) -> Bool {
    members?.index()
    return members?.contains(key) == true
  }

  /// Adds a member; does nothing if it is one already.
  func insert(_ key: Int64) {
    if contains(key) { return }
    let changes = keepSaved()
    if !changes.removed.remove(key) { changes.inserted.append(key) }
    members?.append(key)
    // A member that left and comes back takes its old place if the order has no meaning;
    // otherwise it is added at the end like any other member.
    guard changes.isEmpty, let members, let saved = changes.saved else { return }
    if isOrdered {
      changes.isReordered = !members.keys.elementsEqual(saved.keys)
    } else {
      self.members = saved
    }
  }

  /// Adds a member that should not have left, at its old place, after the member that it followed.
  func insertBack(_ key: Int64) {
    insert(key)
    if isOrdered { putBack(key) }
  }

  /// Puts a saved member after the member that it followed.
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

  /// Notes that the store no longer has a member: it joins again at its present place.
  func joinAgain(_ key: Int64) {
    guard !inserted.contains(key) else { return }
    guard contains(key) else { return insert(key) }
    let changes = keepSaved()
    changes.inserted.append(key)
    changes.saved?.removeKeepingOrder(key)
  }

  /// Removes a member; does nothing if it is none.
  func remove(_ key: Int64) {
    if members != nil, !contains(key) { return }
    let changes = keepSaved()
    if !remove(key, from: &changes.inserted) { changes.removed.append(key) }
    if var current = members {
      members = nil
      remove(key, from: &current)
      members = current
    }
  }

  /// Replaces a member that joined with another, unless that is a member already.
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

  /// Puts the members into an order; the members stay the same.
  func reorder(_ keys: [Int64]) {
    guard members?.keys.elementsEqual(keys) == false else { return }
    keepSaved().isReordered = true
    members = KeyList(keys)
  }

  @discardableResult
  private func remove(_ key: Int64, from list: inout KeyList) -> Bool {
    isOrdered ? list.removeKeepingOrder(key) : list.remove(key)
  }

  /// Makes the present members the saved members.
  func commit() { changes = nil }

  /// Discards the changes since the last save, and the members too, which others may
  /// have changed since; an object that is deleted again has its last members.
  func rollBack() {
    if hasChanges { members = changes?.last }
    commit()
  }

  /// Treats every known member as a member that joined.
  func insertAll() {
    let changes = changes ?? Changes()
    for key in members ?? KeyList() { changes.inserted.append(key) }
    changes.removed = KeyList()
    changes.saved = KeyList()
    changes.last = members
    self.changes = changes
  }

  /// Forgets the members. The changes stay, and so does the order that was given to the
  /// members; the next read applies the changes of others to it.
  func unload() {
    if isOrdered, let changes, !changes.isEmpty {
      if let members { changes.order = members }
    } else {
      changes?.saved = nil
    }
    members = nil
  }

  /// Replaces the members' keys; no two keys may become equal.
  func replaceKeys(_ key: (Int64) -> Int64) {
    members = members.map { KeyList(distinct: $0.map(key)) }
    guard let changes else { return }
    changes.saved = changes.saved.map { KeyList(distinct: $0.map(key)) }
    changes.order = changes.order.map { KeyList(distinct: $0.map(key)) }
    changes.inserted = KeyList(distinct: changes.inserted.map(key))
    changes.removed = KeyList(distinct: changes.removed.map(key))
  }

  /// The changes, including the members as they are saved.
  private func keepSaved() -> Changes {
    let changes = changes ?? Changes()
    if changes.saved == nil { changes.saved = members }
    self.changes = changes
    return changes
  }
}
