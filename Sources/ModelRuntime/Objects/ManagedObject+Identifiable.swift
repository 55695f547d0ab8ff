// Generated classes are `Identifiable`. One that has an attribute `id` is identified by that, others
// by this.
extension Identifiable where Self: ManagedObject {
  /// The object's ID, which it has from the moment it is made.
  public var id: ObjectID { objectID }
}

extension DynamicObject: Identifiable {}
