public import Observation

// Reading an observed object tells the registrar of who reads, changing it tells
// who has read. `.observed` shares the branch of `.fault`, so that objects of
// contexts that do not observe pay nothing; a registrar is made when an observed
// object is first read.

extension ManagedObject: Observable {}

extension ManagedObject {
  /// Tells who tracks what is read that a property is.
  final func noteAccess(_ number: Int) {
    guard _batch.context?.observedFlags.isEmpty == false,
      let binding = _batch.entity.bindings[number]
    else { return }
    binding.noteAccess(registrar, self)
  }

  /// Tells who has read whether the object is deleted that somebody asks.
  final func noteStateAccess() {
    guard _batch.context?.observedFlags.isEmpty == false else { return }
    registrar.access(self, keyPath: \.isDeleted)
  }

  /// Tells who has read a property that it changes.
  final func noteObservedChange(_ number: Int) {
    _batch.context?.journal?.note(self)
    guard let registrar = _state?.registrar, let binding = _batch.entity.bindings[number] else {
      return
    }
    binding.noteChange(registrar, self)
  }

  /// Tells who has asked whether the object is deleted that the answer changes.
  final func noteStateChange() {
    _state?.registrar?.willSet(self, keyPath: \.isDeleted)
  }

  /// Tells who has read anything of the object that it changes.
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
