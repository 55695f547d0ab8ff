/// An asynchronous sequence of the transactions in a store's history, as they
/// are written by this program and other programs.
///
/// ```swift
/// for try await transaction in HistoryObserver(container, after: savedToken) {
///   for change in transaction.changes { … }
///   save(transaction.token)
/// }
/// ```
///
/// The sequence contains each transaction after the token once, the oldest
/// first. With the token of the last transaction, another observer continues
/// where this one ended.
public struct HistoryObserver: AsyncSequence, Sendable {
  /// A transaction of the store's history.
  public typealias Element = HistoryTransaction

  private let container: PersistentContainer
  private let token: HistoryToken?
  private let interval: Int

  /// Creates an observer of a store's history.
  ///
  /// - Parameters:
  ///   - container: The container of the store.
  ///   - token: The token of the last known transaction; nil for the beginning of the
  ///     history.
  ///   - interval: The interval in milliseconds at which the file is checked for saves
  ///     of other programs.
  public init(
    _ container: PersistentContainer, after token: HistoryToken? = nil,
    everyMilliseconds interval: Int = 250
  ) {
    self.container = container
    self.token = token
    self.interval = interval
  }

  /// Creates an iterator, which begins to observe the store.
  public func makeAsyncIterator() -> Iterator {
    Iterator(container, token, interval)
  }

  /// An iterator over the transactions of a store's history.
  public struct Iterator: AsyncIteratorProtocol {
    private static let chunk = 64

    private let container: PersistentContainer
    private var token: HistoryToken?
    private var waiting: ArraySlice<HistoryTransaction> = []
    private let external: AsyncStream<SaveReport>
    private let queue: SaveNotificationQueue
    private var wakes: AsyncStream<Void>.Iterator

    init(_ container: PersistentContainer, _ token: HistoryToken?, _ interval: Int) {
      let (stream, source) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.container = container
      self.token = token
      wakes = stream.makeAsyncIterator()
      queue = SaveNotificationQueue { source.yield() }
      container.store.notifications.subscribe(queue)
      // The file is checked as long as this stream exists; the saves that it detects
      // are added to the queue.
      external = container.externalChanges(everyMilliseconds: interval)
    }

    /// Returns the next transaction; nil if the task is cancelled.
    ///
    /// - Throws: The errors of `PersistentContainer.history(after:limit:)`.
    public mutating func next() async throws -> HistoryTransaction? {
      try await next(isolation: #isolation)
    }

    /// Returns the next transaction; nil if the task is cancelled.
    ///
    /// - Throws: The errors of `PersistentContainer.history(after:limit:)`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> HistoryTransaction? {
      while true {
        if let transaction = waiting.popFirst() {
          token = transaction.token
          return transaction
        }
        // The queue is emptied before the history is read, so that a save in the
        // meantime wakes the loop again.
        _ = queue.takeAll()
        waiting = try container.history(after: token, limit: Self.chunk)[...]
        guard waiting.isEmpty else { continue }
        guard await wakes.next(isolation: actor) != nil else { return nil }
      }
    }
  }
}
