internal import Observation

/// The state of an object that has changes or to-many relationships in memory.
///
/// While the object has changed values, this is a `CommittedValues`, so that a change
/// allocates only once.
public class ObjectState {
  /// The most recently added state of a to-many relationship. It is the first
  /// in a linked list of states.
  @exclusivity(unchecked) final private var lastLink: LinkState?
  /// The additional state that few objects need; nil if there is none.
  @exclusivity(unchecked) final private var additionalState: AdditionalState?

  init() {}

  /// Takes over the contents of another state, when this state replaces it.
  final func take(_ other: ObjectState) {
    lastLink = other.lastLink
    additionalState = other.additionalState
  }

  /// True if the state contains nothing that must be kept.
  final var isEmpty: Bool { lastLink == nil && additionalState == nil }

  /// The states of to-many relationships, beginning with the oldest.
  final var links: [LinkState] {
    var links: [LinkState] = []
    var link = lastLink
    while let state = link {
      links.append(state)
      link = state.next
    }
    return links.reversed()
  }

  /// Returns the state of a to-many relationship, which is created if it is missing.
  final func link(_ relationship: CompiledRelationship) -> LinkState {
    if let known = knownLink(relationship.number) { return known }
    let state = LinkState(relationship, next: lastLink)
    lastLink = state
    return state
  }

  /// Returns the state of a to-many relationship; nil if it is missing.
  final func knownLink(_ number: Int) -> LinkState? {
    var link = lastLink
    while let state = link, state.number != number { link = state.next }
    return link
  }

  /// True if objects were added to or removed from any to-many relationship.
  final var hasLinkChanges: Bool { links.contains { $0.hasChanges } }
}

extension ObjectState {
  /// The properties of a fault that are already loaded; nil if there are none.
  final var loadedProperties: PropertySet? {
    get { additionalState?.loadedProperties }
    set { setRare(\.loadedProperties, newValue) }
  }

  /// The reason why the object, or an object to which it refers, cannot be read.
  final var inaccessibility: Inaccessibility? {
    get { additionalState?.inaccessibility }
    set { setRare(\.inaccessibility, newValue) }
  }

  /// The registrar of the object's observers; nil if it has none.
  final var registrar: ObservationRegistrar? {
    get { additionalState?.registrar }
    set { setRare(\.registrar, newValue) }
  }

  private func setRare<Value>(
    _ keyPath: ReferenceWritableKeyPath<AdditionalState, Value?>, _ value: Value?
  ) {
    if additionalState == nil, value != nil { additionalState = AdditionalState() }
    additionalState?[keyPath: keyPath] = value
  }
}

/// The values of an object that were last fetched or saved.
public final class CommittedValues<Values>: ObjectState {
  /// The values that the object's entity itself declares.
  public let values: Values
  /// The copy of the inherited values; nil if the entity has no parent.
  public let parent: AnyObject?

  /// Creates a copy of an object's values.
  ///
  /// - Parameters:
  ///   - values: The values that the object's entity itself declares.
  ///   - parent: The copy of the inherited values; nil if the entity has no
  ///     parent.
  public init(_ values: Values, parent: AnyObject? = nil) {
    self.values = values
    self.parent = parent
  }

  /// Returns the values in a copy.
  ///
  /// A copy is only ever passed to the class that created it, so its type is known; a
  /// checked cast would be slower than comparing the values.
  @inlinable
  public static func of(_ committed: AnyObject) -> Values {
    unsafeDowncast(committed, to: CommittedValues<Values>.self).values
  }

  /// Returns the inherited values in a copy.
  public static func parent(_ committed: AnyObject) -> AnyObject {
    unsafeDowncast(committed, to: CommittedValues<Values>.self).parent ?? committed
  }
}

/// The additional state that very few objects need.
///
/// This is a separate class because every changed object contains the fields of
/// `ObjectState`. An `ObservationRegistrar` among these fields would also
/// require function calls to create and destroy it, because only its own
/// library knows its layout.
final class AdditionalState {
  var loadedProperties: PropertySet?
  var inaccessibility: Inaccessibility?
  var registrar: ObservationRegistrar?
}
