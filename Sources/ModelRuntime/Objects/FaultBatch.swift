/// The objects of an entity that were read from the store together.
///
/// When a relationship of one object is loaded, it is also loaded for the other
/// objects in the batch. A batch also connects its objects with their context
/// and entity.
public final class FaultBatch {
  // Invariants:
  // 1. The context is found through a reference that outlives it, because objects can
  //    be retained longer.
  // 2. `keys` only grows, while rows are read; for an object that fires later, the next
  //    keys are those after its own and then, from the end, those at the beginning.

  /// The reference through which the objects find their context.
  let home: ContextReference
  let entity: CompiledEntity
  /// The keys of the objects, in the order of the fetch; empty for objects that were
  /// read individually.
  @exclusivity(unchecked) var keys: ContiguousArray<Int64> = []
  /// The position where the last lookup ended. The next lookup begins there,
  /// because traversals move forward.
  @exclusivity(unchecked) private var cursor = 0
  @exclusivity(unchecked) private var foundHooks: CompiledHooks??

  init(context: _ObjectContext, entity: CompiledEntity) {
    home = context.reference
    self.entity = entity
  }

  /// The objects' context; nil once it has been deallocated.
  var context: _ObjectContext? { home.context }

  /// The hooks of the entity. They are looked up only once, because they are needed for
  /// each new object and most entities have none.
  var hooks: CompiledHooks? {
    if let foundHooks { return foundHooks }
    let hooks = entity.hooks
    foundHooks = .some(hooks)
    return hooks
  }

  /// Returns up to `limit` keys of the batch, beginning with the given key.
  /// After the last key, the result continues with the first one.
  func keys(from key: Int64, limit: Int) -> [Int64] {
    guard let start = position(of: key) else { return [key] }
    let count = min(limit, keys.count)
    cursor = start
    return (0..<count).map { offset in
      let index = start + offset
      return keys[index < keys.count ? index : index - keys.count]
    }
  }

  private func position(of key: Int64) -> Int? {
    guard cursor < keys.count else { return keys.firstIndex(of: key) }
    return keys[cursor...].firstIndex(of: key) ?? keys[..<cursor].firstIndex(of: key)
  }
}

@available(*, unavailable)
extension FaultBatch: Sendable {}
