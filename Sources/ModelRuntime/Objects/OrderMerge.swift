/// A merge of the orders of a list that was changed in this context and, after
/// it was read, by other contexts or programs.
///
/// A member counts as moved if it is not in a longest sequence of members that
/// kept their order. The members that neither side moved divide the list into
/// gaps, and a gap receives the members that either side moved into it. Moves
/// conflict if both sides moved the same member, or moved members into the same
/// gap, unless the results have the same order. An added member stays after the
/// member that it followed, or at the beginning or the end of the list if it
/// was there.
struct OrderMerge {
  /// The members as they were read, without the members removed in this
  /// context.
  let base: [Int64]
  /// The members in this context.
  let mine: [Int64]
  /// The members in the other context or program, without the members added or
  /// removed in this context.
  let theirs: [Int64]

  /// A side of the merge, whose order is used.
  enum Side {
    case mine
    case theirs
  }

  /// True if moves of the two sides conflict.
  var isConflict: Bool { theirs != base && order == nil }

  /// Returns the members in the merged order of both sides.
  ///
  /// - Parameter winner: The side whose order is used if moves conflict.
  func members(_ winner: Side = .mine) -> [Int64] {
    theirs == base ? mine : withJoined(order ?? common(of: winner))
  }

  /// Returns the members in the order of one side, without the moves of the
  /// other side.
  func members(inOrderOf side: Side) -> [Int64] { withJoined(common(of: side)) }

  /// The members of the other side, in the order in which they were read.
  var baseOfBoth: [Int64] {
    OrderMerge(base: base, mine: base, theirs: theirs).members(inOrderOf: .mine)
  }

  /// The members that both sides had and kept, in the merged order of both
  /// sides; nil if moves conflict.
  private var order: [Int64]? {
    let kept = Set(base).intersection(mine).intersection(theirs)
    let base = base.filter(kept.contains)
    let mine = mine.filter(kept.contains)
    let theirs = theirs.filter(kept.contains)
    if theirs == base || theirs == mine { return mine }
    if mine == base { return theirs }
    let movedHere = mine.moved(since: base)
    let movedThere = theirs.moved(since: base)
    guard movedHere.isDisjoint(with: movedThere) else { return nil }
    let here = mine.runs(of: movedHere, besides: movedThere)
    let there = theirs.runs(of: movedThere, besides: movedHere)
    guard Set(here.keys).isDisjoint(with: there.keys) else { return nil }
    let fixed = base.filter { !movedHere.contains($0) && !movedThere.contains($0) }
    return fixed.inserting(here.merging(there) { $0 + $1 })
  }

  private func common(of side: Side) -> [Int64] {
    let kept = Set(base).intersection(mine).intersection(theirs)
    return (side == .mine ? mine : theirs).filter(kept.contains)
  }

  private func withJoined(_ members: [Int64]) -> [Int64] {
    let (known, there) = (Set(base), Set(theirs))
    return members.placing(there.subtracting(members), asIn: theirs)
      .placing(Set(mine).subtracting(known).subtracting(there), asIn: mine)
  }
}

extension [Int64] {
  /// Returns the keys together with added keys. Each added key is placed after
  /// the key that it follows in the given list, or at the beginning or the end.
  func placing(_ joined: Set<Int64>, asIn list: [Int64]) -> [Int64] {
    guard !joined.isEmpty else { return self }
    let known = Set(self)
    let placed = list.filter { known.contains($0) || joined.contains($0) }
    var runs = placed.runs(of: joined, besides: [])
    let last = runs.removeValue(forKey: placed.last { known.contains($0) }) ?? []
    return inserting(runs) + last
  }

  /// Returns the keys with the given runs of other keys inserted after the key
  /// that precedes each run. The run for nil comes first.
  fileprivate func inserting(_ runs: [Int64?: [Int64]]) -> [Int64] {
    (runs[nil] ?? []) + flatMap { [$0] + (runs[$0] ?? []) }
  }

  /// Returns the runs of the given keys in the list, by the key that precedes
  /// each run. Keys in `others` neither belong to a run nor precede one.
  fileprivate func runs(of keys: Set<Int64>, besides others: Set<Int64>) -> [Int64?: [Int64]] {
    var runs: [Int64?: [Int64]] = [:]
    var anchor: Int64?
    for key in self {
      if keys.contains(key) {
        runs[anchor, default: []].append(key)
      } else if !others.contains(key) {
        anchor = key
      }
    }
    return runs
  }

  /// Returns the keys that have been moved, which are the keys outside a
  /// longest sequence that is in the same order in another list of the same
  /// keys.
  fileprivate func moved(since base: [Int64]) -> Set<Int64> {
    let places = Dictionary(uniqueKeysWithValues: zip(base, base.indices))
    return Set(self).subtracting(longestRun(of: compactMap { places[$0] }).map { self[$0] })
  }
}
