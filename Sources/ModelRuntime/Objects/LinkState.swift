/// The members of one to-many relationship of one object.
///
/// Until they are loaded, only what joined and left since the last save is
/// known; loading lays that over what the store holds.
final class LinkState {
  /// The members; nil until they are loaded.
  private(set) var members: KeyList?
  /// The members as the store holds them, kept once they are loaded and differ.
  private var saved: KeyList?
  /// What joined since the last save.
  private(set) var inserted = KeyList()
  /// What left since the last save.
  private(set) var removed = KeyList()

  /// Whether anything joined or left.
  var hasChanges: Bool { !inserted.isEmpty || !removed.isEmpty }

  /// Takes what the store holds.
  func load(_ stored: KeyList) {
    guard hasChanges else {
      members = stored
      return
    }
    saved = stored
    var current = stored
    for key in removed { current.remove(key) }
    for key in inserted { current.append(key) }
    members = current
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
    members?.remove(key)
  }

  /// Takes the present members as the saved ones.
  func commit() {
    saved = nil
    inserted = KeyList()
    removed = KeyList()
  }

  /// Takes the saved members as the present ones.
  func rollBack() {
    if hasChanges, members != nil { members = saved }
    commit()
  }

  /// Forgets what was loaded; what joined and left stays.
  func unload() {
    members = nil
    saved = nil
  }

  private func keepSaved() {
    if saved == nil { saved = members }
  }
}
