/// A recorder of the changes of a context's objects, which allows them to be undone.
protocol ChangeRecorder: AnyObject {
  /// True while changes are being undone or redone.
  var isTakingBack: Bool { get }

  /// Records the state of an object before its first change.
  func willChange(_ object: ManagedObject)

  /// Records the values that a hook has set in an object as if they had been
  /// read.
  func noteReading(of object: ManagedObject)

  /// Records the current state of a refreshed object, and of the objects at the
  /// other ends of its relationships, as the beginning of the next step.
  ///
  /// - Parameter isAlone: True if no other object changed at the same time, in which
  ///   case no step was closed before.
  func noteRefresh(of object: ManagedObject, isAlone: Bool)

  /// Ends the current step, which contains the changes since the previous step.
  func close()

  /// Records that the current state of the objects is the saved state.
  func noteSave()

  /// Restores the undo and redo steps of the last save, after the objects have
  /// got back the values that they had then.
  func returnToSave()

  /// Records the current state of all objects as the beginning of the next
  /// step.
  func markAll()

  /// Stops recording changes until `enableRecording()` is called.
  func disableRecording()

  /// Resumes recording changes after `disableRecording()`.
  func enableRecording()

  /// Removes all steps that can be undone or redone.
  func removeAll()
}
