/// Converts an array to the class to which all of its objects are known to belong.
@inlinable @inline(__always)
func unsafeDowncast<Object: ManagedObject>(
  _ objects: [ManagedObject], to type: Object.Type
) -> [Object] {
  // because arrays of references are laid out alike, and a fetch of a class returns no others.
  unsafeBitCast(objects, to: [Object].self)
}
