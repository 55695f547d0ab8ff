/// The screens of an application on a store: what is shown, and what actions do.
///
/// A front shows `view`, `dialog` and `message`, turns what its user does into
/// actions for `perform(_:)`, calls `followStore()` now and then, and ends when
/// `isFinished` says so. Nothing here knows how anything is drawn. A session
/// belongs to the isolation domain of its context.
public final class ScreenSession {
  // Invariants:
  // 1. There is at least one screen: the list that the application shows.
  // 2. Between two actions the context has no changes; what is typed and not
  //    saved stands in the screens.

  /// The screens of the entities.
  public let catalog: ScreenCatalog
  /// The context of the objects.
  public let context: ManagedObjectContext
  /// The dialog that has to be answered first; nil for none.
  public internal(set) var dialog: ScreenDialog?
  /// The message about the last action; nil where there is nothing to say.
  public private(set) var message: ScreenMessage? {
    didSet { if message != nil { messageCount += 1 } }
  }
  /// The number of messages so far: the same words said twice are two.
  package private(set) var messageCount = 0
  /// The number of columns that a front has, by which long values are folded.
  public var columns = 80
  /// A Boolean value that says whether the application is left.
  public internal(set) var isFinished = false
  /// The place of the list that is shown, in the catalogue.
  public private(set) var shownList = 0

  private var screens: [any Screen] = []
  /// The lists that were shown, which keep their order and their place.
  private var lists: [Int: ListScreen] = [:]
  var answer: ((Int, String) throws -> Void)?
  private var storeVersion: Int64?
  var nextRing = ContinuousClock.now

  /// Begins with the list of the catalogue's first entity.
  ///
  /// - Throws: What fetching throws.
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

  /// The view of the screen on top.
  public var view: ScreenView {
    screens.last?.view(in: self)
      ?? ScreenView(
        title: catalog.title, content: .form(FormView(fields: [])), commands: [.quit])
  }

  /// The number of screens that lie on each other.
  public var depth: Int { screens.count }

  /// Does what somebody wants; what goes wrong becomes a message.
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

  /// Takes over what other programs saved since the last call.
  ///
  /// What is typed and not saved stays.
  ///
  /// - Returns: Whether there was anything.
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

  /// Shows another list, where a list is what is shown.
  private func show(_ place: Int) throws {
    if screens.count == (catalog.beginsWithEntities ? 2 : 1) { try showList(place) }
  }

  /// Shows the list of an entity.
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

// MARK: - What screens ask of their session

extension ScreenSession {
  /// Shows a screen on top of the others.
  func push(_ screen: any Screen) { screens.append(screen) }

  /// Leaves the screen on top, unless it is the last.
  func pop() {
    if screens.count > 1 { screens.removeLast() }
  }

  /// Leaves a screen and everything on top of it.
  func close(_ screen: any Screen) {
    if let place = screens.firstIndex(where: { $0 === screen }), place > 0 {
      screens.removeSubrange(place...)
      // What one of them asked has nobody left to take the answer.
      (dialog, answer) = (nil, nil)
    }
  }

  /// Says something.
  func say(_ text: String) { message = ScreenMessage(text) }

  /// Says what went wrong.
  func complain(_ error: any Error) {
    var message = ScreenMessage("\(catalog.told(error, in: context))", isError: true)
    message.isBoxed = error is ConditionError
    self.message = message
  }

  /// The texts by which lists show an object, of whatever entity.
  func row(_ object: ManagedObject) -> RowText { catalog.row(object) }

  /// The number of objects of an entity, in words.
  func counted(_ objects: [ManagedObject], of entityName: String) -> String {
    catalog.counted(repeatElement(entityName, count: objects.count))
  }

  /// Opens the form of an object.
  func open(_ object: ManagedObject) throws {
    guard let screens = catalog[object.entityName] else { return }
    // Reading finds out whether the row is there.
    let title = row(object).title
    guard !object.isInaccessible else { return say("\(title): it is not there") }
    push(FormScreen(screens, object, in: self))
  }

  /// Saves, and lets every screen follow; after a failure all changes are
  /// undone and what was typed is still there.
  ///
  /// - Parameter name: What was done, for who takes it back.
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

  /// The commands that take changes back, or make them again.
  var undoCommands: [ScreenCommand] {
    (context.undoHistory?.canUndo == true ? [.undo] : [])
      + (context.undoHistory?.canRedo == true ? [.redo] : [])
  }

  /// Takes back what was typed on the screen last; else the last change, and
  /// saves. Or makes it again.
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
      // The step stays, behind those that have nothing to do with it.
      if forRedo { history.deferRedo() } else { history.deferUndo() }
      throw FieldError("\(name) cannot be \(forRedo ? "done again" : "taken back"): \(error)")
    }
    say("\(forRedo ? "Done again" : "Taken back"): \(name)")
  }

  private func refresh() throws {
    // A screen may close itself.
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
  /// The question when a last save fails.
  public static let quitQuestion = "Could not save changes while quitting. Quit anyway?"

  /// Leaves; where something is typed or picked and not saved, asks first.
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

  /// Leaves: what is typed is taken (what is no value keeps us here), nothing
  /// is saved where nothing changed.
  private func quit() {
    // A picker hands over to the form beneath it, which makes a new object of what it has.
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
