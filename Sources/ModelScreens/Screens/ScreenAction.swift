/// An action of a user on a screen.
///
/// A front turns keys, clicks or touches into actions; actions that mean
/// nothing where they arrive do nothing.
public enum ScreenAction: Sendable, Hashable {
  /// Chooses a row, a field, or a result.
  case select(Int)
  /// Opens what is chosen: an object, or the picker of a field.
  case open
  /// Makes a new object.
  case add
  /// Deletes what is chosen.
  case delete
  /// Takes the last change back; again, the one before.
  case undo
  /// Makes what was taken back again.
  case redo
  /// Turns the yes or no of the chosen row around.
  case tick
  /// Goes to the search.
  case search
  /// Begins or ends jumping: what is typed goes to the first row of that name.
  case jump
  /// Lists in another order: so many columns further on.
  case sort(Int)
  /// Turns the order of the list around.
  case turn
  /// Keeps what is searched for, and searches for something else besides.
  case combine
  /// Picks the chosen row, or lets go of it.
  case toggle
  /// Puts the chosen row so many places further down.
  case move(Int)
  /// Makes a text that of the chosen field, of the search or of the question.
  case type(String)
  /// Takes the choice so many further on, of a field or of the kind of search.
  case cycle(Int)
  /// Moves the chosen date.
  case shift(days: Int, months: Int)
  /// Writes all fields.
  case save
  /// Runs the search.
  case run
  /// Leaves the screen.
  case back
  /// Answers the question with one of its options.
  case answer(Int)
  /// Shows the list of an entity, by its place in the catalogue.
  case show(Int)
  /// Leaves the application.
  case quit
  /// Leaves the application at once, without what is not saved.
  case abandon
}
