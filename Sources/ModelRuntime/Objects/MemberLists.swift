/// The members of several owners as they were read. The lists of the owners
/// follow one another.
struct MemberLists {
  /// The keys of the members of all owners.
  let keys: [Int64]
  /// For each owner, the index after its last member.
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

  /// Returns the range in `keys` of the members of the owner with the given
  /// index.
  func range(_ owner: Int) -> Range<Int> { (owner == 0 ? 0 : ends[owner - 1])..<ends[owner] }

  /// The members of the owner with the given index.
  subscript(owner: Int) -> KeyList { KeyList(distinct: keys[range(owner)]) }
}
