/// An action of the user on a screen.
///
/// A front end turns keys, clicks or touches into actions. A screen ignores
/// actions that do not apply to it.
public enum ScreenAction: Sendable, Hashable {
  /// Selects the row, the field or the result at the given index.
  case select(Int)
  /// Opens the selected object, or the picker of the selected field.
  case open
  /// Creates a new object.
  case add
  /// Deletes the selected object.
  case delete
  /// Undoes the last change that has not been undone.
  case undo
  /// Redoes the change that was undone last.
  case redo
  /// Toggles the Boolean field of the selected row.
  case tick
  /// Opens the search.
  case search
  /// Begins or ends a jump, during which typed text selects the first row that begins
  /// with it.
  case jump
  /// Sorts by the column at the given distance from the current one.
  case sort(Int)
  /// Reverses the order of the list.
  case turn
  /// Keeps the current search as a condition, and begins a second search.
  case combine
  /// Picks the object of the selected row, or removes it from the picks.
  case toggle
  /// Moves the selected row down by the given number of rows.
  case move(Int)
  /// Sets the text of the selected field, of the search or of the question.
  case type(String)
  /// Selects the choice at the given distance from the current one, in a field
  /// or among the kinds of search.
  case cycle(Int)
  /// Moves the date of the selected field by the given numbers of days and
  /// months.
  case shift(days: Int, months: Int)
  /// Saves the values of all fields.
  case save
  /// Runs the search.
  case run
  /// Leaves the screen.
  case back
  /// Answers the open question with the option at the given index.
  case answer(Int)
  /// Shows the list of the entity at the given index in the catalogue.
  case show(Int)
  /// Leaves the application. If there are unsaved edits, the user is asked
  /// first.
  case quit
  /// Leaves the application immediately, and discards unsaved edits.
  case abandon
}
