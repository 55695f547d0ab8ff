/// The objects that a request asks for, now and again each time they change.
///
/// It belongs to its context's isolation domain, as the objects do. While the
/// next list is waited for, saves of other contexts are merged where the context
/// merges them, and unsaved changes are processed.
public struct ResultsStream<Object: ManagedObject>: AsyncSequence {
  /// The objects, in order.
  public typealias Element = [Object]

  let context: ManagedObjectContext
  let request: FetchRequest<Object>

  /// Begins to follow the request.
  public func makeAsyncIterator() -> Iterator {
    Iterator(FetchedResultsController(request, in: context))
  }

  /// A list that is followed.
  public struct Iterator: AsyncIteratorProtocol {
    private let controller: FetchedResultsController<Object>
    private let alarm: ChangeSignal

    init(_ controller: FetchedResultsController<Object>) {
      self.controller = controller
      alarm = ChangeSignal(controller.context)
      controller.onChange = { [alarm] _ in alarm.isDue = true }
    }

    /// The list as it is, then each list that differs from the last.
    ///
    /// - Throws: As a fetch does.
    public mutating func next() async throws -> [Object]? {
      try await next(isolation: #isolation)
    }

    /// The list as it is, then each list that differs from the last.
    ///
    /// - Throws: As a fetch does.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Object]? {
      if !controller.isFetched {
        try controller.performFetch()
      } else {
        repeat {
          guard await alarm.wait(isolation: actor) else { return nil }
          controller.context.mergePendingChanges()
          controller.context.processPendingChanges()
          if let failure = controller.failure { throw failure }
        } while !alarm.isDue
      }
      alarm.isDue = false
      return Array(controller.objects)
    }
  }
}

/// A source of wake-ups for who waits for a context's changes.
final class ChangeSignal {
  /// A Boolean value that says whether the list has changed since it was handed
  /// out.
  var isDue = false
  private let context: ManagedObjectContext
  private let number: Int
  private let notificationQueue: SaveNotificationQueue
  private let stream: AsyncStream<Void>
  private let source: AsyncStream<Void>.Continuation
  private var iterator: AsyncStream<Void>.Iterator

  init(_ context: ManagedObjectContext) {
    let (stream, source) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.context = context
    self.stream = stream
    self.source = source
    iterator = stream.makeAsyncIterator()
    number = context.beginJournal().addWake { source.yield() }
    // Told of saves, whatever becomes of its copies of the reports.
    notificationQueue = SaveNotificationQueue { source.yield() }
    context.store.notifications.subscribe(notificationQueue)
  }

  deinit {
    context.journal?.removeWake(number)
  }

  /// Waits until something may have changed; false when the task is cancelled.
  func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    _ = notificationQueue.takeAll()
    if isDue { return true }
    return await iterator.next(isolation: actor) != nil
  }
}

extension ManagedObjectContext {
  /// The objects that a request asks for, now and again each time they change.
  ///
  /// ```swift
  /// for try await banks in context.results(of: FailedBankInfo.all) { show(banks) }
  /// ```
  public func results<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) -> ResultsStream<Object> {
    ResultsStream(context: self, request: request)
  }
}
