/// The members of one to-many relationship of one object.
///
/// Until they are loaded, only what joined and left since the last save is
/// known; loading lays that over what the store holds.
final class LinkState {
  // Most are read and never changed, and there is one for every owner that was walked: what a
  // change needs stands apart, and the states of one object form a chain.

  // Invariants:
  // 1. Members that are loaded are the saved ones, without `removed` and with `inserted`.
  // 2. `changes.saved` is known as long as `members` are, and something changed.

  /// The property number of the relationship.
  let number: Int
  /// A Boolean value that says whether the order of the members has a meaning.
  let isOrdered: Bool
  /// A Boolean value that says whether what joins may be a member already, and
  /// what leaves none: the members' rows do not say who their owner is.
  let isUncertain: Bool
  /// The state of the object's next relationship.
  let next: LinkState?
  /// The members; nil until they are loaded.
  @exclusivity(unchecked) private(set) var members: KeyList?
  /// The members that joined, left and moved since the last save; nil for none.
  @exclusivity(unchecked) private var changes: Changes?

  private final class Changes {
    /// The members as the store holds them, kept once they are loaded and differ.
    var saved: KeyList?
    /// The members of an object that is to be inserted again, as it had them when it went.
    var last: KeyList?
    /// The members in the order that was given to them, while they are to be read again.
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

  /// A Boolean value that says whether the members are known.
  var isLoaded: Bool { members != nil }

  /// True if the members have an order here, which may be that of members to be read again.
  var isRead: Bool { members != nil || changes?.order != nil }

  /// The keys of the members; none where they are unknown.
  var keys: ArraySlice<Int64> { members?.keys ?? [] }

  /// The members that joined since the last save.
  var inserted: KeyList { changes?.inserted ?? KeyList() }

  /// The members that left since the last save.
  var removed: KeyList { changes?.removed ?? KeyList() }

  /// A Boolean value that says whether members changed places since the last
  /// save.
  var isReordered: Bool { changes?.isReordered == true }

  /// A Boolean value that says whether anything joined, left or changed places.
  var hasChanges: Bool { changes?.isEmpty == false }

  /// The members as they are saved, in their order; nil where they are unknown.
  var savedKeys: [Int64]? {
    (changes?.saved ?? (hasChanges ? nil : members)).map { Array($0) }
  }

  /// Takes what the store holds.
  func load(_ stored: KeyList) {
    if isUncertain, let changes {
      // Neither is a change: who joined was a member already, who left was none.
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

  /// Compares the members with those that the store has by now; nil where they were not read.
  func merge(with stored: some Sequence<Int64>) -> OrderMerge? {
    if let order = changes?.order {
      changes?.order = nil
      let left = removed
      members = KeyList(distinct: order.filter { !left.contains($0) })
      for key in inserted { members?.append(key) }
      // Who left and has come back since has its place again.
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

  /// Takes over what others have made of the members since they were read.
  ///
  /// - Parameter winner: The side whose order is taken where moves meet; nil to leave that open, so
  ///   that the next save finds the conflict.
  func take(_ merge: OrderMerge, _ winner: OrderMerge.Side? = nil) {
    guard merge.theirs != merge.base else { return }
    let isOpen = winner == nil && merge.isConflict
    take(merge.members(winner ?? .mine), over: isOpen ? merge.baseOfBoth : merge.theirs)
  }

  /// Takes the order that others have given to the members.
  func takeOrder(of merge: OrderMerge) {
    take(merge.members(inOrderOf: .theirs), over: merge.theirs)
  }

  /// Makes keys the members, and others the saved ones beside those that left here.
  private func take(_ keys: [Int64], over others: [Int64]) {
    members = KeyList(distinct: keys)
    guard let changes, let saved = changes.saved else { return }
    changes.saved = KeyList(
      distinct: others.placing(Set(changes.removed), asIn: Array(saved)))
    if changes.inserted.isEmpty, changes.removed.isEmpty { changes.isReordered = keys != others }
  }

  /// A Boolean value that says whether a key joined or left while the members were
  /// unknown, so that only they say what doing the opposite means.
  func isDoubtful(_ key: Int64) -> Bool {
    isUncertain && members == nil && (inserted.contains(key) || removed.contains(key))
  }

  /// A Boolean value that says whether a key is that of a member; the members
  /// are loaded.
  func contains(_ key: Int64) -> Bool {
    members?.index()
    return members?.contains(key) == true
  }

  /// Adds a member; it may be one already.
  func insert(_ key: Int64) {
    if contains(key) { return }
    let changes = keepSaved()
    if !changes.removed.remove(key) { changes.inserted.append(key) }
    members?.append(key)
    // Who left and is back takes the old place where places have no meaning; else the last one,
    // as whoever joins.
    guard changes.isEmpty, let members, let saved = changes.saved else { return }
    if isOrdered {
      changes.isReordered = !members.keys.elementsEqual(saved.keys)
    } else {
      self.members = saved
    }
  }

  /// Adds a member that should not have left: in the place that it had, behind the
  /// one that it followed.
  func insertBack(_ key: Int64) {
    insert(key)
    if isOrdered { putBack(key) }
  }

  /// Puts a member that is saved behind the one that it followed.
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

  /// Notes that the store does not have a member any more: it joins, where it stands now.
  func joinAgain(_ key: Int64) {
    guard !inserted.contains(key) else { return }
    guard contains(key) else { return insert(key) }
    let changes = keepSaved()
    changes.inserted.append(key)
    changes.saved?.removeKeepingOrder(key)
  }

  /// Removes a member; it may be none.
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

  /// Puts another member into the place of one that joined, unless it is a member already.
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

  /// Puts the members into an order; they stay the same members.
  func reorder(_ keys: [Int64]) {
    guard members?.keys.elementsEqual(keys) == false else { return }
    keepSaved().isReordered = true
    members = KeyList(keys)
  }

  @discardableResult
  private func remove(_ key: Int64, from list: inout KeyList) -> Bool {
    isOrdered ? list.removeKeepingOrder(key) : list.remove(key)
  }

  /// Takes the present members as the saved ones.
  func commit() { changes = nil }

  /// Forgets what joined, left and moved, and with it the members, which others may have changed
  /// since; those of an object that goes again are the last ones.
  func rollBack() {
    if hasChanges { members = changes?.last }
    commit()
  }

  /// Makes every member that is known one that joined.
  func insertAll() {
    let changes = changes ?? Changes()
    for key in members ?? KeyList() { changes.inserted.append(key) }
    changes.removed = KeyList()
    changes.saved = KeyList()
    changes.last = members
    self.changes = changes
  }

  /// Forgets the members; what joined and left stays, and the order that was given to them, over
  /// which the next read lays what others did.
  func unload() {
    if isOrdered, let changes, !changes.isEmpty {
      if let members { changes.order = members }
    } else {
      changes?.saved = nil
    }
    members = nil
  }

  /// Takes other keys for members; no two become the same.
  func replaceKeys(_ key: (Int64) -> Int64) {
    members = members.map { KeyList(distinct: $0.map(key)) }
    guard let changes else { return }
    changes.saved = changes.saved.map { KeyList(distinct: $0.map(key)) }
    changes.order = changes.order.map { KeyList(distinct: $0.map(key)) }
    changes.inserted = KeyList(distinct: changes.inserted.map(key))
    changes.removed = KeyList(distinct: changes.removed.map(key))
  }

  /// The changes, the members as they are saved among them.
  private func keepSaved() -> Changes {
    let changes = changes ?? Changes()
    if changes.saved == nil { changes.saved = members }
    self.changes = changes
    return changes
  }
}
