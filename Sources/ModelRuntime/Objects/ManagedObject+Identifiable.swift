// Generated classes are `Identifiable`. A class with an attribute `id` is identified by
// it, all others by this property.
extension Identifiable where Self: ManagedObject {
  /// The object's ID, which it has from its creation.
  public var id: ObjectID { objectID }
}

extension DynamicObject: Identifiable {}
