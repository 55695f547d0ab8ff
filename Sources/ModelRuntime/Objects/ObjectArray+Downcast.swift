/// Converts an array to the class to which all of its objects are known to belong.
@inlinable @inline(__always)
func unsafeDowncast<Object: ManagedObject>(
  _ objects: [ManagedObject], to type: Object.Type
) -> [Object] {
  // because arrays of references have the same layout, and a fetch for a class returns
  // no other objects.
  unsafeBitCast(objects, to: [Object].self)
}
