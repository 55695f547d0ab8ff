/// A delete that objects at the other end of a relationship forbid.
struct Denial {
  let object: ManagedObject
  let relationship: CompiledRelationship
}
