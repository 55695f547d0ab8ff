/// The transactions of a store's history as they are written, by this program
/// and by others.
///
/// ```swift
/// for try await transaction in HistoryObserver(container, after: savedToken) {
///   for change in transaction.changes { … }
///   save(transaction.token)
/// }
/// ```
///
/// Each transaction comes once, the oldest first, beginning behind the token;
/// the token of the last one goes on where this run ends.
public struct HistoryObserver: AsyncSequence, Sendable {
  /// A transaction.
  public typealias Element = HistoryTransaction

  private let container: PersistentContainer
  private let token: HistoryToken?
  private let interval: Int

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - container: The container of the store.
  ///   - token: The last transaction that is known; nil for the beginning.
  ///   - interval: How often the file is looked at for what other programs save,
  ///     in milliseconds.
  public init(
    _ container: PersistentContainer, after token: HistoryToken? = nil,
    everyMilliseconds interval: Int = 250
  ) {
    self.container = container
    self.token = token
    self.interval = interval
  }

  /// Begins to observe.
  public func makeAsyncIterator() -> Iterator {
    Iterator(container, token, interval)
  }

  /// An observation.
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
      // While it is held, the file is looked at; what is found comes through the queue.
      external = container.externalChanges(everyMilliseconds: interval)
    }

    /// The next transaction; nil when the task is cancelled.
    ///
    /// - Throws: As `PersistentContainer.history(after:limit:)`.
    public mutating func next() async throws -> HistoryTransaction? {
      try await next(isolation: #isolation)
    }

    /// The next transaction; nil when the task is cancelled.
    ///
    /// - Throws: As `PersistentContainer.history(after:limit:)`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> HistoryTransaction? {
      while true {
        if let transaction = waiting.popFirst() {
          token = transaction.token
          return transaction
        }
        // Before the history is read: what is saved meanwhile wakes the loop again.
        _ = queue.takeAll()
        waiting = try container.history(after: token, limit: Self.chunk)[...]
        guard waiting.isEmpty else { continue }
        guard await wakes.next(isolation: actor) != nil else { return nil }
      }
    }
  }
}
