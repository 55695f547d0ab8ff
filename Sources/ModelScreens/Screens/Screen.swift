/// A screen of a session, which holds its state and performs actions on it.
protocol Screen: AnyObject {
  /// Returns the view that shows the current state of the screen.
  func view(in session: ScreenSession) -> ScreenView
  /// Performs an action of the user.
  func perform(_ action: ScreenAction, in session: ScreenSession) throws
  /// Updates the screen after changes in the store.
  func refresh(in session: ScreenSession) throws
  /// Writes unsaved edits to the context, without saving.
  ///
  /// - Throws: `FieldError` if typed text is not valid.
  func commit(in session: ScreenSession) throws
  /// True if there are typed or picked values that have not been saved.
  var hasEdits: Bool { get }
  /// Undoes or redoes the last unsaved edit of the screen.
  ///
  /// - Returns: The description of the edit; nil if there is no edit to undo or redo.
  func takeBack(forRedo: Bool, in session: ScreenSession) -> String?
  /// Updates the screen after a save, or after the context has been rolled back.
  func settle(isSaved: Bool)
}

extension Screen {
  var hasEdits: Bool { false }
  func commit(in session: ScreenSession) throws {}
  func takeBack(forRedo: Bool, in session: ScreenSession) -> String? { nil }
  func settle(isSaved: Bool) {}
}

extension Optional where Wrapped == Int {
  /// Returns the selected index, limited to the given number of rows; nil if
  /// there are no rows.
  func limited(to count: Int) -> Int? {
    count == 0 ? nil : Swift.min(Swift.max(self ?? 0, 0), count - 1)
  }
}
