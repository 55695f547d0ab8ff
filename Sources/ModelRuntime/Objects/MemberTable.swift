/// A table of the members of a to-many relationship that have been read and not
/// changed, by the slots of their owners in an identity map.
///
/// Most members are only read. For these, the table needs 12 bytes for each
/// owner, in addition to the keys, which are shared by all owners that were
/// read together; a separate state needs more than a hundred bytes.
final class MemberTable {
  // Invariants:
  // 1. Each list counts the places that refer to it. The number of a list without
  //    places is reused; the number 0 represents no list.

  private struct Place {
    var list: UInt32 = 0
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  private struct SharedList {
    var keys: [Int64] = []
    var placeCount = 0
  }

  @exclusivity(unchecked) private var places: ContiguousArray<Place> = []
  @exclusivity(unchecked) private var lists: ContiguousArray<SharedList> = [SharedList()]
  @exclusivity(unchecked) private var freeNumbers: ContiguousArray<UInt32> = []

  /// Returns the members of the owner in the given slot; nil if the table does not
  /// contain them.
  func members(_ slot: Int) -> ArraySlice<Int64>? {
    guard slot < places.count, places[slot].list != 0 else { return nil }
    let place = places[slot]
    let start = Int(place.start)
    return lists[Int(place.list)].keys[start..<start + Int(place.count)]
  }

  /// The number of lists to which owners refer.
  var listCount: Int { lists.count - 1 - freeNumbers.count }

  /// Adds lists of members that were read together.
  ///
  /// - Parameters:
  ///   - slotCount: The number of slots in the map.
  ///   - enter: A closure that calls its argument with the slot of each owner,
  ///     and with the range in `keys` of the owner's members.
  func add(
    _ keys: [Int64], slotCount: Int, _ enter: ((_ slot: Int, _ part: Range<Int>) -> Void) -> Void
  ) {
    if places.count < slotCount {
      places.append(contentsOf: repeatElement(Place(), count: slotCount - places.count))
    }
    let number = freeNumbers.popLast() ?? UInt32(lists.count)
    // The additional place retains the list while parts of it are added.
    let list = SharedList(keys: keys, placeCount: 1)
    if Int(number) < lists.count { lists[Int(number)] = list } else { lists.append(list) }
    enter { slot, part in
      remove(slot)
      lists[Int(number)].placeCount += 1
      places[slot] = Place(
        list: number, start: UInt32(part.lowerBound), count: UInt32(part.count))
    }
    leave(number)
  }

  /// Removes the members of the owner in the given slot.
  func remove(_ slot: Int) {
    guard slot < places.count, places[slot].list != 0 else { return }
    let number = places[slot].list
    places[slot] = Place()
    leave(number)
  }

  /// Moves pages of slots, each from one page number to another.
  func move(pages: [(from: Int, to: Int)], of size: Int) {
    let old = places
    places = ContiguousArray(repeating: Place(), count: pages.count * size)
    for (from, to) in pages where from < old.count {
      for offset in 0..<size { places[to + offset] = old[from + offset] }
    }
  }

  private func leave(_ number: UInt32) {
    lists[Int(number)].placeCount -= 1
    guard lists[Int(number)].placeCount == 0 else { return }
    lists[Int(number)] = SharedList()
    freeNumbers.append(number)
  }
}
