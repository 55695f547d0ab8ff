public import Observation

// Reading an observed object notes the access in its registrar, and changing it
// notifies the observers of that property. `.observed` shares the branch of `.fault`,
// so that observation costs nothing in contexts that do not use it; a registrar is made
// when an observed object is first read.

extension ManagedObject: Observable {}

extension ManagedObject {
  /// Tells the registrar that a property is read.
  final func noteAccess(_ number: Int) {
    guard _batch.context?.observedFlags.isEmpty == false,
      let binding = _batch.entity.bindings[number]
    else { return }
    binding.noteAccess(registrar, self)
  }

  /// Tells the registrar that `isDeleted` is read.
  final func noteStateAccess() {
    guard _batch.context?.observedFlags.isEmpty == false else { return }
    registrar.access(self, keyPath: \.isDeleted)
  }

  /// Tells observers of a property that it changes.
  final func noteObservedChange(_ number: Int) {
    _batch.context?.journal?.note(self)
    guard let registrar = _state?.registrar, let binding = _batch.entity.bindings[number] else {
      return
    }
    binding.noteChange(registrar, self)
  }

  /// Tells observers of `isDeleted` that it changes.
  final func noteStateChange() {
    _state?.registrar?.willSet(self, keyPath: \.isDeleted)
  }

  /// Tells observers of any property that it changes.
  final func noteObservedReplacement() {
    guard let registrar = _state?.registrar else { return }
    for binding in _batch.entity.bindings { binding?.noteChange(registrar, self) }
    noteStateChange()
  }

  private final var registrar: ObservationRegistrar {
    if let known = _state?.registrar { return known }
    let registrar = ObservationRegistrar()
    expandedState.registrar = registrar
    return registrar
  }
}
