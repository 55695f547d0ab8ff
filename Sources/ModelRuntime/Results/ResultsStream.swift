/// An asynchronous sequence of the results of a request: first the current
/// objects, then the objects after every change.
///
/// Like the objects, the sequence belongs to the isolation domain of its context. While
/// an iterator waits for the next list, it processes unsaved changes, and merges saves
/// of other contexts if the context merges them automatically.
public struct ResultsStream<Object: ManagedObject>: AsyncSequence {
  /// A list of the request's objects, in order.
  public typealias Element = [Object]

  let context: ManagedObjectContext
  let request: FetchRequest<Object>

  /// Creates an iterator that tracks the results of the request.
  public func makeAsyncIterator() -> Iterator {
    Iterator(FetchedResultsController(request, in: context))
  }

  /// An iterator over the lists of a results stream.
  public struct Iterator: AsyncIteratorProtocol {
    private let controller: FetchedResultsController<Object>
    private let alarm: ChangeSignal

    init(_ controller: FetchedResultsController<Object>) {
      self.controller = controller
      alarm = ChangeSignal(controller.context)
      controller.onChange = { [alarm] _ in alarm.isDue = true }
    }

    /// Returns the current list on the first call, then each list that differs
    /// from the previous list.
    ///
    /// - Throws: The errors of `ManagedObjectContext.fetch(_:)`.
    public mutating func next() async throws -> [Object]? {
      try await next(isolation: #isolation)
    }

    /// Returns the current list on the first call, then each list that differs
    /// from the previous list.
    ///
    /// - Throws: The errors of `ManagedObjectContext.fetch(_:)`.
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

/// A signal that wakes a task waiting for changes of a context.
final class ChangeSignal {
  /// True if the list has changed since it was last returned.
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
    // The queue signals saves, even if its reports are never read.
    notificationQueue = SaveNotificationQueue { source.yield() }
    context.store.notifications.subscribe(notificationQueue)
  }

  deinit {
    context.journal?.removeWake(number)
  }

  /// Waits until there may be a change; returns false if the task is cancelled.
  func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    _ = notificationQueue.takeAll()
    if isDue { return true }
    return await iterator.next(isolation: actor) != nil
  }
}

extension ManagedObjectContext {
  /// Returns the results of a request as an asynchronous sequence: first the
  /// current objects, then the objects after every change.
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
