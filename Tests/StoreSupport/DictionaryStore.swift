public import Foundation
public import ModelRuntime
import ModelSchema

/// A store over dictionaries: the least that an incremental store has to do.
///
/// It decides nothing itself: conditions, orders and windows are left to memory. What a
/// store must do is to keep rows by key, each save whole or not at all, each row tied to
/// its version, and unique values unique.
public final class DictionaryStore: IncrementalStore, @unchecked Sendable {
  // because everything is touched under `lock` alone.
  fileprivate struct StoredRow {
    var entity: StoreSchema.Entity
    var version: Int32
    var values: [ConstantValue]
  }

  fileprivate struct Content {
    /// By the root's index, then by key.
    var rows: [Int: [Int64: StoredRow]] = [:]
    /// The members of owners and the owners of members, by name of the pairs.
    var pairs: [String: Set<[Int64]>] = [:]
    /// The orders of members, by `name of the relationship/owner`.
    var orders: [String: [Int64]] = [:]
    var lastKeys: [Int: Int64] = [:]
    var history: [StoreTransaction] = []
    /// The numbers of the last transaction and of its last change.
    var lastNumbers: (transaction: Int64, change: Int64) = (0, 0)
  }

  public let identifier = UUID()
  private let lock = NSLock()
  private var schema: StoreSchema?
  private var content = Content()
  /// Whether the answer to the next save is lost; nil for no, else whether it is made.
  private var lostSave: Bool?
  private var stops = 0
  private var isHistoryKept = false

  public init() {}

  /// The number of times that it was told that nobody follows it any more.
  public var stopCount: Int { lock.withLock { stops } }

  public func stopFollowing() { lock.withLock { stops += 1 } }

  /// Lets the next save fail in such a way that nobody can tell whether it was made.
  public func loseNextAnswer(isSaved: Bool = true) { lock.withLock { lostSave = isSaved } }

  /// Puts a text into a row, whatever the type of its column.
  public func damage(_ keyPath: String, of entityName: String, key: Int64, with text: String) {
    lock.withLock {
      guard let entity = schema?.entity(named: entityName),
        let column = entity.columns.firstIndex(where: { $0.keyPath == keyPath })
      else { return }
      content.rows[entity.rootIndex]?[key]?.values[column] = .string(text)
    }
  }

  public func open(_ schema: StoreSchema) throws { lock.withLock { self.schema = schema } }

  public func parts(of fetch: StoreFetch) -> StoreFetch.Parts { [] }

  public func read(
    _ fetch: StoreFetch, _ parts: StoreFetch.Parts, into sink: RowSink
  ) throws {
    let wanted = Set(fetch.entities.map(\.index))
    let rows = lock.withLock { content.rows[fetch.entity.rootIndex] ?? [:] }
    for (key, row) in rows where wanted.contains(row.entity.index) {
      try add(row, key, to: sink)
    }
  }

  public func count(_ fetch: StoreFetch) throws -> Int {
    let wanted = Set(fetch.entities.map(\.index))
    let rows = lock.withLock { content.rows[fetch.entity.rootIndex] ?? [:] }
    return rows.values.filter { wanted.contains($0.entity.index) }.count
  }

  public func read(keys: [Int64], of entity: StoreSchema.Entity, into sink: RowSink) throws {
    let rows = lock.withLock { content.rows[entity.rootIndex] ?? [:] }
    for key in keys {
      if let row = rows[key] { try add(row, key, to: sink) }
    }
  }

  private func add(_ row: StoredRow, _ key: Int64, to sink: RowSink) throws {
    try sink.begin(row.entity, key: key, version: row.version)
    for value in row.values { add(value, to: sink) }
    try sink.end()
  }

  /// As a store adds that knows the types of its columns.
  private func add(_ value: ConstantValue, to sink: RowSink) {
    switch value {
    case .null: sink.addNull()
    case .integer(let number): sink.add(number)
    case .double(let number): sink.add(number)
    case .string(let text): sink.add(text)
    case .data(let data): data.withUnsafeBytes { sink.add($0) }
    default: sink.add(value)
    }
  }

  public func versions(of keys: [Int64], _ root: StoreSchema.Entity) throws -> [Int64: Int32] {
    let rows = lock.withLock { content.rows[root.rootIndex] ?? [:] }
    return rows.filter { keys.contains($0.key) }.mapValues(\.version)
  }

  public func members(
    of relationship: StoreSchema.Relationship, owners: [Int64]
  ) throws -> [[Int64]] {
    let content = lock.withLock { self.content }
    return owners.map { owner in
      let members = content.members(of: relationship, owner, schema)
      guard relationship.isOrdered else { return members }
      let order = content.orders["\(relationship.place)/\(owner)"] ?? []
      return order.filter { members.contains($0) } + members.filter { !order.contains($0) }.sorted()
    }
  }

  public func reserveKeys(_ count: Int64, of root: StoreSchema.Entity) throws -> ClosedRange<Int64>
  {
    lock.withLock {
      let last = content.lastKeys[root.rootIndex] ?? 0
      content.lastKeys[root.rootIndex] = last + count
      return last + 1...last + count
    }
  }

  public func save(_ changes: StoreChanges) throws {
    try lock.withLock {
      var new = content
      for delete in changes.deletes { try new.delete(delete, schema) }
      for row in changes.updates { try new.update(row) }
      for row in changes.inserts { try new.insert(row) }
      for link in changes.removedLinks { new.change(link) { $0.remove($1) } }
      for link in changes.insertedLinks {
        let kind = schema?.pairs.first { $0.name == link.pairs }
        new.change(link) { pairs, pair in
          if kind?.hasOneOwner == true { pairs = pairs.filter { $0[1] != pair[1] } }
          pairs.insert(pair)
        }
      }
      for order in changes.orders {
        new.orders["\(order.relationship.place)/\(order.owner)"] = order.members
      }
      try new.checkReferences(schema)
      try new.checkUniqueness(schema)
      if let transaction = changes.transaction { new.add(transaction) }
      let lostSave = self.lostSave
      self.lostSave = nil
      if lostSave != false { content = new }
      guard lostSave != nil else { return }
      throw StoreError(.ioFailure, "nobody can tell whether the save was made")
    }
  }
}

extension DictionaryStore {
  public var keepsHistory: Bool { lock.withLock { isHistoryKept } }
  public func keepHistory() throws { lock.withLock { isHistoryKept = true } }

  public func history(from point: StoreHistoryPoint, limit: Int?) throws -> StoreHistory {
    lock.withLock {
      let all = content.history
      var (start, found): (Date?, [StoreTransaction])
      switch point {
      case .behind(let number):
        start = all.first { $0.number == number }?.date
        found = all.filter { $0.number > number }
      case .since(let date): (start, found) = (nil, all.filter { $0.date >= date })
      }
      return StoreHistory(
        lastNumber: content.lastNumbers.transaction, firstNumber: all.first?.number,
        startDate: start, transactions: Array(found.prefix(limit ?? .max)))
    }
  }

  public func deleteHistory(before point: StoreHistoryPoint) throws -> Int {
    lock.withLock {
      let old = content.history.prefix { transaction in
        switch point {
        case .behind(let number): transaction.number < number
        case .since(let date): transaction.date < date
        }
      }
      content.history.removeFirst(old.count)
      return old.count
    }
  }
}

extension DictionaryStore.Content {
  mutating func add(_ transaction: StoreTransaction) {
    var transaction = transaction
    lastNumbers.transaction += 1
    transaction.number = lastNumbers.transaction
    for index in transaction.changes.indices {
      lastNumbers.change += 1
      transaction.changes[index].number = lastNumbers.change
    }
    history.append(transaction)
  }

  /// The members of an owner, in any order.
  func members(
    of relationship: StoreSchema.Relationship, _ owner: Int64, _ schema: StoreSchema?
  ) -> [Int64] {
    switch relationship.place {
    case .pairs(let name, let isInverted):
      let (own, other) = isInverted ? (1, 0) : (0, 1)
      return (pairs[name] ?? []).filter { $0[own] == owner }.map { $0[other] }
    case .column(let entityName, let keyPath):
      guard let entity = schema?.entity(named: entityName) else { return [] }
      return (rows[entity.rootIndex] ?? [:]).filter { _, row in
        let place = row.entity.columns.firstIndex { $0.keyPath == keyPath }
        return place.map { row.values[$0] == .integer(owner) } ?? false
      }.map(\.key)
    }
  }

  mutating func delete(_ delete: StoreChanges.Delete, _ schema: StoreSchema?) throws {
    guard let row = rows[delete.entity.rootIndex]?[delete.key] else { return }
    guard row.version == delete.baseVersion else { throw conflict(delete.entity, delete.key) }
    rows[delete.entity.rootIndex]?[delete.key] = nil
    for kind in schema?.pairs ?? [] {
      let roots = [kind.ownerName, kind.memberName].map { schema?.entity(named: $0)?.rootIndex }
      pairs[kind.name] = pairs[kind.name]?.filter { pair in
        !zip(roots, pair).contains { $0 == delete.entity.rootIndex && $1 == delete.key }
      }
    }
  }

  mutating func update(_ row: StoreChanges.Row) throws {
    guard var known = rows[row.entity.rootIndex]?[row.key], known.version == row.baseVersion else {
      throw conflict(row.entity, row.key)
    }
    known.version = row.version
    for (column, value) in zip(row.columns, row.values) { known.values[column] = value }
    rows[row.entity.rootIndex]?[row.key] = known
  }

  mutating func insert(_ row: StoreChanges.Row) throws {
    guard rows[row.entity.rootIndex]?[row.key] == nil else { throw conflict(row.entity, row.key) }
    rows[row.entity.rootIndex, default: [:]][row.key] = DictionaryStore.StoredRow(
      entity: row.entity, version: row.version, values: row.values)
  }

  mutating func change(_ link: StoreChanges.Link, _ body: (inout Set<[Int64]>, [Int64]) -> Void) {
    for (owner, member) in zip(link.owners, link.members) {
      body(&pairs[link.pairs, default: []], [owner, member])
    }
  }

  /// Refuses references and pairs that lead nowhere.
  func checkReferences(_ schema: StoreSchema?) throws {
    guard let schema else { return }
    for row in rows.values.joined() {
      for (column, value) in zip(row.value.entity.columns, row.value.values) {
        guard case .integer(let key) = value, let name = column.destinationName,
          column.isEnforced
        else { continue }
        try check(key, schema.entity(named: name), row.value.entity, row.key)
      }
    }
    for kind in schema.pairs {
      let (owner, member) = (
        schema.entity(named: kind.ownerName), schema.entity(named: kind.memberName)
      )
      for pair in pairs[kind.name] ?? [] {
        try check(pair[0], owner, member, pair[1])
        try check(pair[1], member, owner, pair[0])
      }
    }
  }

  private func check(
    _ key: Int64, _ entity: StoreSchema.Entity?, _ source: StoreSchema.Entity?, _ sourceKey: Int64
  ) throws {
    guard let entity, rows[entity.rootIndex]?[key] == nil else { return }
    throw StoreError(
      .conflict,
      "\(source?.name ?? "") p\(sourceKey) refers to \(entity.name) p\(key), which is gone")
  }

  /// Refuses unique values that two rows have.
  func checkUniqueness(_ schema: StoreSchema?) throws {
    for entity in schema?.entities ?? [] {
      for columns in entity.uniqueColumns { try checkUniqueness(of: columns, entity, schema) }
    }
  }

  private func checkUniqueness(
    of columns: [Int], _ entity: StoreSchema.Entity, _ schema: StoreSchema?
  ) throws {
    var seen: Set<[ConstantValue]> = []
    for (key, row) in rows[entity.rootIndex] ?? [:]
    where entity.family.contains(row.entity.index) {
      let values = columns.map { row.values[$0] }
      guard !values.contains(.null), !seen.insert(values).inserted else { continue }
      throw conflict(row.entity, key)
    }
  }

  private func conflict(_ entity: StoreSchema.Entity, _ key: Int64) -> StoreError {
    StoreError(.conflict, "\(entity.name) p\(key) was changed by somebody else")
  }
}
