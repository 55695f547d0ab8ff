/// A fetch in the form that an incremental store receives.
public struct StoreFetch: Sendable {
  /// The parts of a fetch, besides its entities.
  public struct Parts: OptionSet, Sendable, CustomStringConvertible {
    /// The bits of the set.
    public let rawValue: Int
    /// The condition: only matching rows are returned.
    public static let condition = Parts(rawValue: 1)
    /// The order: rows are returned sorted.
    public static let order = Parts(rawValue: 2)
    /// The offset and the limit, which require the condition and the order.
    public static let window = Parts(rawValue: 4)
    /// The condition, the order and the window.
    public static let all: Parts = [.condition, .order, .window]

    /// Creates a set of parts from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The names of the parts in the set, separated by commas.
    public var description: String {
      let names: [(Parts, String)] = [
        (.condition, "condition"), (.order, "order"), (.window, "window"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
  }

  /// The entity that the fetch specifies.
  public let entity: StoreSchema.Entity
  /// The entities whose objects are fetched: the entity itself and, unless the
  /// fetch excludes them, its subentities.
  public let entities: [StoreSchema.Entity]
  /// The condition; nil for all objects. For a fetch that continues after a
  /// cursor, the condition compares keys of objects with the key of another
  /// object, `SELF > id`, and the store then carries out the whole fetch.
  public var condition: ObjectPredicate?
  /// The sort keys, the most significant first. Objects that are equal by all
  /// sort keys are sorted by their primary keys.
  public var order: [SortKey]
  /// The number of matching objects that are skipped at the beginning.
  public var offset: Int
  /// The maximum number of objects; nil for all objects.
  public var limit: Int?

  package init(
    entity: StoreSchema.Entity, entities: [StoreSchema.Entity], condition: ObjectPredicate? = nil,
    order: [SortKey], offset: Int, limit: Int? = nil
  ) {
    self.entity = entity
    self.entities = entities
    self.condition = condition
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}
