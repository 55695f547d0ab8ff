/// A user's action on a screen.
///
/// A front end turns keys, clicks or touches into actions. A screen ignores actions
/// that do not apply to it.
public enum ScreenAction: Sendable, Hashable {
  /// Selects a row, a field, or a result.
  case select(Int)
  /// Opens the selected object, or the picker of the selected field.
  case open
  /// Creates a new object.
  case add
  /// Deletes the selected object.
  case delete
  /// Undoes the last change; repeated, the change before it.
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
  /// Sorts by the column at a distance from the current one.
  case sort(Int)
  /// Reverses the order of the list.
  case turn
  /// Keeps the current search as a condition, and begins another search.
  case combine
  /// Picks the selected row, or removes it from the picks.
  case toggle
  /// Moves the selected row down by the given number of rows.
  case move(Int)
  /// Sets the text of the selected field, of the search or of the question.
  case type(String)
  /// Selects the choice at a distance from the current one, in a field or among the
  /// kinds of search.
  case cycle(Int)
  /// Moves the date of the selected field.
  case shift(days: Int, months: Int)
  /// Saves all fields.
  case save
  /// Runs the search.
  case run
  /// Leaves the screen.
  case back
  /// Answers the question with one of its options.
  case answer(Int)
  /// Shows the list of an entity, given by its index in the catalogue.
  case show(Int)
  /// Leaves the application; if there are unsaved edits, asks first.
  case quit
  /// Leaves the application immediately, discarding unsaved edits.
  case abandon
}
