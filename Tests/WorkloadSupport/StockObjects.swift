package import ModelRuntime

/// The objects of a stock in a context, by their numbers.
package struct StockObjects {
  private let context: ManagedObjectContext
  private var shelves: [Int32: Shelf]
  private var volumes: [Int64: Volume]
  private var clerks: [Int32: Clerk]

  /// Reads all objects.
  package init(_ context: ManagedObjectContext) throws {
    self.context = context
    shelves = Dictionary(
      try context.fetch(Shelf.all).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    // While others save, a shelf may have members that were not there a moment ago.
    let members = shelves.values.flatMap { Array($0.volumes) }
    volumes = Dictionary(
      try (context.fetch(Volume.all) + members).map { ($0.code, $0) },
      uniquingKeysWith: { first, _ in first })
    clerks = Dictionary(
      try context.fetch(Clerk.all).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Makes the objects of a stock in an empty store.
  package static func insert(_ stock: PlainStock, _ context: ManagedObjectContext) {
    for clerk in stock.saves.keys.sorted() { _ = Clerk(in: context, number: clerk) }
    for plain in stock.shelves {
      let shelf = Shelf(in: context, number: plain.number)
      for volume in plain.volumes { shelf.volumes.append(make(volume, context)) }
    }
  }

  private static func make(
    _ plain: PlainStock.Volume, _ context: ManagedObjectContext
  ) -> Volume {
    let title = StockContent.title(plain.content)
    let volume: Volume
    if let maps = plain.maps {
      let atlas = Atlas(in: context, code: plain.code, title: title)
      atlas.maps = maps
      volume = atlas
    } else {
      volume = Volume(in: context, code: plain.code, title: title)
    }
    volume.weight = plain.weight
    fill(volume, plain.content)
    return volume
  }

  private static func fill(_ volume: Volume, _ content: UInt8) {
    volume.title = StockContent.title(content)
    volume.note = StockContent.note(content)
    volume.scan = StockContent.scan(content)
  }

  /// What the objects hold. The content of a volume is that of its note; volumes without a shelf are
  /// on one with the number -1.
  package var plain: PlainStock {
    var plain = shelves.values.map { shelf in
      PlainStock.Shelf(number: shelf.number, volumes: shelf.volumes.map(Self.plain))
    }
    let loose = sortedVolumes.filter { $0.shelf == nil }
    if !loose.isEmpty { plain.append(PlainStock.Shelf(number: -1, volumes: loose.map(Self.plain))) }
    return PlainStock(
      shelves: plain.sorted { $0.number < $1.number }, saves: clerks.mapValues(\.saves))
  }

  /// Returns whether the objects are those of a stock that was read of them. While others save, a
  /// list that is read again can have members that were not among the objects.
  package func are(_ stock: PlainStock) -> Bool {
    plain.text == stock.text
      && stock.shelves.allSatisfy { $0.volumes.allSatisfy { volumes[$0.code] != nil } }
  }

  private var sortedVolumes: [Volume] { volumes.values.sorted { $0.code < $1.code } }

  private static func plain(_ volume: Volume) -> PlainStock.Volume {
    var plain = PlainStock.Volume(
      code: volume.code, content: volume.note.flatMap { UInt8($0.dropFirst()) } ?? 0,
      maps: (volume as? Atlas)?.maps)
    plain.weight = volume.weight
    plain.tags = volume.tags.map(\.label)
    return plain
  }

  /// Makes changes.
  package mutating func make(_ changes: [StockChange]) {
    for change in changes { make(change) }
  }

  private mutating func make(_ change: StockChange) {
    switch change {
    case .count(let clerk): clerks[clerk]!.saves += 1
    case .transfer(let from, let to, let weight):
      volumes[from]!.weight -= weight
      volumes[to]!.weight += weight
    case .rewrite(let code, let content): Self.fill(volumes[code]!, content)
    case .insert(let plain, let shelf, let place):
      let volume = Self.make(plain, context)
      volumes[plain.code] = volume
      shelves[shelf]!.volumes.insert(contentsOf: [volume], at: place)
    case .delete(let code):
      let volume = volumes.removeValue(forKey: code)!
      for tag in volume.tags { context.delete(tag) }
      context.delete(volume)
    case .move(let shelf, let from, let to):
      let list = shelves[shelf]!.volumes
      list.insert(contentsOf: [list.remove(at: from)], at: to)
    case .carry(let code, let shelf): shelves[shelf]!.volumes.append(volumes[code]!)
    case .tag(let code, let label): volumes[code]!.tags.append(Tag(in: context, label: label))
    case .untag(let code):
      let tag = volumes[code]!.tags[0]
      volumes[code]!.tags.remove(at: 0)
      context.delete(tag)
    }
  }

  // MARK: What does not hold

  /// The values of one moment that do not belong together: derived ones, files, words.
  package func problems() throws -> [String] {
    var problems: [String] = []
    for shelf in shelves.values.sorted(by: { $0.number < $1.number }) {
      let members = Array(shelf.volumes)
      if Int(shelf.volumeCount) != members.count {
        problems.append("shelf \(shelf.number) counts \(shelf.volumeCount) of \(members.count)")
      }
      let weight = members.reduce(0) { $0 + Int64($1.weight) }
      if shelf.weight ?? 0 != weight {
        problems.append("shelf \(shelf.number) weighs \(shelf.weight ?? 0), and not \(weight)")
      }
    }
    let total = volumes.values.reduce(0) { $0 + Int($1.weight) }
    if total != 0 { problems.append("the volumes weigh \(total)") }
    for volume in sortedVolumes { problems += self.problems(volume) }
    return try problems + searchProblems()
  }

  private func problems(_ volume: Volume) -> [String] {
    let content = volume.note.flatMap { UInt8($0.dropFirst()) } ?? 0
    var problems: [String] = []
    if volume.title != StockContent.title(content) { problems.append("title \(volume.title)") }
    if volume.folded != StockContent.folded(content) { problems.append("folded \(volume.folded)") }
    if volume.scan != StockContent.scan(content) {
      problems.append("scan of \(volume.scan?.count ?? -1) bytes \(volume.scan?.first ?? 0)")
    }
    if volume.shelf == nil { problems.append("no shelf") }
    if volume.isInaccessible { problems.append("cannot be read") }
    return problems.map { "volume \(volume.code) of \(content): \($0)" }
  }

  /// Words that lead to other volumes than values do.
  private func searchProblems() throws -> [String] {
    let words = Set(volumes.values.compactMap(\.note)).sorted()
    return try [words.first, words.last].compactMap { $0 }.compactMap { word in
      let found = try context.fetch(Volume.where { $0.search.matches(word) }).map(\.code).sorted()
      let equal = volumes.values.filter { $0.note == word }.map(\.code).sorted()
      return found == equal ? nil : "the word \(word) is in \(found), and not in \(equal)"
    }
  }
}
