extension ManagedObject {
  /// The hooks of the entity; nil where it has none, and in a batch operation.
  final var hooks: CompiledHooks? {
    guard let hooks = _batch.hooks, _batch.context?.isOfBatch != true else { return nil }
    return hooks
  }

  /// Says that a new object is complete; generated initialisers end in it.
  public final func _awake() {
    guard let hooks else { return }
    for call in hooks.awakeFromInsert { call(self) }
  }

  /// Calls what wants to know that the values are about to go.
  final func willTurnIntoFault() {
    guard !isFault, let hooks else { return }
    for call in hooks.willTurnIntoFault { call(self) }
  }

  /// Calls what wants to know that the values are gone.
  final func didTurnIntoFault() {
    guard let hooks else { return }
    for call in hooks.didTurnIntoFault { call(self) }
  }
}
