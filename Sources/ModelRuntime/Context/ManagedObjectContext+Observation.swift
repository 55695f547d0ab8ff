extension ManagedObjectContext {
  /// A Boolean value that says whether what reads the context's objects can be
  /// tracked: by `withObservationTracking`, and by the views of SwiftUI.
  ///
  /// Attributes, relationships and `isDeleted` are; changes, refreshes, merges and
  /// rollbacks tell. It costs a call for each property read, and is off at first;
  /// off, it costs nothing.
  ///
  /// ```swift
  /// context.observesObjects = true
  /// withObservationTracking { title.text = bank.name } onChange: { ... }
  /// ```
  public var observesObjects: Bool {
    get { !observedFlags.isEmpty }
    set {
      guard newValue != observesObjects else { return }
      observedFlags = newValue ? .observed : []
      journal?.forgetMarks()
      for object in maps.flatMap(\.objects) {
        if newValue {
          object._flags.insert(.observed)
        } else {
          object._flags.remove(.observed)
        }
      }
      if !newValue { journal?.arm(listed) }
    }
  }
}
