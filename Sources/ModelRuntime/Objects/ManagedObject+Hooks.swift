extension ManagedObject {
  /// The hooks of the object's entity; nil if there are none, or in a batch
  /// operation.
  final var hooks: CompiledHooks? {
    guard let hooks = _batch.hooks, _batch.context?.isOfBatch != true else { return nil }
    return hooks
  }

  /// Calls the `awakeFromInsert` hooks of a new object. Generated initialisers
  /// end with this call.
  public final func _awake() {
    for call in hooks?.awakeFromInsert ?? [] { call(self) }
  }

  /// Calls the hooks for an object that is about to become a fault.
  final func willTurnIntoFault() {
    guard !isFault, let hooks else { return }
    for call in hooks.willTurnIntoFault { call(self) }
  }

  /// Calls the hooks for an object that has become a fault.
  final func didTurnIntoFault() {
    for call in hooks?.didTurnIntoFault ?? [] { call(self) }
  }
}
