/// A question that a session asks by itself: about an object that has come due,
/// as an alert window asks.
public struct ScreenAlert: Sendable {
  /// The title of the question.
  let title: String
  /// The first object to ask about now; nil for none.
  let find: @Sendable (ManagedObjectContext) throws -> ManagedObject?
  /// The question about an object.
  let message: @Sendable (ManagedObject) -> String
  /// The answers: their words, and what they do.
  let answers: [(word: String, act: @Sendable (ManagedObject) -> Void)]

  /// Describes a question.
  ///
  /// - Parameters:
  ///   - request: The objects to ask about, the first one first; it is asked
  ///     anew every second.
  ///   - message: The question about an object.
  ///   - answers: The answers with what they change of the object. The last one
  ///     is chosen at first, and is what Escape says: it should do the least.
  ///     Each has to keep the request from finding the object at once.
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
  /// Asks about an object that the catalogue's alert finds, unless something
  /// else has to be answered first; at most once a second, and a minute after an
  /// answer that could not be saved.
  ///
  /// - Returns: Whether there is a new question, for a bell.
  public func ring() -> Bool {
    // Where nothing can be changed it would be asked again at once, whatever was answered.
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
          // Time to do something about it.
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
