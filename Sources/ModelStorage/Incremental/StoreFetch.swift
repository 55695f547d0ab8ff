/// A fetch as an incremental store is told it.
public struct StoreFetch: Sendable {
  /// The parts of a fetch beside the choice of an entity.
  public struct Parts: OptionSet, Sendable, CustomStringConvertible {
    /// The bits.
    public let rawValue: Int
    /// The condition.
    public static let condition = Parts(rawValue: 1)
    /// The order.
    public static let order = Parts(rawValue: 2)
    /// Offset and limit, which need the other two.
    public static let window = Parts(rawValue: 4)
    /// Everything.
    public static let all: Parts = [.condition, .order, .window]

    /// Parts by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The names of the parts.
    public var description: String {
      let names: [(Parts, String)] = [
        (.condition, "condition"), (.order, "order"), (.window, "window"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
  }

  /// The entity.
  public let entity: StoreSchema.Entity
  /// The entities whose objects are wanted: the one, and those below it unless they
  /// are left out.
  public let entities: [StoreSchema.Entity]
  /// The condition; nil for all objects. Behind a cursor it compares their keys with that
  /// of another one, `SELF > id`, where the store then does all of the fetch.
  public var condition: ObjectPredicate?
  /// The keys of the order, the first decides; objects that are equal by all come by
  /// key.
  public var order: [SortKey]
  /// The number of matching objects that are left out at the beginning.
  public var offset: Int
  /// The greatest number of objects; nil for all.
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
