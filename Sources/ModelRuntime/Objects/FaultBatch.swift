/// The objects of an entity that were read from the store together.
///
/// When a relationship of one of them is loaded, it is loaded for the others too. A
/// batch also ties its objects to their context and entity.
public final class FaultBatch {
  // Invariants:
  // 1. The context is found through a reference that outlives it: objects may be held longer.
  // 2. `keys` only grows, while rows are read; an object that fires later finds its neighbours
  //    after it and, from the end on, at the beginning.

  /// The reference by which the objects find their context.
  let home: ContextReference
  let entity: CompiledEntity
  /// The keys of the objects, in the order of the fetch; empty for objects that were
  /// read alone.
  @exclusivity(unchecked) var keys: ContiguousArray<Int64> = []
  /// The position where the last look-up ended; traversals go forward.
  @exclusivity(unchecked) private var cursor = 0
  @exclusivity(unchecked) private var foundHooks: CompiledHooks??

  init(context: _ObjectContext, entity: CompiledEntity) {
    home = context.reference
    self.entity = entity
  }

  /// The objects' context; nil once it is gone.
  var context: _ObjectContext? { home.context }

  /// The hooks of the entity, looked up once, since each new object asks for them and
  /// most entities have none.
  var hooks: CompiledHooks? {
    if let foundHooks { return foundHooks }
    let hooks = entity.hooks
    foundHooks = .some(hooks)
    return hooks
  }

  /// At most `limit` keys from a key on; after the last key, the list continues with the first.
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
