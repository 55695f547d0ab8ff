public import Observation

// Reading an observed object records the access in its registrar, and changing it
// notifies the observers of the property. `.observed` is tested together with `.fault`,
// so that observation has no cost in contexts that do not use it; a registrar is
// created when an observed object is first read.

extension ManagedObject: Observable {}

extension ManagedObject {
  /// Records for observers that a property is read.
  final func noteAccess(_ number: Int) {
    guard _batch.context?.observedFlags.isEmpty == false,
      let binding = _batch.entity.bindings[number]
    else { return }
    binding.noteAccess(registrar, self)
  }

  /// Records for observers that `isDeleted` is read.
  final func noteStateAccess() {
    guard _batch.context?.observedFlags.isEmpty == false else { return }
    registrar.access(self, keyPath: \.isDeleted)
  }

  /// Notifies the observers of a property that its value is about to change.
  final func noteObservedChange(_ number: Int) {
    _batch.context?.journal?.note(self)
    guard let registrar = _state?.registrar, let binding = _batch.entity.bindings[number] else {
      return
    }
    binding.noteChange(registrar, self)
  }

  /// Notifies the observers of `isDeleted` that its value is about to change.
  final func noteStateChange() {
    _state?.registrar?.willSet(self, keyPath: \.isDeleted)
  }

  /// Notifies the observers of all properties that the values are about to
  /// change.
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
