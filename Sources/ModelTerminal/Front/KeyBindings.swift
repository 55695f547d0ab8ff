/// The actions of keys on each kind of screen, except for the editing of text.
package enum KeyBindings {
  /// Returns the action of a key on a screen; nil if the key has none.
  ///
  /// - Parameters:
  ///   - page: The number of rows that fit on the screen.
  ///   - list: The index of the list that is shown, and the number of lists.
  package static func action(
    of key: TerminalKey, on view: ScreenView, page: Int, list: (place: Int, count: Int)
  ) -> ScreenAction? {
    if let action = undoAction(key) { return action }
    return switch view.content {
    case .list(let content):
      listAction(key, list)
        ?? selection(key, content.selection, page: page, count: content.rows.count)
    case .form(let content): formAction(key, content, page: page)
    case .picker(let content):
      pickerAction(key) ?? selection(key, content.selection, page: page, count: content.rows.count)
    case .search(let content): searchAction(key, content, page: page)
    }
  }

  /// Returns the undo or redo action of a key on any screen; nil for any other
  /// key. Plain letters are used only if no text is being edited.
  private static func undoAction(_ key: TerminalKey) -> ScreenAction? {
    switch key {
    case .character("u"), .control("t"), .alt("u"): .undo
    case .character("U"), .control("r"), .alt("U"): .redo
    default: nil
    }
  }

  /// Returns the action of a key while a question is open; nil if the key has none.
  package static func action(of key: TerminalKey, in dialog: ScreenDialog) -> ScreenAction? {
    switch key {
    case .special(.enter): .open
    case .special(.escape): .back
    case .special(.tab), .special(.right), .special(.down): .cycle(1)
    case .special(.backTab), .special(.left), .special(.up): .cycle(-1)
    default: nil
    }
  }

  private static func listAction(
    _ key: TerminalKey, _ list: (place: Int, count: Int)
  ) -> ScreenAction? {
    switch key {
    case .special(.enter), .special(.right): .open
    case .character("a"), .character("+"), .special(.insert): .add
    case .character("d"), .special(.delete): .delete
    case .character(" "): .tick
    case .character("/"), .character("s"): .search
    case .character("f"): .jump
    case .character("o"): .sort(1)
    case .character("O"): .turn
    case .special(.tab): .show((list.place + 1) % max(list.count, 1))
    case .special(.backTab): .show((list.place + list.count - 1) % max(list.count, 1))
    case .special(.escape), .special(.left): .back
    case .character("q"): .quit
    default: nil
    }
  }

  private static func pickerAction(_ key: TerminalKey) -> ScreenAction? {
    switch key {
    case .special(.enter), .character(" "): .toggle
    case .character("a"), .character("+"), .special(.insert): .add
    case .character("d"), .special(.delete): .delete
    case .character("<"): .move(-1)
    case .character(">"): .move(1)
    case .special(.escape), .special(.left): .back
    default: nil
    }
  }

  private static func formAction(
    _ key: TerminalKey, _ form: FormView, page: Int
  ) -> ScreenAction? {
    let place = form.selection ?? 0
    let field = form.selection.map { form.fields[$0] }
    let kind = field?.kind ?? .shown
    var isDate = false
    if case .date = kind { isDate = field?.isEditable == true }
    let isOpened = field.map { $0.canOpen && !$0.isEditable } ?? false
    switch key {
    case .special(.up), .special(.backTab): return .select(place - 1)
    case .special(.down), .special(.tab): return .select(place + 1)
    case .special(.escape): return .back
    case .control("s"): return .save
    case .special(.enter):
      return !isOpened && (kind.isTyped || kind == .shown) ? .select(place + 1) : .open
    case .special(.right) where isOpened: return .open
    case .character(" "): return .toggle
    case .special(.left): return .cycle(-1)
    case .special(.right): return .cycle(1)
    case .control("n"): return .shift(days: 1, months: 0)
    case .control("p"): return .shift(days: -1, months: 0)
    case .special(.pageDown) where isDate: return .shift(days: 0, months: 1)
    case .special(.pageUp) where isDate: return .shift(days: 0, months: -1)
    case .special(.pageDown): return .select(place + page)
    case .special(.pageUp): return .select(place - page)
    case .special(.home): return .select(0)
    case .special(.end): return .select(form.fields.count - 1)
    default: return nil
    }
  }

  private static func searchAction(
    _ key: TerminalKey, _ search: SearchView, page: Int
  ) -> ScreenAction? {
    switch key {
    case .special(.escape): return .back
    case .special(.tab): return .cycle(1)
    case .special(.backTab): return .cycle(-1)
    case .control("n"): return .combine
    case .special(.enter): return search.selection == nil ? .run : .open
    default: break
    }
    guard let selection = search.selection else {
      return key == .special(.down) && !search.rows.isEmpty ? .select(0) : nil
    }
    switch key {
    case .character("d"), .special(.delete): return .delete
    case .character("f"): return .jump
    case .character("o"): return .sort(1)
    case .character("O"): return .turn
    default: break
    }
    // The input is above the first result.
    if key == .special(.up), selection == 0 { return .select(-1) }
    return Self.selection(key, selection, page: page, count: search.rows.count)
  }

  private static func selection(
    _ key: TerminalKey, _ selection: Int?, page: Int, count: Int
  ) -> ScreenAction? {
    guard let selection, case .special(let key) = key else { return nil }
    switch key {
    case .up: return .select(max(selection - 1, 0))
    case .down: return .select(min(selection + 1, count - 1))
    case .pageUp: return .select(max(selection - page, 0))
    case .pageDown: return .select(min(selection + page, count - 1))
    case .home: return .select(0)
    case .end: return .select(count - 1)
    default: return nil
    }
  }
}
