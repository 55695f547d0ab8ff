/// An action of a user on a screen.
///
/// A front end turns keys, clicks or touches into actions. A screen ignores actions
/// that do not apply to it.
public enum ScreenAction: Sendable, Hashable {
  /// Selects a row, a field, or a result.
  case select(Int)
  /// Opens the selected object, or the picker of the selected field.
  case open
  /// Makes a new object.
  case add
  /// Deletes the selected object.
  case delete
  /// Undoes the last change; repeated, the change before it.
  case undo
  /// Makes the change again that was undone last.
  case redo
  /// Toggles the Boolean field of the selected row.
  case tick
  /// Opens the search.
  case search
  /// Begins or ends a jump, during which a typed text selects the first row that begins
  /// with it.
  case jump
  /// Sorts by the column a number of places further on.
  case sort(Int)
  /// Reverses the order of the list.
  case turn
  /// Keeps the current search as a condition, and begins another search.
  case combine
  /// Picks the selected row, or removes it from the picks.
  case toggle
  /// Moves the selected row down by a number of places.
  case move(Int)
  /// Sets the text of the selected field, of the search or of the question.
  case type(String)
  /// Selects the choice a number of places further on, in a field or among the kinds of
  /// searches.
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
  /// Shows the list of an entity, given by its place in the catalogue.
  case show(Int)
  /// Leaves the application, after a question if there are unsaved edits.
  case quit
  /// Leaves the application at once; unsaved edits are lost.
  case abandon
}
