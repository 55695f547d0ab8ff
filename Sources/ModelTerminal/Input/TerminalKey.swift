/// An input event: a key, a paste, or an action of the mouse.
package enum TerminalKey: Sendable, Hashable {
  /// A printable character.
  case character(Character)
  /// Pasted text, with its original line endings.
  case paste(String)
  /// A letter pressed together with the Control key, such as `s`.
  case control(Character)
  /// A character pressed together with the Alt key; backspace is U+007F.
  case alt(Character)
  /// Any other key.
  case special(Special)
  /// An action of the mouse.
  case mouse(Mouse)

  /// An action of the mouse at a position.
  package struct Mouse: Sendable, Hashable {
    /// The kind of mouse action.
    package enum Kind: Sendable, Hashable {
      /// The first button was pressed.
      case press
      /// The wheel was turned down by a number of steps, which can be negative.
      case wheel(Int)
    }

    package var kind: Kind
    /// The position of the pointer, counted from 0.
    package var place: CellBuffer.Place

    package init(kind: Kind, place: CellBuffer.Place) { (self.kind, self.place) = (kind, place) }
  }

  /// The keys that do not represent a character.
  package enum Special: String, Sendable, Hashable, CaseIterable {
    case enter, escape, tab, backTab, backspace, delete, insert, up, down, left, right, home, end
    case pageUp, pageDown, help
  }
}
