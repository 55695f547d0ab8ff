/// A screen of a session: its state, and what actions do to it.
protocol Screen: AnyObject {
  /// Its view at the moment.
  func view(in session: ScreenSession) -> ScreenView
  /// Does what somebody wants.
  func perform(_ action: ScreenAction, in session: ScreenSession) throws
  /// Follows changes of the store.
  func refresh(in session: ScreenSession) throws
  /// Makes changes of the context from what is edited and not yet there.
  ///
  /// - Throws: `FieldError` where something that was typed is no value.
  func commit(in session: ScreenSession) throws
  /// A Boolean value that says whether something is typed or picked and not
  /// saved.
  var hasEdits: Bool { get }
  /// Takes back what was typed last and is not saved, or types it again.
  ///
  /// - Returns: What it is; nil where there is nothing.
  func takeBack(forRedo: Bool, in session: ScreenSession) -> String?
  /// Takes note that everything is saved, or that the context was rolled back.
  func settle(isSaved: Bool)
}

extension Screen {
  var hasEdits: Bool { false }
  func commit(in session: ScreenSession) throws {}
  func takeBack(forRedo: Bool, in session: ScreenSession) -> String? { nil }
  func settle(isSaved: Bool) {}
}

extension Optional where Wrapped == Int {
  /// The selection as it can be with so many rows.
  func limited(to count: Int) -> Int? {
    count == 0 ? nil : Swift.min(Swift.max(self ?? 0, 0), count - 1)
  }
}
