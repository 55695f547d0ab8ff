internal import Observation

/// The state of an object that has changes or to-many relationships in memory.
///
/// While the object has changed values it is a `CommittedValues`, so that a
/// change allocates once.
public class ObjectState {
  /// The to-many relationships met so far, by property number.
  @exclusivity(unchecked) final private(set) var links: [(number: Int, state: LinkState)] = []
  /// The state that hardly any object has.
  @exclusivity(unchecked) final private var rareState: RareState?

  init() {}

  /// Takes over what another state knows.
  final func take(_ other: ObjectState) {
    links = other.links
    rareState = other.rareState
  }

  /// A Boolean value that says whether there is nothing that would have to be
  /// kept.
  final var isEmpty: Bool { links.isEmpty && rareState == nil }

  /// The members of a to-many relationship, as far as they are known.
  final func link(_ number: Int, isOrdered: Bool) -> LinkState {
    if let known = knownLink(number) { return known }
    let state = LinkState(isOrdered: isOrdered)
    links.append((number, state))
    return state
  }

  /// The members of a to-many relationship, where it was met before.
  final func knownLink(_ number: Int) -> LinkState? {
    links.first { $0.number == number }?.state
  }

  /// A Boolean value that says whether objects joined or left any to-many
  /// relationship.
  final var hasLinkChanges: Bool { links.contains { $0.state.hasChanges } }
}

extension ObjectState {
  /// The properties of a fault that are there already; nil where none is.
  final var loadedProperties: PropertySet? {
    get { rareState?.loadedProperties }
    set { setRare(\.loadedProperties, newValue) }
  }

  /// The reason why the object, or what it leads to, cannot be read.
  final var inaccessibility: Inaccessibility? {
    get { rareState?.inaccessibility }
    set { setRare(\.inaccessibility, newValue) }
  }

  /// The registrar of those who read the object's properties; nil where nobody
  /// does.
  final var registrar: ObservationRegistrar? {
    get { rareState?.registrar }
    set { setRare(\.registrar, newValue) }
  }

  private func setRare<Value>(
    _ keyPath: ReferenceWritableKeyPath<RareState, Value?>, _ value: Value?
  ) {
    if rareState == nil, value != nil { rareState = RareState() }
    rareState?[keyPath: keyPath] = value
  }
}

/// The values of an object as they were fetched or saved.
public final class CommittedValues<Values>: ObjectState {
  /// The values of the object's own class.
  public let values: Values
  /// The values of the parent entity's class.
  public let parent: AnyObject?

  /// Keeps a copy.
  public init(_ values: Values, parent: AnyObject? = nil) {
    self.values = values
    self.parent = parent
  }

  /// The values in a copy.
  ///
  /// A copy only ever comes back to the class that made it, so its type is
  /// known; a checked cast would cost more than comparing the values.
  public static func of(_ committed: AnyObject) -> Values {
    unsafeDowncast(committed, to: CommittedValues<Values>.self).values
  }

  /// The parent's part of a copy.
  public static func parent(_ committed: AnyObject) -> AnyObject {
    unsafeDowncast(committed, to: CommittedValues<Values>.self).parent ?? committed
  }
}
