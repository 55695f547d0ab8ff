/// Records the changes of a context's objects, so that they can be undone.
protocol ChangeRecorder: AnyObject {
  /// True while changes are being undone.
  var isTakingBack: Bool { get }

  /// Records the state of an object before its first change.
  func willChange(_ object: ManagedObject)

  /// Treats the values that a hook set in an object as the values that were read.
  func noteReading(of object: ManagedObject)

  /// Takes the present state of a refreshed object, and of the objects at the other ends
  /// of its relationships, as the beginning of the next step.
  ///
  /// - Parameter isAlone: Whether no other object changed with it; if so, no step was
  ///   closed before.
  func noteRefresh(of object: ManagedObject, isAlone: Bool)

  /// Makes the changes since the last step a step of their own.
  func close()

  /// Notes that the present state is the saved one.
  func noteSave()

  /// Restores the undo and redo steps of the last save, whose values the objects have again.
  func returnToSave()

  /// Takes the present state of all objects as the beginning of the next step.
  func markAll()

  /// Stops recording until `enableRecording()`.
  func disableRecording()

  /// Resumes recording.
  func enableRecording()

  /// Forgets all steps that could be undone or redone.
  func removeAll()
}
