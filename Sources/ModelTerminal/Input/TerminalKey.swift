/// A key that somebody pressed.
package enum TerminalKey: Sendable, Hashable {
  /// A character that can be typed.
  case character(Character)
  /// A text that was pasted, line ends as they came.
  case paste(String)
  /// A letter with the control key, such as `s`.
  case control(Character)
  /// A character with the alt key; backspace is U+007F.
  case alt(Character)
  /// Any other key.
  case special(Special)
  /// Something that was done with the mouse.
  case mouse(Mouse)

  /// An action with the mouse, and its place.
  package struct Mouse: Sendable, Hashable {
    /// The kind of an action.
    package enum Kind: Sendable, Hashable {
      /// The first button was pressed.
      case press
      /// The wheel was turned: so many steps down.
      case wheel(Int)
    }

    /// The kind of the action.
    package var kind: Kind
    /// The place, from 0.
    package var place: CellBuffer.Place

    /// Describes what was done.
    package init(kind: Kind, place: CellBuffer.Place) { (self.kind, self.place) = (kind, place) }
  }

  /// Keys that stand for no character.
  package enum Special: String, Sendable, Hashable, CaseIterable {
    case enter, escape, tab, backTab, backspace, delete, insert, up, down, left, right, home, end
    case pageUp, pageDown, help
  }
}
