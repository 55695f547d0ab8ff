/// An object of the graph: one row of a store in one context.
///
/// Generated classes add typed properties; this class provides the members that all
/// objects have: their ID, state and context. An object belongs to its context's
/// isolation domain and never leaves it, but its `objectID` and snapshots can. Members
/// whose names begin with an underscore are for generated code.
///
/// Objects are compared and hashed by identity.
open class ManagedObject {
  // Invariants:
  // 1. `_key` never changes, and is unique in the root entity's table.
  // 2. An object whose flags contain `.listed` is in its context's list of changes,
  //    once.
  // 3. `.changed` means that `_state` is the `CommittedValues` as they were saved.
  // 4. An object that is `.inserted` is not `.changed`, because it has no saved values.
  //
  // All properties are exempt from exclusivity checks, because the isolation of the
  // context already prevents simultaneous accesses.

  /// The batch of objects that were read from the store together with this
  /// object.
  @exclusivity(unchecked) public final var _batch: FaultBatch
  /// The primary key of the object.
  @exclusivity(unchecked) public final var _key: Int64
  /// The properties set since the last save.
  @exclusivity(unchecked) public final var _changes = PropertySet()
  /// The states of the object, such as `.fault`.
  @exclusivity(unchecked) public final var _flags: ObjectFlags
  /// The version of the row from which the values were read. For an object
  /// whose row was deleted and will be inserted again, this is the version of
  /// the previous row; for an object that never had a row, it is 0.
  @exclusivity(unchecked) public final var _version: Int32 = 0
  /// The state that only some objects need, which contains the saved values and
  /// the to-many relationships.
  @exclusivity(unchecked) final var _state: ObjectState?

  /// Creates a fault or a new object.
  public required init(_batch batch: FaultBatch, key: Int64, flags: ObjectFlags) {
    _batch = batch
    _key = key
    _flags = flags
  }

  /// Creates an object from a row.
  public required init(_batch batch: FaultBatch, key: Int64, row: Row) {
    _batch = batch
    _key = key
    _flags = []
  }

  /// Sets the values of the object to the values in a row.
  open func _decode(_ row: Row) {}

  /// Writes the values that the writer requests.
  open func _write(to row: inout RowWriter) {}

  /// Returns a copy of the object's values, which is kept while the object has
  /// changes.
  open func _copyValues() -> AnyObject { CommittedValues(NoValues()) }

  /// Sets the values of the object to the values in a copy.
  open func _restore(_ committed: AnyObject) {}

  /// Returns the properties of a set whose values differ from the values in a
  /// copy.
  open func _changes(since old: AnyObject, among: PropertySet) -> PropertySet { PropertySet() }

  /// Checks the object's values, and records every rule of the model that they
  /// break.
  open func _validate(_ validation: inout Validation) {}

  /// Returns the key of the object to which a to-one relationship refers, after
  /// setting it if requested; 0 if there is none.
  open func _reference(_ number: Int, _ access: ReferenceAccess) -> Int64 { 0 }

  /// The model's description of objects of this class.
  open class var entityDescription: EntityDescription { EntityDescription(name: "") }

  /// The bindings of the properties, in the order of their numbers.
  open class var bindings: [PropertyBinding] { [] }
}

@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject: Hashable {
  /// Returns whether both operands are the same object.
  public static func == (one: ManagedObject, other: ManagedObject) -> Bool { one === other }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
