package import TestSupport

/// A change of a stock, which is made of plain values and of objects alike.
package enum StockChange {
  /// A clerk counts a save.
  case count(clerk: Int32)
  /// A volume gives weight to another.
  case transfer(from: Int64, to: Int64, Int32)
  /// All values of a volume become those of another content.
  case rewrite(Int64, content: UInt8)
  case insert(PlainStock.Volume, shelf: Int32, place: Int)
  /// A volume without weight goes: two clerks may delete the same one, which is no conflict, so that
  /// an heir would have its weight twice.
  case delete(Int64)
  /// A volume gets another place of its shelf.
  case move(shelf: Int32, from: Int, to: Int)
  /// A volume becomes the last one of another shelf.
  case carry(Int64, shelf: Int32)
  /// A volume gets a new tag.
  case tag(Int64, String)
  /// The first tag of a volume is deleted.
  case untag(Int64)
}

extension PlainStock {
  /// Makes a change.
  package mutating func make(_ change: StockChange) {
    switch change {
    case .count(let clerk): saves[clerk, default: 0] += 1
    case .transfer(let from, let to, let weight):
      self[from].weight -= weight
      self[to].weight += weight
    case .rewrite(let code, let content): self[code].content = content
    case .insert(let volume, let shelf, let place):
      shelves[index(of: shelf)].volumes.insert(volume, at: place)
    case .delete(let code): _ = remove(code)
    case .move(let shelf, let from, let to):
      let volume = shelves[index(of: shelf)].volumes.remove(at: from)
      shelves[index(of: shelf)].volumes.insert(volume, at: to)
    case .carry(let code, let shelf): shelves[index(of: shelf)].volumes.append(remove(code))
    case .tag(let code, let label): self[code].tags.append(label)
    case .untag(let code): self[code].tags.removeFirst()
    }
  }

  private func index(of shelf: Int32) -> Int { shelves.firstIndex { $0.number == shelf }! }

  private func place(of code: Int64) -> (shelf: Int, place: Int) {
    for (number, shelf) in shelves.enumerated() {
      if let place = shelf.volumes.firstIndex(where: { $0.code == code }) { return (number, place) }
    }
    fatalError("no volume \(code)")
  }

  private subscript(code: Int64) -> Volume {
    get {
      let (shelf, place) = place(of: code)
      return shelves[shelf].volumes[place]
    }
    set {
      let (shelf, place) = place(of: code)
      shelves[shelf].volumes[place] = newValue
    }
  }

  private mutating func remove(_ code: Int64) -> Volume {
    let (shelf, place) = place(of: code)
    return shelves[shelf].volumes.remove(at: place)
  }
}

// MARK: - What a save changes

extension PlainStock {
  /// True if there is a next save: what is read while others save, or of a damaged store, may lack
  /// members of its shelves, or have some twice.
  package var canBeSaved: Bool {
    let codes = volumes.map(\.code)
    return Set(codes).count == codes.count && saves[0] != nil
      && shelves.allSatisfy { $0.number >= 0 }
      && shelves.contains { $0.volumes.count > 2 }
      && Set(shelves.map(\.number)).count == shelves.count
  }

  /// The changes of the next save of a clerk: each kind of change, some of them always, so that every
  /// save replaces files of large values.
  package func nextSave(of clerk: Int32, _ random: inout RandomSource) -> [StockChange] {
    var (stock, changes) = (self, [StockChange]())
    let number = Int64(saves[clerk] ?? 0) + 1
    func make(_ change: StockChange) {
      stock.make(change)
      changes.append(change)
    }
    make(.count(clerk: clerk))
    let shelf = random.pick(stock.shelves.filter { $0.volumes.count > 2 })
    let codes = shelf.volumes.map(\.code).shuffled(using: &random)
    make(.transfer(from: codes[0], to: codes[1], Int32(1 + random.number(below: 9))))
    for code in codes.prefix(3) {
      make(.rewrite(code, content: UInt8(1 + random.number(below: 250))))
    }
    let new = Volume(
      code: Int64(clerk + 1) * 1_000_000 + number, content: UInt8(random.number(below: 250)),
      maps: random.maybe(Int32(number), in: 3))
    var room = shelf.volumes.count
    if room < 8 {
      make(.insert(new, shelf: shelf.number, place: random.number(below: room + 1)))
      room += 1
    }
    let weight = stock[codes[2]].weight
    if weight != 0 {
      make(.transfer(from: codes[2], to: codes[0], weight))
    } else if room > 4 {
      make(.delete(codes[2]))
      room -= 1
    }
    make(
      .move(
        shelf: shelf.number, from: random.number(below: room), to: random.number(below: room)))
    make(.tag(codes[1], "\(clerk)-\(number)"))
    if stock[codes[1]].tags.count > 2 { make(.untag(codes[1])) }
    let other = random.pick(stock.shelves)
    if other.number != shelf.number, other.volumes.count < 8, room > 3, random.once(in: 3) {
      make(.carry(codes[0], shelf: other.number))
    }
    return changes
  }

  /// The stock after so many saves of the first clerk, each of which is the same whenever it is made.
  package func after(_ saves: Int) -> PlainStock {
    var stock = self
    for _ in 0..<saves { for change in stock.repeatableSave { stock.make(change) } }
    return stock
  }

  /// The changes of the first clerk's next save, by its number.
  package var repeatableSave: [StockChange] {
    var random = RandomSource(seed: UInt64(saves[0] ?? 0))
    return nextSave(of: 0, &random)
  }
}
