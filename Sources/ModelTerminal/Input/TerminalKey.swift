/// What somebody pressed.
public enum TerminalKey: Sendable, Hashable {
  /// A character that can be typed.
  case character(Character)
  /// A text that was pasted, line ends as they came.
  case paste(String)
  /// A letter with the control key, such as `s`.
  case control(Character)
  /// A character with the alt key.
  case alt(Character)
  /// Any other key.
  case special(Special)

  /// Keys that stand for no character.
  public enum Special: String, Sendable, Hashable, CaseIterable {
    case enter
    case escape
    case tab
    case backTab
    case backspace
    case delete
    case insert
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
  }
}
