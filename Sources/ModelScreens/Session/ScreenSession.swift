/// A running application, which holds the open screens and performs actions on
/// them.
///
/// A front end shows `view`, `dialog` and `message`, turns the user's input into
/// actions for `perform(_:)`, calls `followStore()` regularly, and ends when
/// `isFinished` is true. The session does not depend on how screens are drawn, and
/// belongs to the isolation domain of its context.
public final class ScreenSession {
  // Invariants:
  // 1. There is at least one screen: the list that the application shows.
  // 2. Between two actions, the context has no changes; unsaved edits are kept in the
  //    screens.

  /// The catalogue that contains the screens of the entities.
  public let catalog: ScreenCatalog
  /// The context in which the screens read and change objects.
  public let context: ManagedObjectContext
  /// The question that must be answered before any other action; nil if there is none.
  public internal(set) var dialog: ScreenDialog?
  /// The message about the last action; nil if there is none.
  public private(set) var message: ScreenMessage? {
    didSet { if message != nil { messageCount += 1 } }
  }
  /// The number of messages that have been shown, by which a repeated message
  /// is distinguished from an old one.
  package private(set) var messageCount = 0
  /// The number of columns in the front end, which determines where long values
  /// are wrapped.
  public var columns = 80
  /// True if the user has left the application.
  public internal(set) var isFinished = false
  /// The index, in the catalogue, of the entity whose list is shown.
  public private(set) var shownList = 0

  private var screens: [any Screen] = []
  /// The lists that have been shown, by index in the catalogue. They keep their
  /// order and selection.
  private var lists: [Int: ListScreen] = [:]
  var answer: ((Int, String) throws -> Void)?
  private var storeVersion: Int64?
  var nextRing = ContinuousClock.now

  /// Creates a session that begins with the list of the catalogue's first entity, or
  /// with the list of entities.
  ///
  /// - Throws: The error of the fetch, or `FieldError` if the catalogue has no
  ///   entities.
  public init(_ catalog: ScreenCatalog, in context: ManagedObjectContext) throws {
    (self.catalog, self.context) = (catalog, context)
    context.undoHistory = UndoHistory(levels: 100)
    guard !catalog.entities.isEmpty else {
      throw FieldError("there is no entity to show")
    }
    if catalog.beginsWithEntities {
      screens = [EntitiesScreen()]
    } else {
      try showList(0)
    }
    storeVersion = try? context.storeVersion()
  }

  /// The view of the screen that is on top.
  public var view: ScreenView {
    screens.last?.view(in: self)
      ?? ScreenView(
        title: catalog.title, content: .form(FormView(fields: [])), commands: [.quit])
  }

  /// The number of open screens.
  public var depth: Int { screens.count }

  /// Performs an action of the user. An error becomes a message.
  public func perform(_ action: ScreenAction) {
    message = nil
    do {
      if action == .abandon {
        isFinished = true
        return
      }
      if dialog != nil { return try performInDialog(action) }
      switch action {
      case .quit: askToQuit()
      case .undo, .redo: try takeBack(forRedo: action == .redo)
      case .show(let place): try show(place)
      default: try screens.last?.perform(action, in: self)
      }
    } catch {
      complain(error)
      context.discardChanges()
      settle(isSaved: false)
    }
  }

  /// Merges the changes that other programs have saved, if there are any.
  ///
  /// Unsaved edits are kept.
  ///
  /// - Returns: True if the store has changed or could not be read.
  @discardableResult
  public func followStore() -> Bool {
    do {
      let version = try context.storeVersion()
      guard version != storeVersion else { return false }
      storeVersion = version
      try context.mergeExternalChanges()
      try refresh()
    } catch {
      complain(error)
    }
    return true
  }

  /// Shows the list of another entity, if the screen on top is a list.
  private func show(_ place: Int) throws {
    if screens.count == (catalog.beginsWithEntities ? 2 : 1) { try showList(place) }
  }

  /// Shows the list of an entity. If the list has been shown before, it keeps
  /// its selection.
  func showList(_ place: Int) throws {
    guard catalog.entities.indices.contains(place) else { return }
    let list: ListScreen
    if let shown = lists[place] {
      list = shown
      try list.showAgain(in: self)
    } else {
      list = try ListScreen(catalog.entities[place], in: self)
      lists[place] = list
    }
    screens = (catalog.beginsWithEntities ? Array(screens.prefix(1)) : []) + [list]
    shownList = place
  }
}

// MARK: - Services for screens

extension ScreenSession {
  /// Opens a screen on top of the other screens.
  func push(_ screen: any Screen) { screens.append(screen) }

  /// Closes the screen on top, unless it is the only one.
  func pop() {
    if screens.count > 1 { screens.removeLast() }
  }

  /// Closes a screen, and all screens on top of it.
  func close(_ screen: any Screen) {
    if let place = screens.firstIndex(where: { $0 === screen }), place > 0 {
      screens.removeSubrange(place...)
      // The screen that asked the open question may be closed, so the answer would have
      // no receiver.
      (dialog, answer) = (nil, nil)
    }
  }

  func say(_ text: String) { message = ScreenMessage(text) }

  /// Shows an error as the message of the session.
  func complain(_ error: any Error) {
    var message = ScreenMessage("\(catalog.told(error, in: context))", isError: true)
    message.isBoxed = error is ConditionError
    self.message = message
  }

  func row(_ object: ManagedObject) -> RowText { catalog.row(object) }

  /// Returns a description of the number of objects of an entity, such as `2
  /// tags`.
  func counted(_ objects: [ManagedObject], of entityName: String) -> String {
    catalog.counted(repeatElement(entityName, count: objects.count))
  }

  /// Opens the form of an object.
  func open(_ object: ManagedObject) throws {
    guard let screens = catalog[object.entityName] else { return }
    // Reading a value detects that the row has been deleted.
    let title = row(object).title
    guard !object.isInaccessible else { return say("\(title): it is not there") }
    push(FormScreen(screens, object, in: self))
  }

  /// Saves the changes of the context, and updates every screen. If the save
  /// fails, the changes are rolled back, but typed text is kept.
  ///
  /// - Parameter name: The name of the change for undo and redo; if it is empty, the
  ///   current name is kept.
  func save(_ name: String = "") throws {
    if !name.isEmpty { context.undoHistory?.nameGroup(name) }
    do {
      try context.save()
    } catch {
      let told = catalog.told(error, in: context)
      context.discardChanges()
      settle(isSaved: false)
      if (error as? StoreError)?.reason == .conflict {
        context.refreshAllObjects()
        try refresh()
      }
      throw told
    }
    try refresh()
  }

  /// The commands for undo and redo that are available.
  var undoCommands: [ScreenCommand] {
    (context.undoHistory?.canUndo == true ? [.undo] : [])
      + (context.undoHistory?.canRedo == true ? [.redo] : [])
  }

  /// Undoes or redoes the last edit on the screen that is on top. If there is
  /// none, this undoes or redoes the last saved change, and saves.
  private func takeBack(forRedo: Bool) throws {
    if let typed = screens.last?.takeBack(forRedo: forRedo, in: self) {
      return say("\(forRedo ? "Done again" : "Taken back"): \(typed)")
    }
    guard let history = context.undoHistory, forRedo ? history.canRedo : history.canUndo else {
      return say(forRedo ? "Nothing to do again" : "Nothing to take back")
    }
    let name = (forRedo ? history.redoName : history.undoName) ?? "a change"
    if forRedo { context.redo() } else { context.undo() }
    guard context.hasChanges else {
      return say("Nothing is left of '\(name)': it was changed or deleted elsewhere")
    }
    do {
      try save()
    } catch {
      // The step is kept after the steps that do not depend on it.
      if forRedo { history.deferRedo() } else { history.deferUndo() }
      throw FieldError("\(name) cannot be \(forRedo ? "done again" : "taken back"): \(error)")
    }
    say("\(forRedo ? "Done again" : "Taken back"): \(name)")
  }

  private func refresh() throws {
    // A screen can close itself, or other screens, while it is updated.
    for screen in screens where screens.contains(where: { $0 === screen }) {
      try screen.refresh(in: self)
    }
  }

  private func settle(isSaved: Bool) {
    for screen in screens { screen.settle(isSaved: isSaved) }
  }
}

// MARK: - Leaving

extension ScreenSession {
  /// The question that is asked if the last save fails.
  public static let quitQuestion = "Could not save changes while quitting. Quit anyway?"

  /// Leaves the application. If there are unsaved edits, the user is asked
  /// first.
  private func askToQuit() {
    guard screens.contains(where: \.hasEdits) else { return quit() }
    ask(
      ScreenDialog(
        title: "Quit", message: "Save what was changed?",
        options: ["Save", "Do not save", "Cancel"], selection: 0)
    ) { [self] option, _ in
      switch option {
      case 0: quit()
      case 1: isFinished = true
      default: break
      }
    }
  }

  /// Saves the edits, and leaves the application. If the text of a field is not
  /// valid, the application stays open.
  private func quit() {
    // The topmost screens come first: a picker passes its picks to the form beneath it,
    // which may then create a new object.
    for screen in screens.reversed() {
      do {
        try screen.commit(in: self)
      } catch {
        context.discardChanges()
        settle(isSaved: false)
        if let place = screens.firstIndex(where: { $0 === screen }) {
          screens.removeSubrange((place + 1)...)
        }
        return complain(error)
      }
    }
    do {
      try context.save()
      isFinished = true
    } catch {
      complain(error)
      context.discardChanges()
      settle(isSaved: false)
      ask(
        ScreenDialog(
          title: "Quit", message: Self.quitQuestion, options: ["Quit anyway", "Cancel"],
          selection: 1)
      ) { [self] option, _ in isFinished = option == 0 }
    }
  }
}
