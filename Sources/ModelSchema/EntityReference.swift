/// An entity of a store, as a number that is small and cheap to hash.
///
/// The numbers are given out by the process, in the order of first use, and
/// mean nothing outside it; URIs and archives spell store and entity out.
public struct EntityReference: Sendable, Hashable {
  /// The number in the process's table.
  @usableFromInline let number: UInt32

  /// Looks an entity of a store up, or enters it.
  ///
  /// - Complexity: O(1), under a lock; whoever makes many IDs keeps the
  ///   reference.
  public init(store: UUID, entityName: String) {
    number = EntityTable.shared.number(of: EntityTable.Entry(store: store, name: entityName))
  }

  init(number: UInt32) {
    self.number = number
  }

  /// The store's identifier.
  public var store: UUID { EntityTable.shared.entry(of: number).store }

  /// The entity's name.
  public var name: String { EntityTable.shared.entry(of: number).name }
}

/// All entities of stores that this process has met.
///
/// It only grows, by one entry for each entity of each store.
private final class EntityTable: @unchecked Sendable {
  // because every access to the two collections is made under `lock`.

  struct Entry {
    let store: UUID
    let name: String

    /// A text: the first dictionary with keys of a type of its own costs a process a search
    /// through all conformances.
    var key: String { "\(store.uuidString) \(name)" }
  }

  static let shared = EntityTable()

  private let lock = PlatformLock()
  /// The places of the entries, by their keys.
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
