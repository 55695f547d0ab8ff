internal import Dispatch

/// A front end that shows a session on a terminal: it turns keys into actions and draws
/// views as text.
package final class TerminalFront {
  private let session: ScreenSession
  private let terminal: Terminal
  private var editor: LineEditor?
  /// The place of the edited text; nil if no text is edited. The editor is
  /// replaced when the place changes.
  private var edited: EditedPlace?
  /// The index of the first visible row, by the depth of the screen.
  private var tops: [Int: Int] = [:]
  private var lastKey: TerminalKey?
  /// The box that is shown over everything else; nil if there is none.
  private var box: TextBox?
  /// The number of the last message that was shown in a box.
  private var boxedMessage = 0
  /// The edited text that has not been passed to the session yet; nil if there
  /// is none.
  private var untoldText: String?
  /// The clickable areas of the screen.
  private var targets: [ScreenPainter.Target] = []

  /// The interval in milliseconds at which the front end checks for changes by
  /// other programs.
  private static let followInterval: Int32 = 300

  private struct EditedPlace: Hashable {
    var depth: Int
    var field: Int
    var isDialog: Bool
  }

  /// Creates a front end for a session.
  package init(_ session: ScreenSession, on terminal: Terminal) {
    self.session = session
    self.terminal = terminal
  }

  /// Shows screens until the user leaves the application.
  ///
  /// - Throws: `TerminalError` if the terminal cannot be prepared.
  package func run() throws(TerminalError) {
    try terminal.begin()
    defer { terminal.end() }
    var followed = DispatchTime.now()
    while !session.isFinished {
      terminal.show(buffer(of: terminal.size))
      switch terminal.nextEvent(timeout: Self.followInterval) {
      case .keys(let keys): take(keys)
      case .closed: leave()
      case .stop: try terminal.suspend()
      case .goOn: try terminal.begin(anew: true)
      case .idle, .resized: break
      }
      if DispatchTime.now() >= followed + .milliseconds(Int(Self.followInterval)) {
        followed = .now()
        session.followStore()
        if session.ring() { terminal.ringBell() }
      }
    }
  }

  /// Returns the cells to show on a terminal of a given size.
  package func buffer(of size: TerminalSize) -> CellBuffer {
    session.columns = size.columns
    followEditedText()
    var painter = ScreenPainter(size: size, editor: editor, top: tops[session.depth] ?? 0)
    painter.paint(session)
    targets = painter.targets
    // A message that fitted before may be truncated after the window has become
    // smaller.
    if let message = session.message, session.messageCount != boxedMessage,
      painter.isMessageCut || message.isBoxed
    {
      boxedMessage = session.messageCount
      box = TextBox(
        title: message.isError ? "Not done" : "Done",
        lines: message.text.split(separator: "\n").map(String.init), isError: message.isError,
        passesKeys: !message.isError)
    }
    if var box {
      box.top = min(box.top, painter.paint(box))
      self.box = box
    }
    tops[session.depth] = painter.top
    tops = tops.filter { $0.key <= session.depth }
    return painter.buffer
  }

  /// Handles keys that were received together.
  package func take(_ keys: [TerminalKey]) {
    for key in keys where !session.isFinished { take(key) }
    tellText()
  }

  private func take(_ key: TerminalKey) {
    defer { lastKey = key }
    if box != nil, key != .control("c"), takesInBox(key) { return }
    if untoldText == nil { followEditedText() }
    if edits(key) {
      untoldText = editor?.text
      return
    }
    tellText()
    followEditedText()
    switch key {
    case .mouse(let mouse): return take(mouse)
    case .control("z"): return TerminalRestoring.askToStop()
    case .special(.help): return showHelp()
    case .control("c"): return session.perform(lastKey == key ? .abandon : .quit)
    case .control("q"): return session.perform(.quit)
    default: break
    }
    if let dialog = session.dialog {
      if let action = KeyBindings.action(of: key, in: dialog) { session.perform(action) }
      return
    }
    let view = session.view
    if key == .character("?") { return showHelp() }
    if endsJump(key, view) { return session.perform(.back) }
    let list = (session.shownList, session.catalog.entities.count)
    let page = ScreenPainter.page(terminal.size)
    if let action = KeyBindings.action(of: key, on: view, page: page, list: list) {
      session.perform(action)
    }
  }

  private func showHelp() {
    guard session.dialog == nil else { return }
    box = TextBox(title: "Keys", lines: HelpLine.page(session.view))
  }

  /// Returns whether a key only ends a jump.
  private func endsJump(_ key: TerminalKey, _ view: ScreenView) -> Bool {
    guard view.jump != nil else { return false }
    return key == .special(.enter) || key == .special(.escape)
  }

  /// Handles a key while a box is shown: arrows scroll its lines, and other keys close
  /// it.
  ///
  /// - Returns: True if the key has no further effect.
  private func takesInBox(_ key: TerminalKey) -> Bool {
    switch key {
    case .special(.down), .special(.pageDown): box?.top += 1
    case .special(.up), .special(.pageUp):
      let top = box?.top ?? 0
      box?.top = max(top - 1, 0)
    case .mouse(let mouse) where mouse.kind != .press: break
    default:
      let closes: [TerminalKey] = [
        .special(.enter), .special(.escape), .character(" "), .character("q"),
      ]
      let isDone = closes.contains(key) || box?.passesKeys != true
      box = nil
      return isDone
    }
    return true
  }

  /// Handles a click, which selects a row or opens the selected row, or a turn
  /// of the wheel, which moves the selection by three rows per step.
  private func take(_ mouse: TerminalKey.Mouse) {
    switch mouse.kind {
    case .wheel(let step):
      guard session.dialog == nil, let place = session.view.selection else { return }
      session.perform(.select(max(place + 3 * step, 0)))
    case .press:
      let hit = targets.last {
        $0.row == mouse.place.row && $0.columns.contains(mouse.place.column)
      }
      guard let hit else { return }
      if case .select(let place) = hit.action, place == session.view.selection {
        session.perform(.open)
      } else {
        session.perform(hit.action)
      }
    }
  }

  /// Passes the typed text to the session. For keys that were received
  /// together, this is done only once, because each text starts a new search.
  private func tellText() {
    guard let text = untoldText else { return }
    untoldText = nil
    session.perform(.type(text))
  }

  /// Passes a key to the editor. Returns true if the key changes the edited
  /// text or moves its cursor.
  private func edits(_ key: TerminalKey) -> Bool { editor?.take(key) ?? false }

  /// Leaves the application after the terminal was closed. Edits are saved if
  /// possible.
  private func leave() {
    session.perform(.quit)
    if !session.isFinished { session.perform(.abandon) }
  }

  // MARK: Edited text

  private func followEditedText() {
    let (place, text) = editedText
    guard let place, let text else {
      (editor, edited) = (nil, nil)
      return
    }
    if edited != place || editor?.text != text { editor = LineEditor(text) }
    edited = place
  }

  private var editedText: (EditedPlace?, String?) {
    let depth = session.depth
    if let dialog = session.dialog {
      return (EditedPlace(depth: depth, field: 0, isDialog: true), dialog.input)
    }
    let view = session.view
    if let jump = view.jump {
      return (EditedPlace(depth: depth, field: -2, isDialog: false), jump.text)
    }
    switch view.content {
    case .search(let search) where search.selection == nil && search.takesText:
      return (EditedPlace(depth: depth, field: -1, isDialog: false), search.text)
    case .form(let form):
      guard let place = form.selection, form.fields[place].isEditable,
        form.fields[place].kind.isTyped
      else { return (nil, nil) }
      return (EditedPlace(depth: depth, field: place, isDialog: false), form.fields[place].text)
    default: return (nil, nil)
    }
  }
}
