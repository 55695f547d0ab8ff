/// The changes of a context that can be undone and redone.
///
/// A context records changes only after a history has been assigned to it:
/// `context.undoHistory = UndoHistory()`. Changes are recorded as the
/// difference between two points in time, so that a change has no additional
/// cost. The points are saves, calls of `processPendingChanges()`, and the
/// beginnings and ends of groups.
public final class UndoHistory: ChangeRecorder {
  // Invariants:
  // 1. `marks` contains the state of every object that had changes at the last of these
  //    points; an object without a mark was in its saved state.
  // 2. `saved` contains the groups as they were at the last save, including the open
  //    one. The context returns to them when its changes are discarded.
  // 3. While a group is open, steps are added to it; otherwise, every step is a
  //    separate group.

  /// The maximum number of groups to keep; the oldest groups are removed first. If it
  /// is 0, all groups are kept.
  public var levels: Int {
    didSet { trim() }
  }

  weak var context: ManagedObjectContext?
  var marks: [ObjectIdentifier: UndoMark] = [:]
  private var undoable: [UndoGroup] = []
  private var redoable: [UndoGroup] = []
  private var saved = (undoable: [UndoGroup](), redoable: [UndoGroup](), open: UndoGroup?.none)
  private var open: UndoGroup?
  private var openedCount = 0
  private var depth = 0
  private var disabledDepth = 0
  private var pendingName: String?
  /// True while a group is being reversed. It becomes false early if a hook
  /// removes all groups.
  var isTakingBack = false

  /// Creates an empty history.
  ///
  /// - Parameter levels: The maximum number of groups to keep; 0 to keep all
  ///   groups.
  public init(levels: Int = 0) {
    self.levels = levels
  }

  // MARK: State

  /// True if a group or a change of the context can be undone.
  public var canUndo: Bool { !undoable.isEmpty || open?.steps.isEmpty == false || hasNews }

  /// True if an undone group can be redone.
  public var canRedo: Bool { !redoable.isEmpty && !hasNews }

  /// The name of the group that is undone next; nil if it has no name.
  public var undoName: String? { hasNews ? pendingName ?? open?.name : undoable.last?.name }

  /// The name of the group that is redone next; nil if it has no name.
  public var redoName: String? { redoable.last?.name }

  /// True if changes of the context are recorded.
  public var isRecording: Bool { disabledDepth == 0 }

  private var hasNews: Bool {
    guard isRecording, let context else { return false }
    return !step(in: context).isEmpty
  }

  // MARK: Groups

  /// Begins a group of changes that are undone together.
  ///
  /// Groups can be nested. Inner groups become part of the outermost group, which has
  /// its own name or, if it has none, the first name of an inner group.
  public func beginGroup(_ name: String? = nil) {
    if depth == 0 {
      close()
      openedCount += 1
      open = UndoGroup(number: openedCount)
    }
    depth += 1
    if open?.name == nil { open?.name = name }
  }

  /// Ends the innermost open group. Does nothing if no group is open.
  public func endGroup() {
    guard depth > 0 else { return }
    depth -= 1
    guard depth == 0 else { return }
    close()
    let group = open
    open = nil
    if let group, !group.steps.isEmpty { push(group) }
  }

  /// Runs a closure, whose changes form a group.
  ///
  /// - Throws: The error of the closure. The changes before the error are part
  ///   of the group.
  public func group<Result>(_ name: String? = nil, _ body: () throws -> Result) rethrows -> Result {
    beginGroup(name)
    defer { endGroup() }
    return try body()
  }

  /// Sets the name of the open group or, if no group is open, of the next
  /// group.
  public func nameGroup(_ name: String) {
    if depth > 0 { open?.name = name } else { pendingName = name }
  }

  // MARK: Recording

  /// Stops recording changes. Earlier changes can still be undone.
  ///
  /// Every call needs a matching call of `enableRecording()`.
  public func disableRecording() {
    close()
    disabledDepth += 1
  }

  /// Resumes recording changes. Changes that were made while recording was
  /// disabled cannot be undone.
  public func enableRecording() {
    guard disabledDepth > 0 else { return }
    disabledDepth -= 1
    // During a deletion or an undo, a new start would lose the part that has already
    // been done.
    if disabledDepth == 0, context?.isHalfway != true { markAll() }
  }

  /// Runs a closure without recording its changes.
  ///
  /// If the closure is called in a hook of a deletion or an undo, its changes
  /// nevertheless become part of that step.
  ///
  /// - Throws: The error of the closure.
  public func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    disableRecording()
    defer { enableRecording() }
    return try body()
  }

  /// Removes all groups that can be undone or redone.
  public func removeAll() {
    undoable = []
    redoable = []
    restart()
    noteSave()
  }
}

@available(*, unavailable)
extension UndoHistory: Sendable {}

// MARK: - For the context

extension UndoHistory {
  /// Ends the current step, which contains the changes since the last mark. If
  /// a deletion is in progress, this does nothing until all of its rules have
  /// been applied. Changes made by hooks of a save are added to the last group.
  func close() {
    guard let step = nextStep() else { return }
    if open == nil, context?.isSaving == true, addToLast(step) { return }
    // After a change, the state differs from the one in which a group was undone, so
    // nothing can be redone.
    redoable = []
    if open != nil {
      open?.steps.append(step)
    } else {
      push(UndoGroup(name: pendingName, steps: [step]))
      pendingName = nil
    }
  }

  /// Adds a step to the group that is undone next.
  ///
  /// - Returns: True if there is such a group.
  private func addToLast(_ step: UndoStep) -> Bool {
    if let last = undoable.indices.last {
      undoable[last].steps.append(step)
      return true
    }
    // Everything has been undone and hooks were called for the undo, so the step
    // belongs to the group that a redo reverts.
    guard let last = redoable.indices.last else { return false }
    redoable[last].steps.append(step)
    return true
  }

  private func nextStep() -> UndoStep? {
    guard isRecording, let context, !context.isHalfway else { return nil }
    let step = step(in: context)
    guard !step.isEmpty else { return nil }
    mark(step)
    return step
  }

  /// Records that the current state of the objects is the saved state.
  func noteSave() { saved = (undoable, redoable, open) }

  /// Restores the groups of the last save, after the objects have got back the
  /// values that they had then.
  func returnToSave() {
    (undoable, redoable) = (saved.undoable, saved.redoable)
    restart()
    // The saved steps of the open group return to it, or become a separate group if it
    // has ended since.
    if let group = saved.open, !group.steps.isEmpty {
      if open?.number == group.number { open?.steps = group.steps } else { undoable.append(group) }
    }
    trim()
  }

  private func restart() {
    isTakingBack = false
    // An open group continues without its steps, because its owner is going to end it.
    open?.steps = []
    pendingName = nil
    markAll()
  }

  /// Exchanges the last two groups that can be undone if they have no changed
  /// object in common, so that a group that cannot be undone now does not block
  /// the other.
  package func deferUndo() {
    UndoGroup.swapLast(&undoable)
    noteSave()
  }

  /// Exchanges the last two groups that can be redone if they have no changed
  /// object in common, so that a group that cannot be redone now does not block
  /// the other.
  package func deferRedo() {
    UndoGroup.swapLast(&redoable)
    noteSave()
  }

  /// Ends all open groups, and removes and returns the group that is undone
  /// next; nil if there is none.
  func takeUndo() -> UndoGroup? {
    while depth > 0 { endGroup() }
    close()
    return undoable.popLast()
  }

  /// Removes and returns the group that is redone next; nil if there is none.
  func takeRedo() -> UndoGroup? {
    close()
    return redoable.popLast()
  }

  /// Stores the group by which an undo or a redo can be reversed.
  func keep(_ group: UndoGroup, forRedo: Bool) {
    if forRedo { redoable.append(group) } else { undoable.append(group) }
  }

  /// Records the state of an object before its first change.
  func willChange(_ object: ManagedObject) {
    // Only transient values must be recorded, because stored values are in the
    // committed copy.
    guard isRecording, object._batch.entity.hasTransients else { return }
    guard marks[ObjectIdentifier(object)] == nil else { return }
    marks[ObjectIdentifier(object)] = UndoMark(clean: object)
  }

  /// Records the values that a hook has set in an object as if they had been
  /// read.
  func noteReading(of object: ManagedObject) {
    guard marks[ObjectIdentifier(object)]?.isClean == true else { return }
    marks[ObjectIdentifier(object)] = nil
  }

  /// Records the current state of a refreshed object, and of the objects at the
  /// other ends of its relationships, as the start of the next step, because a
  /// refresh is not a change by the user.
  ///
  /// - Parameter isAlone: True if no other object changed at the same time, in which
  ///   case no step was closed before.
  func noteRefresh(of object: ManagedObject, isAlone: Bool) {
    guard isAlone || context?.isHalfway != false else {
      // If recording is disabled, the marks are renewed when it is enabled again.
      if isRecording { markAll() }
      return
    }
    marks[ObjectIdentifier(object)] =
      object._flags.contains(.listed) ? UndoMark(object) : nil
  }

  /// Records the current state of all objects as the start of the next step.
  func markAll() {
    marks = [:]
    for object in context?.listed ?? [] { marks[ObjectIdentifier(object)] = UndoMark(object) }
  }

  func mark(_ step: UndoStep) {
    for change in step.changes {
      marks[ObjectIdentifier(change.object)] = UndoMark(change.object)
    }
  }

  private func push(_ group: UndoGroup) {
    undoable.append(group)
    trim()
  }

  private func trim() {
    guard levels > 0, undoable.count > levels else { return }
    undoable.removeFirst(undoable.count - levels)
  }
}
