/// The members of several owners, as they were read: the lists of the owners, one after
/// the other.
struct MemberLists {
  /// The keys of all members.
  let keys: [Int64]
  /// The end of each owner's members.
  private let ends: [Int]

  init(keys: [Int64], ends: [Int]) {
    self.keys = keys
    self.ends = ends
  }

  init(_ lists: some Sequence<KeyList>) {
    var keys: [Int64] = []
    ends = lists.map { list in
      keys += list.keys
      return keys.count
    }
    self.keys = keys
  }

  /// Returns the range of an owner's members.
  func range(_ owner: Int) -> Range<Int> { (owner == 0 ? 0 : ends[owner - 1])..<ends[owner] }

  /// The members of an owner.
  subscript(owner: Int) -> KeyList { KeyList(distinct: keys[range(owner)]) }
}
