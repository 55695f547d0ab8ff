/// Converts an array of objects whose class is known to be another.
@inlinable @inline(__always)
func unsafeDowncast<Object: ManagedObject>(
  _ objects: [ManagedObject], to type: Object.Type
) -> [Object] {
  // because arrays of references are laid out alike, and a fetch of a class makes no others.
  unsafeBitCast(objects, to: [Object].self)
}
