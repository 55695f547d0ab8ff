extension ManagedObjectContext {
  /// True if reads of the context's objects can be tracked, by
  /// `withObservationTracking` and by SwiftUI views.
  ///
  /// Reads of attributes, relationships and `isDeleted` are tracked; changes,
  /// refreshes, merges and rollbacks notify observers. Tracking requires a
  /// function call for each property that is read. It is off by default, and
  /// then has no cost.
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
