/// The texts that explain the keys.
enum HelpLine {
  /// Returns the keys of the available commands, followed by the key that shows all
  /// keys.
  static func hints(_ view: ScreenView, isTyped: Bool) -> [Substring] {
    var isForm = false
    if case .form = view.content { isForm = true }
    return view.commands.map { hint($0, isForm: isForm)[...] } + [isTyped ? "F1 keys" : "? keys"]
  }

  /// Returns the keys that answer a question; empty if it has only one answer.
  static func text(_ dialog: ScreenDialog) -> String {
    dialog.options.count > 1
      ? "Enter \(dialog.options[dialog.selection])  Tab other  Esc cancel" : ""
  }

  /// Returns the lines of the page that explains all keys.
  static func page(_ view: ScreenView) -> [String] {
    var isForm = false
    var lines: [String] = []
    switch view.content {
    case .list:
      lines = ["↑ ↓ PgUp PgDn Home End: another row", "O: the order turned around"]
    case .picker: lines = ["↑ ↓ PgUp PgDn Home End: another row"]
    case .form:
      isForm = true
      lines = [
        "↑ ↓ Tab PgUp PgDn: another field", "Home End: in the text, then first and last field",
        "^U ^K ^W: take text away", "* needed, • changed",
      ]
    case .search:
      lines = [
        "↓: into the results, ↑: back", "among them f find, o order, O turned around",
        "Esc: what was kept, then back",
      ]
    }
    return view.commands.map { hint($0, isForm: isForm) } + lines + [
      isForm
        ? "^T ^R: undo what was typed, then changes; again"
        : "u U, ^T ^R where text is typed: undo, again",
      "wheel, click, click again: as arrows and Enter", "^Z: stop for a while", "^C: quit",
    ]
  }

  private static func hint(_ command: ScreenCommand, isForm: Bool) -> String {
    switch command {
    case .open: "Enter open"
    case .add: "a add"
    case .delete: "d delete"
    case .undo: isForm ? "^T undo" : "u undo"
    case .redo: isForm ? "^R redo" : "U redo"
    case .tick: "Space tick"
    case .search: "/ search"
    case .jump: "f find"
    case .sort: "o order"
    case .toggle: "Space pick"
    case .move: "< > move"
    case .edit: "type to edit"
    case .pick: "Enter pick"
    case .follow: "→ go there"
    case .cycle: "← → choose"
    case .date: "^N ^P day  PgUp PgDn month"
    case .save: "^S save"
    case .run: "Enter search"
    case .kind: "Tab kind"
    case .combine: "^N and"
    case .back: "Esc back"
    case .lists: "Tab next list"
    case .quit: isForm ? "^Q quit" : "q quit"
    }
  }
}
