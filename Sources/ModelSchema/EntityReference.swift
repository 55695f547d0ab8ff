/// An entity of a store, represented by a small number that is cheap to hash.
///
/// The numbers are assigned by the process, in the order of first use, and have
/// no meaning outside the process; URIs and archives contain the store and the
/// entity in full.
public struct EntityReference: Sendable, Hashable {
  /// The number in the process's table.
  @usableFromInline let number: UInt32

  /// Looks up the entity of a store, or adds it to the table.
  ///
  /// - Complexity: O(1), under a lock; keep the reference if you create many
  ///   IDs.
  public init(store: UUID, entityName: String) {
    number = EntityTable.shared.number(of: EntityTable.Entry(store: store, name: entityName))
  }

  init(number: UInt32) {
    self.number = number
  }

  /// The identifier of the store that contains the entity's objects.
  public var store: UUID { EntityTable.shared.entry(of: number).store }

  /// The entity's name in its model.
  public var name: String { EntityTable.shared.entry(of: number).name }
}

/// All entities of stores that this process has used.
///
/// The table only grows, by one entry for each entity of each store.
private final class EntityTable: @unchecked Sendable {
  // because both collections are accessed only under `lock`.

  struct Entry {
    let store: UUID
    let name: String

    /// The key as text. With a custom key type, a process would search through
    /// all protocol conformances when it first creates a dictionary with these
    /// keys.
    var key: String { "\(store.uuidString) \(name)" }
  }

  static let shared = EntityTable()

  private let lock = PlatformLock()
  /// The indexes of the entries, by key.
  private var numbers: [String: UInt32] = [:]
  private var entries: [Entry] = []

  func number(of entry: Entry) -> UInt32 {
    lock.withLock {
      let key = entry.key
      if let number = numbers[key] { return number }
      let number = UInt32(entries.count)
      entries.append(entry)
      numbers[key] = number
      return number
    }
  }

  func entry(of number: UInt32) -> Entry {
    lock.withLock { entries[Int(number)] }
  }
}
