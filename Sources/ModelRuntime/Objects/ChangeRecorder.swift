/// Records the changes of a context's objects, so that they can be undone.
protocol ChangeRecorder: AnyObject {
  /// True while changes are being taken back.
  var isTakingBack: Bool { get }

  /// Notes what an object is like before its first change.
  func willChange(_ object: ManagedObject)

  /// Lets the values that a hook has set of an object be those that it was read with.
  func noteReading(of object: ManagedObject)

  /// Starts from the present state of an object that was refreshed, and of those at the other ends
  /// of its relationships.
  ///
  /// - Parameter isAlone: Whether no other object changed with it; if so, nothing was closed before.
  func noteRefresh(of object: ManagedObject, isAlone: Bool)

  /// Makes the changes since the last moment a step.
  func close()

  /// Notes that the present state is the saved one.
  func noteSave()

  /// Goes back to what could be undone and redone at the last save, whose values the objects have
  /// again.
  func returnToSave()

  /// Starts from the present state of everything.
  func markAll()

  /// Stops recording until `enableRecording()`.
  func disableRecording()

  /// Records again.
  func enableRecording()

  /// Forgets everything that could be undone or redone.
  func removeAll()
}
