extension ManagedObject {
  /// The hooks of the entity; nil if it has none, or in a batch operation.
  final var hooks: CompiledHooks? {
    guard let hooks = _batch.hooks, _batch.context?.isOfBatch != true else { return nil }
    return hooks
  }

  /// Completes a new object. Generated initialisers end with this call.
  public final func _awake() {
    guard let hooks else { return }
    for call in hooks.awakeFromInsert { call(self) }
  }

  /// Calls the hooks for values that are about to be discarded.
  final func willTurnIntoFault() {
    guard !isFault, let hooks else { return }
    for call in hooks.willTurnIntoFault { call(self) }
  }

  /// Calls the hooks for values that have been discarded.
  final func didTurnIntoFault() {
    guard let hooks else { return }
    for call in hooks.didTurnIntoFault { call(self) }
  }
}
