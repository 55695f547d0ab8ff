/// The members of one to-many relationship of one object.
///
/// Until they are loaded, only what joined and left since the last save is
/// known; loading lays that over what the store holds.
final class LinkState {
  /// A Boolean value that says whether the order of the members has a meaning.
  let isOrdered: Bool
  /// The members; nil until they are loaded.
  private(set) var members: KeyList?
  /// The members as the store holds them, kept once they are loaded and differ.
  private var saved: KeyList?
  /// The members that joined since the last save.
  private(set) var inserted = KeyList()
  /// The members that left since the last save.
  private(set) var removed = KeyList()

  /// A Boolean value that says whether members changed places since the last
  /// save.
  private(set) var isReordered = false

  init(isOrdered: Bool) {
    self.isOrdered = isOrdered
  }

  /// A Boolean value that says whether anything joined, left or changed places.
  var hasChanges: Bool { !inserted.isEmpty || !removed.isEmpty || isReordered }

  /// The members as they are saved, in their order; nil where they are unknown.
  var savedKeys: [Int64]? { (saved ?? (hasChanges ? nil : members)).map { Array($0) } }

  /// Takes what the store holds.
  func load(_ stored: KeyList) {
    guard hasChanges else {
      members = stored
      return
    }
    saved = stored
    var current = stored
    for key in removed { remove(key, from: &current) }
    for key in inserted { current.append(key) }
    members = current
  }

  /// Takes over what others have made of the members since they were loaded.
  ///
  /// What joined stands behind the member that it follows in the store.
  ///
  /// - Parameter stored: The members as the store holds them now, where what
  ///   joined and left here is written already.
  /// - Returns: The members that others added; nil where nobody changed any.
  func merge(_ stored: [Int64]) -> [Int64]? {
    guard let members else { return nil }
    let base = Set(saved ?? members)
    let own = Set(inserted)
    let others = stored.filter { !own.contains($0) }
    let joined = others.filter { !base.contains($0) && !removed.contains($0) }
    let left = base.subtracting(stored).subtracting(removed)
    guard !joined.isEmpty || !left.isEmpty else { return nil }
    saved = (saved ?? members).merging(Set(joined), without: left, inOrderOf: others)
    self.members = members.merging(Set(joined), without: left, inOrderOf: others)
    return joined
  }

  /// Adds a member; it may be one already.
  func insert(_ key: Int64) {
    if let members, members.contains(key) { return }
    keepSaved()
    if !removed.remove(key) { inserted.append(key) }
    members?.append(key)
  }

  /// Removes a member; it may be none.
  func remove(_ key: Int64) {
    if let members, !members.contains(key) { return }
    keepSaved()
    if !inserted.remove(key) { removed.append(key) }
    if var current = members {
      members = nil
      remove(key, from: &current)
      members = current
    }
  }

  /// Puts the members into an order; they stay the same members.
  func reorder(_ keys: [Int64]) {
    guard members?.keys.elementsEqual(keys) == false else { return }
    keepSaved()
    members = KeyList(keys)
    isReordered = true
  }

  private func remove(_ key: Int64, from list: inout KeyList) {
    if isOrdered { list.removeKeepingOrder(key) } else { list.remove(key) }
  }

  /// Takes the present members as the saved ones.
  func commit() {
    saved = nil
    inserted = KeyList()
    removed = KeyList()
    isReordered = false
  }

  /// Takes the saved members as the present ones.
  func rollBack() {
    if hasChanges, members != nil { members = saved }
    commit()
  }

  /// Makes every member that is known one that joined.
  func insertAll() {
    for key in members ?? KeyList() { inserted.append(key) }
    removed = KeyList()
    saved = KeyList()
  }

  /// Forgets what was loaded; what joined and left stays.
  func unload() {
    members = nil
    saved = nil
  }

  /// Takes other keys for members; no two become the same.
  func replaceKeys(_ key: (Int64) -> Int64) {
    members = members.map { KeyList($0.map(key)) }
    saved = saved.map { KeyList($0.map(key)) }
    inserted = KeyList(inserted.map(key))
    removed = KeyList(removed.map(key))
  }

  private func keepSaved() {
    if saved == nil { saved = members }
  }
}

extension KeyList {
  /// The list with keys that joined, each behind the one that it follows in
  /// another list.
  fileprivate func merging(
    _ joined: Set<Int64>, without left: Set<Int64>, inOrderOf others: [Int64]
  ) -> KeyList {
    let kept = filter { !left.contains($0) }
    let anchors = Set(kept)
    var followers: [Int64?: [Int64]] = [:]
    var anchor: Int64?
    for key in others {
      if anchors.contains(key) {
        anchor = key
      } else if joined.contains(key) {
        followers[anchor, default: []].append(key)
      }
    }
    var keys = followers[nil] ?? []
    for key in kept {
      keys.append(key)
      keys += followers[key] ?? []
    }
    return KeyList(keys)
  }
}
