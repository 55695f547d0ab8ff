public import ModelSchema

/// A report of what a save wrote, for whoever else works on the store.
public struct SaveReport: Sendable, Hashable {
  /// The objects that are new in the store.
  public var inserted: [ObjectID] = []
  /// The objects whose rows or links changed.
  public var updated: [ObjectID] = []
  /// The objects that are gone.
  public var deleted: [ObjectID] = []
  /// New objects that disappeared in others with the same unique values, as a
  /// merge policy decided.
  public var replaced: [ObjectID: ObjectID] = [:]
  /// The author of the changes, as the context's `transactionAuthor` names it.
  public var author: String?

  /// A Boolean value that says whether another program wrote, and it is not
  /// known what.
  public var isExternal = false

  /// A Boolean value that says whether nothing was written.
  public var isEmpty: Bool { !isExternal && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// The saves of other contexts that a context has not merged yet.
///
/// Saves happen on any thread, merging only where the context lives: what is
/// saved waits here.
final class SaveInbox: @unchecked Sendable {
  // because the reports are touched under `lock` alone.
  private let lock = PlatformLock()
  private var reports: [SaveReport] = []
  private let wake: (@Sendable () -> Void)?

  /// An inbox that calls a closure when something arrives.
  init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  /// Puts a report in.
  func add(_ report: SaveReport) {
    lock.withLock { reports.append(report) }
    wake?()
  }

  /// Takes all reports out, the oldest first.
  func takeAll() -> [SaveReport] {
    lock.withLock {
      defer { reports = [] }
      return reports
    }
  }
}

/// Hands the reports of a store's saves to everybody who wants them.
final class SaveBoard: @unchecked Sendable {
  // because the lists are touched under `lock` alone.
  private struct Subscription {
    weak var inbox: SaveInbox?
  }

  private let lock = PlatformLock()
  private var subscriptions: [Subscription] = []
  private var streams: [Int: AsyncStream<SaveReport>.Continuation] = [:]
  private var nextStream = 0

  /// Lets an inbox receive reports while it lives.
  func subscribe(_ inbox: SaveInbox) {
    lock.withLock {
      subscriptions.removeAll { $0.inbox == nil }
      subscriptions.append(Subscription(inbox: inbox))
    }
  }

  /// The reports from now on.
  func stream() -> AsyncStream<SaveReport> {
    AsyncStream { continuation in
      let number = lock.withLock {
        defer { nextStream += 1 }
        streams[nextStream] = continuation
        return nextStream
      }
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    }
  }

  private func remove(_ number: Int) {
    lock.withLock { _ = streams.removeValue(forKey: number) }
  }

  /// A Boolean value that says whether anybody would receive a report.
  var isWatched: Bool {
    lock.withLock { !streams.isEmpty || subscriptions.contains { $0.inbox != nil } }
  }

  /// Hands a report to everybody but its own context.
  func post(_ report: SaveReport, from sender: SaveInbox?) {
    guard !report.isEmpty else { return }
    let (inboxes, continuations) = lock.withLock {
      (subscriptions.compactMap(\.inbox).filter { $0 !== sender }, Array(streams.values))
    }
    for inbox in inboxes { inbox.add(report) }
    for continuation in continuations { continuation.yield(report) }
  }
}
