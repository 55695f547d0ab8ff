/// The objects of one hierarchy in one context, by key.
///
/// Keys are often consecutive, so the map keeps pages of 64 keys, finds a page
/// through a small open-addressed table, and remembers the page that was used
/// last. It holds its objects strongly; a sweep releases unchanged objects to
/// which nothing else refers. Every object survives the first sweep after it
/// was read, because a caller has not retained the objects that are still being
/// loaded for it.
final class IdentityMap {
  // Invariants:
  // 1. A key's slot is the start of its page plus the key's last six bits. A page keeps
  //    its position until empty pages are removed, which also clears the remembered
  //    page.
  // 2. The table of pages is half empty, so that every search ends.
  // 3. `count` is the number of slots that contain an object.
  // 4. A slot without an object has no members in any table.

  @exclusivity(unchecked) private var slots: ContiguousArray<ManagedObject?> = []
  /// The members of to-many relationships that have been read, by relationship number.
  @exclusivity(unchecked) private var tables: ContiguousArray<MemberTable?> = []
  /// The page numbers, by hash; `emptyPage` in free positions.
  @exclusivity(unchecked) private var pageNumbers: ContiguousArray<Int64>
  /// The first slot of each page in `pageNumbers`.
  @exclusivity(unchecked) private var pageStarts: ContiguousArray<Int>
  @exclusivity(unchecked) private var pageCount = 0
  @exclusivity(unchecked) private var lastPage = emptyPage
  @exclusivity(unchecked) private var lastStart = 0
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var sweepCount = smallestSweep

  private static let emptyPage = Int64.max
  private static let smallestSweep = 4096

  init() {
    pageNumbers = ContiguousArray(repeating: Self.emptyPage, count: 16)
    pageStarts = ContiguousArray(repeating: 0, count: 16)
  }

  /// Moves the members in the map to objects that outlive it.
  deinit {
    guard !tables.isEmpty else { return }
    for index in slots.indices where !isKnownUniquelyReferenced(&slots[index]) { handOver(index) }
  }

  /// Returns the slot of a key; nil if its page does not exist.
  private func slot(_ key: Int64) -> Int? {
    let page = key >> 6
    if page == lastPage { return lastStart + Int(key & 63) }
    var index = home(of: page)
    while pageNumbers[index] != page {
      if pageNumbers[index] == Self.emptyPage { return nil }
      index = (index + 1) & (pageNumbers.count - 1)
    }
    lastPage = page
    lastStart = pageStarts[index]
    return lastStart + Int(key & 63)
  }

  /// Returns the object with the given key; nil if the map does not contain one.
  func object(_ key: Int64) -> ManagedObject? {
    guard let slot = slot(key) else { return nil }
    return slots[slot]
  }

  /// Returns the objects with the given keys, in the order of the keys; keys without an
  /// object are left out.
  func objects(_ keys: some Sequence<Int64>) -> [ManagedObject] { keys.compactMap { object($0) } }

  /// Returns whether the values of the object with the given key are loaded.
  func isLoaded(_ key: Int64) -> Bool {
    guard let slot = slot(key), let flags = slots[slot]?._flags else { return false }
    return !flags.contains(.fault)
  }

  /// Returns the objects with the given keys, in order; nil if any of them is not
  /// loaded or is to be deleted.
  func loadedObjects(_ keys: ArraySlice<Int64>) -> [ManagedObject]? {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(keys.count)
    for key in keys {
      guard let object = object(key), object._flags.isDisjoint(with: [.fault, .deleted]) else {
        return nil
      }
      objects.append(object)
    }
    return objects
  }

  /// Adds an object to the map.
  func insert(_ object: ManagedObject) {
    let slot = slot(object._key) ?? addPage(of: object._key)
    if slots[slot] == nil { count += 1 } else if slots[slot] !== object { handOver(slot) }
    slots[slot] = object
  }

  /// Removes the object with the given key.
  func remove(_ key: Int64) {
    guard let slot = slot(key), slots[slot] != nil else { return }
    handOver(slot)
    slots[slot] = nil
    count -= 1
  }

  var objects: [ManagedObject] { slots.compactMap(\.self) }

  /// Sets a flag in every object.
  func mark(_ flag: ObjectFlags) {
    for slot in slots { slot?._flags.insert(flag) }
  }

  // MARK: Sweeping

  /// Releases unchanged objects to which nothing else refers, if there are at
  /// least twice as many objects as the last sweep found in use.
  ///
  /// Objects that the last sweep spared because they had just been read do not count as
  /// in use; otherwise, a loop over a large table would let the map grow with every
  /// sweep.
  func sweepIfGrown() {
    guard count > sweepCount else { return }
    let spared = sweep()
    sweepCount = max((count - spared) * 2, Self.smallestSweep) + spared
  }

  /// Releases all unchanged objects to which nothing else refers.
  func releaseUnused() {
    if sweep() > 0 { _ = sweep() }
  }

  /// Releases unchanged objects to which nothing else refers, except objects
  /// that have just been read.
  ///
  /// - Returns: The number of objects that are kept only because they have just
  ///   been read.
  private func sweep() -> Int {
    var spared = 0
    for index in slots.indices {
      // Naming the object here would add a reference to the slot's.
      guard let flags = slots[index]?._flags, flags.isDisjoint(with: .needed) else { continue }
      if flags.contains(.recent) {
        slots[index]?._flags.remove(.recent)
        spared += 1
      } else {
        release(index)
      }
    }
    dropEmptyPages()
    return spared
  }

  /// Removes pages without objects if most pages are empty, so that a loop over
  /// a large table does not leave empty pages behind.
  private func dropEmptyPages() {
    let live = zip(pageNumbers, pageStarts).filter { number, start in
      number != Self.emptyPage && slots[start..<start + 64].contains { $0 != nil }
    }
    guard live.count * 2 < pageCount else { return }
    let old = slots
    let size = max(16, (live.count * 4).nextPowerOfTwo)
    slots = []
    slots.reserveCapacity(live.count * 64)
    pageNumbers = ContiguousArray(repeating: Self.emptyPage, count: size)
    pageStarts = ContiguousArray(repeating: 0, count: size)
    pageCount = live.count
    lastPage = Self.emptyPage
    for (page, start) in live {
      enter(page, start: slots.count)
      slots += old[start..<start + 64]
    }
    let moves = live.enumerated().map { (from: $1.1, to: $0 * 64) }
    for table in tables { table?.move(pages: moves, of: 64) }
  }

  /// The number of slots, including empty ones.
  var slotCount: Int { slots.count }

  private func release(_ index: Int) {
    guard isKnownUniquelyReferenced(&slots[index]) else { return }
    for table in tables { table?.remove(index) }
    slots[index] = nil
    count -= 1
  }

  // MARK: Members

  /// Returns the members of a to-many relationship of an object; nil if they are not in
  /// the map.
  func members(of owner: ManagedObject, _ number: Int) -> ArraySlice<Int64>? {
    guard number < tables.count, let table = tables[number], let slot = slot(of: owner) else {
      return nil
    }
    return table.members(slot)
  }

  /// Adds the members of a to-many relationship that were read for the given
  /// owners. If an owner already has a state for them, or is not in this map,
  /// its members are added to the owner itself.
  func add(_ members: MemberLists, of owners: [ManagedObject], _ number: Int) {
    while tables.count <= number { tables.append(nil) }
    let table = tables[number] ?? MemberTable()
    tables[number] = table
    table.add(members.keys, slotCount: slots.count) { enter in
      for (place, owner) in owners.enumerated() {
        if owner._state?.knownLink(number) == nil, let slot = slot(of: owner) {
          enter(slot, members.range(place))
        } else {
          owner.link(number).load(members[place])
        }
      }
    }
  }

  /// Removes and returns the members of a to-many relationship of an object; nil if
  /// they are not in the map.
  func takeMembers(of owner: ManagedObject, _ number: Int) -> ArraySlice<Int64>? {
    guard let members = members(of: owner, number) else { return nil }
    removeMembers(of: owner, number)
    return members
  }

  /// Removes the members of an object from the map, for the relationship with
  /// the given number or for all of its relationships.
  func removeMembers(of owner: ManagedObject, _ number: Int? = nil) {
    guard !tables.isEmpty, let slot = slot(of: owner) else { return }
    for index in tables.indices where number ?? index == index { tables[index]?.remove(slot) }
  }

  /// Moves the members of an object from the map to the object's own state.
  func handOverMembers(of owner: ManagedObject) {
    if !tables.isEmpty, let slot = slot(of: owner) { handOver(slot) }
  }

  private func handOver(_ slot: Int) {
    guard let owner = slots[slot] else { return }
    for (number, table) in tables.enumerated() {
      guard let table, let members = table.members(slot) else { continue }
      table.remove(slot)
      owner.newLink(number).load(KeyList(distinct: members))
    }
  }

  private func slot(of object: ManagedObject) -> Int? {
    guard let slot = slot(object._key), slots[slot] === object else { return nil }
    return slot
  }

  // MARK: Pages

  private func home(of page: Int64) -> Int {
    let hash = UInt64(bitPattern: page) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (pageNumbers.count - 1)
  }

  private func addPage(of key: Int64) -> Int {
    if pageCount * 2 >= pageNumbers.count { grow() }
    let page = key >> 6
    let start = slots.count
    slots.append(contentsOf: repeatElement(nil, count: 64))
    enter(page, start: start)
    pageCount += 1
    lastPage = page
    lastStart = start
    return start + Int(key & 63)
  }

  private func enter(_ page: Int64, start: Int) {
    var index = home(of: page)
    while pageNumbers[index] != Self.emptyPage {
      index = (index + 1) & (pageNumbers.count - 1)
    }
    pageNumbers[index] = page
    pageStarts[index] = start
  }

  private func grow() {
    let (numbers, starts) = (pageNumbers, pageStarts)
    pageNumbers = ContiguousArray(repeating: Self.emptyPage, count: numbers.count * 2)
    pageStarts = ContiguousArray(repeating: 0, count: numbers.count * 2)
    for (page, start) in zip(numbers, starts) where page != Self.emptyPage {
      enter(page, start: start)
    }
  }
}

extension Int {
  /// The least power of two that is not less than the number.
  fileprivate var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
