/// The changes of a context that can be undone and redone.
///
/// A context has none until it is given one, and records nothing then:
/// `context.undoHistory = UndoHistory()`. Changes are recorded as the difference
/// between two moments, so nothing is added to the work of a change. A moment
/// is a save, `processPendingChanges()`, and the beginning and the end of a
/// group.
public final class UndoHistory: ChangeRecorder {
  // Invariants:
  // 1. `marks` holds, for every object with changes at the last moment, what it was like then;
  //    an object without a mark was as it is saved.
  // 2. `saved` holds the groups as they were at the last save, the open one too, where the context
  //    returns to when its changes are discarded.
  // 3. While a group is open, steps go into it; else every step is a group of its own.

  /// The number of groups that are kept, the oldest goes first; 0 for all.
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
  /// A Boolean value that says whether a group is being taken back; false again
  /// once a hook forgets all changes meanwhile.
  var isTakingBack = false

  /// Makes an empty history.
  public init(levels: Int = 0) {
    self.levels = levels
  }

  // MARK: What there is

  /// A Boolean value that says whether a change of the context, or a group, can
  /// be undone.
  public var canUndo: Bool { !undoable.isEmpty || open?.steps.isEmpty == false || hasNews }

  /// A Boolean value that says whether something that was undone can be done
  /// again.
  public var canRedo: Bool { !redoable.isEmpty && !hasNews }

  /// The name of the group that is undone next, where it has one.
  public var undoName: String? { hasNews ? pendingName ?? open?.name : undoable.last?.name }

  /// The name of the group that is redone next, where it has one.
  public var redoName: String? { redoable.last?.name }

  /// A Boolean value that says whether changes are recorded.
  public var isRecording: Bool { disabledDepth == 0 }

  private var hasNews: Bool {
    guard isRecording, let context else { return false }
    return !step(in: context).isEmpty
  }

  // MARK: Groups

  /// Begins a group: what follows is undone at once.
  ///
  /// Groups nest; the inner ones belong to the outermost, which has its own
  /// name or else the first that an inner one has.
  public func beginGroup(_ name: String? = nil) {
    if depth == 0 {
      close()
      openedCount += 1
      open = UndoGroup(number: openedCount)
    }
    depth += 1
    if open?.name == nil { open?.name = name }
  }

  /// Ends a group; without one it does nothing.
  public func endGroup() {
    guard depth > 0 else { return }
    depth -= 1
    guard depth == 0 else { return }
    close()
    let group = open
    open = nil
    if let group, !group.steps.isEmpty { push(group) }
  }

  /// Runs the body as a group.
  ///
  /// - Throws: What the body throws; what it had changed is in the group.
  public func group<Result>(_ name: String? = nil, _ body: () throws -> Result) rethrows -> Result {
    beginGroup(name)
    defer { endGroup() }
    return try body()
  }

  /// Names the open group, or the one that the next moment makes.
  public func nameGroup(_ name: String) {
    if depth > 0 { open?.name = name } else { pendingName = name }
  }

  // MARK: Recording

  /// Stops recording; what was changed before can still be undone.
  ///
  /// Every call needs its `enableRecording()`.
  public func disableRecording() {
    close()
    disabledDepth += 1
  }

  /// Records again; what was changed in the meantime cannot be undone.
  public func enableRecording() {
    guard disabledDepth > 0 else { return }
    disabledDepth -= 1
    // In the middle of a delete or an undo it would cut off the half that is made already.
    if disabledDepth == 0, context?.isHalfway != true { markAll() }
  }

  /// Runs the body without recording what it changes.
  ///
  /// What a hook of a delete or an undo changes goes with that step all the same.
  ///
  /// - Throws: What the body throws.
  public func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    disableRecording()
    defer { enableRecording() }
    return try body()
  }

  /// Forgets everything that could be undone or redone.
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
  /// Makes what changed since the last moment a step; a delete is none before all
  /// of its rules are followed. What hooks of a save change goes with what they were called for.
  func close() {
    guard let step = nextStep() else { return }
    if open == nil, context?.isSaving == true, addToLast(step) { return }
    // After a change a redo would come on top of something else than it was undone from.
    redoable = []
    if open != nil {
      open?.steps.append(step)
    } else {
      push(UndoGroup(name: pendingName, steps: [step]))
      pendingName = nil
    }
  }

  /// Puts a step into the group that is undone next.
  ///
  /// - Returns: Whether there is a group to put it into.
  private func addToLast(_ step: UndoStep) -> Bool {
    if let last = undoable.indices.last {
      undoable[last].steps.append(step)
      return true
    }
    // All is undone: hooks were called for that, which a redo takes back.
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

  /// Notes that the present state is the saved one.
  func noteSave() { saved = (undoable, redoable, open) }

  /// Goes back to what could be undone and redone at the last save, whose values
  /// the objects have again.
  func returnToSave() {
    (undoable, redoable) = (saved.undoable, saved.redoable)
    restart()
    // What a group had saved is in it again, or is one where the group has ended since.
    if let group = saved.open, !group.steps.isEmpty {
      if open?.number == group.number { open?.steps = group.steps } else { undoable.append(group) }
    }
    trim()
  }

  private func restart() {
    isTakingBack = false
    // An open group goes on without its steps: whoever began it is going to end it.
    open?.steps = []
    pendingName = nil
    markAll()
  }

  /// Puts the group that is undone next behind the one that follows it, where
  /// the two change no object in common: what cannot be undone now does not keep
  /// the others from it.
  package func deferUndo() {
    UndoGroup.swapLast(&undoable)
    noteSave()
  }

  /// Puts the group that is redone next behind the one that follows it, as
  /// `deferUndo()` does.
  package func deferRedo() {
    UndoGroup.swapLast(&redoable)
    noteSave()
  }

  /// Ends all groups and hands over what is undone next.
  func takeUndo() -> UndoGroup? {
    while depth > 0 { endGroup() }
    close()
    return undoable.popLast()
  }

  /// Hands over what is redone next.
  func takeRedo() -> UndoGroup? {
    close()
    return redoable.popLast()
  }

  /// Keeps what takes an undo, or a redo, back.
  func keep(_ group: UndoGroup, forRedo: Bool) {
    if forRedo { redoable.append(group) } else { undoable.append(group) }
  }

  /// Notes what an object is like before its first change.
  func willChange(_ object: ManagedObject) {
    // Stored values are in the committed copy; transient ones are kept nowhere else.
    guard isRecording, object._batch.entity.hasTransients else { return }
    guard marks[ObjectIdentifier(object)] == nil else { return }
    marks[ObjectIdentifier(object)] = UndoMark(clean: object)
  }

  /// Lets the values that a hook has set of an object be those that it was read with.
  func noteReading(of object: ManagedObject) {
    guard marks[ObjectIdentifier(object)]?.isClean == true else { return }
    marks[ObjectIdentifier(object)] = nil
  }

  /// Starts from the present state of an object that was refreshed, which is none
  /// of the user's changes, and of those at the other ends of its relationships.
  ///
  /// - Parameter isAlone: Whether no other object changed with it; if so, nothing
  ///   was closed before.
  func noteRefresh(of object: ManagedObject, isAlone: Bool) {
    guard isAlone || context?.isHalfway != false else {
      // What is not recorded ends with that.
      if isRecording { markAll() }
      return
    }
    marks[ObjectIdentifier(object)] =
      object._flags.contains(.listed) ? UndoMark(object) : nil
  }

  /// Starts from the present state of everything.
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
