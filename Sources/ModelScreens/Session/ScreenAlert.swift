/// A question about an object that has become due, which a session asks without an
/// action of the user.
public struct ScreenAlert: Sendable {
  /// The title of the question.
  let title: String
  /// A closure that returns the first object that is due; nil if there is none.
  let find: @Sendable (ManagedObjectContext) throws -> ManagedObject?
  /// A closure that returns the question about an object.
  let message: @Sendable (ManagedObject) -> String
  /// The words for the answers, with closures that change the object.
  let answers: [(word: String, act: @Sendable (ManagedObject) -> Void)]

  /// Creates an alert about objects that are due.
  ///
  /// - Parameters:
  ///   - request: The request for the objects that are due, with the most
  ///     urgent one first. It is fetched every second.
  ///   - message: A closure that returns the question about an object.
  ///   - answers: The words for the answers, with closures that change the
  ///     object. The last answer, which is selected initially and given by the
  ///     Escape key, should change the least. After each answer, the request
  ///     must not find the object again immediately.
  public init<Object: ManagedObject>(
    _ title: String, about request: @escaping @Sendable () -> FetchRequest<Object>,
    message: @escaping @Sendable (Object) -> String,
    answers: [(word: String, act: @Sendable (Object) -> Void)]
  ) {
    self.title = title
    find = { context in
      var first = request()
      first.limit = 1
      return try context.fetch(first).first
    }
    self.message = { ($0 as? Object).map(message) ?? "" }
    self.answers = answers.map { answer in
      (answer.word, { ($0 as? Object).map(answer.act) })
    }
  }
}

extension ScreenSession {
  /// Asks a question if the catalogue's alert finds an object that is due,
  /// unless another question is open. The alert is checked at most once a
  /// second, and is not checked for a minute after an answer could not be
  /// saved.
  ///
  /// - Returns: True if there is a new question, so that a bell can be rung.
  public func ring() -> Bool {
    // A read-only application cannot save the answer, so it would ask again
    // immediately.
    guard let alert = catalog.alert, !catalog.isReadOnly, dialog == nil,
      ContinuousClock.now >= nextRing
    else { return false }
    nextRing = .now + .seconds(1)
    do {
      guard let object = try alert.find(context) else { return false }
      ask(
        ScreenDialog(
          title: alert.title, message: alert.message(object), options: alert.answers.map(\.word),
          selection: alert.answers.count - 1)
      ) { [self] place, _ in
        guard !object.isInaccessible else { return }
        alert.answers[place].act(object)
        do {
          try save("\(alert.answers[place].word): '\(row(object).title)'")
        } catch {
          // The delay gives the user time to resolve the problem.
          nextRing = .now + .seconds(60)
          throw error
        }
      }
    } catch {
      complain(error)
      return false
    }
    return true
  }
}
