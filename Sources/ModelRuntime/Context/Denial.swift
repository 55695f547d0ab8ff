/// A deletion that is denied by objects at the other end of a relationship.
struct Denial {
  let object: ManagedObject
  let relationship: CompiledRelationship
}
