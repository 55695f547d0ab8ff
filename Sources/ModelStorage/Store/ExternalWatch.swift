internal import Dispatch

/// Notices that another program has written the store's file.
///
/// SQLite counts, for each connection, the commits of other connections
/// (`PRAGMA data_version`). The watch has a connection of its own; what contexts
/// of this program commit is known by asking before and after, under the write
/// lock, so that only foreign commits remain.
package final class ExternalWatch: @unchecked Sendable {
  // because everything is touched under the store's write lock or `lock`.
  private var connection: StoreConnection?
  private var seen: Int64 = 0
  private var hasStarted = false
  private var isPending = false
  private let lock = PlatformLock()
  private var timer: (any DispatchSourceTimer)?
  /// The interval at which the timer looks; nil where nobody waits.
  private var interval: Int?
  private var streams: [Int: Waiter] = [:]
  private var nextStream = 0

  /// Somebody who waits for reports, and who wants to have them within an interval.
  private struct Waiter {
    let continuation: AsyncStream<SaveReport>.Continuation
    let milliseconds: Int
  }

  // MARK: Counting; under the store's write lock

  /// Begins to watch, once.
  func start(_ store: PersistentStore) throws {
    if let backing = store.backing {
      let count = try backing.foreignChangeCount() ?? 0
      if hasStarted, count != seen { isPending = true }
      seen = count
      hasStarted = true
      return
    }
    guard connection == nil, store.isShareable else { return }
    let connection = try store.borrow()
    seen = try connection.dataVersion()
    self.connection = connection
  }

  /// Runs a transaction and leaves its commit out of the count.
  func accounting<Result>(
    _ writer: StoreConnection, _ body: () throws -> Result
  ) throws -> Result {
    try writer.withoutPin { try accountingUnpinned(writer, body) }
  }

  private func accountingUnpinned<Result>(
    _ writer: StoreConnection, _ body: () throws -> Result
  ) throws -> Result {
    try writer.endLeftoverTransaction()
    defer { writer.takeOwnContent() }
    guard let connection else {
      return try writer.connection.transaction {
        try writer.enterWriting()
        return try body()
      }
    }
    var before: Int64 = 0
    let result = try writer.connection.transaction {
      // The transaction holds the write lock: whatever is new now was there before it.
      try writer.enterWriting()
      before = try writer.dataVersion()
      try look(connection)
      return try body()
    }
    // What is committed is saved, whoever locks the store from now on: where nobody can look, there
    // may be news.
    do {
      // This commit moved the watch's number too; it is no news.
      seen = try connection.dataVersion()
      // Somebody may have been faster than that look; the writer would know.
      if try writer.dataVersion() != before { isPending = true }
    } catch {
      isPending = true
    }
    return result
  }

  /// A Boolean value that says whether somebody else has written since the last
  /// time.
  func takeNews() throws -> Bool {
    if let connection { try look(connection) }
    defer { isPending = false }
    return isPending
  }

  private func look(_ connection: StoreConnection) throws {
    let version = try connection.dataVersion()
    if version != seen { isPending = true }
    seen = version
  }

  // MARK: Telling

  /// Reports of foreign commits, while somebody waits for them.
  package func stream(every milliseconds: Int, of store: PersistentStore) -> AsyncStream<SaveReport>
  {
    // A report says no more than that there is news: who has not taken the last one needs no other.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = lock.withLock {
        defer { nextStream += 1 }
        streams[nextStream] = Waiter(
          continuation: continuation, milliseconds: max(milliseconds, 10))
        if timer == nil { timer = Self.makeTimer(store) }
        adjustTimer()
        return nextStream
      }
      continuation.onTermination = { [weak self] _ in self?.endStream(number) }
    }
  }

  private func endStream(_ number: Int) {
    lock.withLock {
      streams[number] = nil
      adjustTimer()
    }
  }

  /// Makes the timer look as often as the most impatient stream asks; under
  /// `lock`.
  private func adjustTimer() {
    let least = streams.values.map(\.milliseconds).min()
    guard least != interval else { return }
    interval = least
    if let least {
      timer?.schedule(deadline: .now(), repeating: .milliseconds(least))
    } else {
      timer?.cancel()
      timer = nil
    }
  }

  /// Hands a report to everybody who waits.
  func tell(_ report: SaveReport) {
    for waiter in lock.withLock({ Array(streams.values) }) { waiter.continuation.yield(report) }
  }

  /// A timer that looks for news, without a time yet.
  private static func makeTimer(_ store: PersistentStore) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ModelRuntime.watch"))
    timer.setEventHandler { [weak store] in
      // A look that fails (a busy file) is made again at the next tick.
      _ = try? store?.checkForExternalChanges()
    }
    // When the last look is over, which would begin to follow again.
    timer.setCancelHandler { [backing = store.backing] in
      backing?.stopFollowing()
    }
    timer.resume()
    return timer
  }
}

extension StoreConnection {
  /// A number that changes when another connection commits.
  package func dataVersion() throws -> Int64 {
    try mapping.schemas.reduce(0) { sum, schema in
      sum &+ (try statement("PRAGMA \(schema).data_version").first { $0.int64(0) } ?? 0)
    }
  }
}

extension PersistentStore {
  /// A Boolean value that says whether another program can have the store open
  /// too.
  package var isShareable: Bool { identities[0] != nil }

  /// Runs a transaction of bookkeeping while no other context of this program
  /// writes; no content changes, so a file that is written whole is not.
  package func countedWriting(_ connection: StoreConnection, _ body: () throws -> Void) throws {
    try withWriteLock { try watch.accounting(connection, body) }
  }

  /// Looks whether another program has written, and tells everybody.
  package func checkForExternalChanges() throws -> Bool {
    let hasNews: Bool
    do {
      hasNews = try withWriteLock {
        try watch.start(self)
        return try watch.takeNews()
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: configuration.displayPath)
    }
    guard hasNews else { return false }
    var report = SaveReport()
    report.isExternal = true
    notifications.post(report, from: nil)
    watch.tell(report)
    return true
  }
}
