internal import Dispatch

/// A watch that detects when another program has written the store's file.
///
/// SQLite counts, for each connection, the commits of other connections
/// (`PRAGMA data_version`). The watch has its own connection. The commits of
/// this program's contexts are recognised by reading the number before and
/// after them, under the write lock, so that only the commits of other programs
/// remain.
package final class ExternalWatch: @unchecked Sendable {
  // because all state is accessed only under the store's write lock or under `lock`.
  private var connection: StoreConnection?
  private var seen: Int64 = 0
  private var hasStarted = false
  private var isPending = false
  private let lock = PlatformLock()
  private var timer: (any DispatchSourceTimer)?
  /// The interval of the timer in milliseconds; nil if there are no streams.
  private var interval: Int?
  private var streams: [Int: Waiter] = [:]
  private var nextStream = 0

  /// A stream of reports, and the maximum time until a report.
  private struct Waiter {
    let continuation: AsyncStream<SaveReport>.Continuation
    let milliseconds: Int
  }

  // MARK: Counting; under the store's write lock

  /// Begins to watch, unless the watch has already begun.
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

  /// Runs a transaction without counting its commit as a foreign commit.
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
      // The transaction holds the write lock, so any new change was made before
      // the transaction.
      try writer.enterWriting()
      before = try writer.dataVersion()
      try look(connection)
      return try body()
    }
    // The commit succeeded, even if another program locks the store now. If the
    // number cannot be read, there may have been a foreign commit.
    do {
      // This commit also changed the watch's number, but it is not foreign.
      seen = try connection.dataVersion()
      // Another program may have committed before the number was read; the writer's
      // number shows this.
      if try writer.dataVersion() != before { isPending = true }
    } catch {
      isPending = true
    }
    return result
  }

  /// Returns whether another program has written since the last call.
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

  // MARK: Reports

  /// Returns a stream of reports of foreign commits. Commits are reported as
  /// long as the stream is read.
  package func stream(every milliseconds: Int, of store: PersistentStore) -> AsyncStream<SaveReport>
  {
    // A report only says that another program has written, so a reader that has
    // not taken the last report needs no further report.
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

  /// Sets the timer to the shortest interval of all streams; the caller holds `lock`.
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

  /// Sends a report to all streams.
  func tell(_ report: SaveReport) {
    for waiter in lock.withLock({ Array(streams.values) }) { waiter.continuation.yield(report) }
  }

  /// Creates a timer that checks for foreign commits. The timer is not
  /// scheduled yet.
  private static func makeTimer(_ store: PersistentStore) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ModelRuntime.watch"))
    timer.setEventHandler { [weak store] in
      // If a check fails, for instance because the file is busy, it is repeated
      // at the next tick.
      _ = try? store?.checkForExternalChanges()
    }
    // Change detection stops after the last check, since a check would start it
    // again.
    timer.setCancelHandler { [backing = store.backing] in
      backing?.stopFollowing()
    }
    timer.resume()
    return timer
  }
}

extension StoreConnection {
  /// Returns a number that changes when another connection commits.
  package func dataVersion() throws -> Int64 {
    try mapping.schemas.reduce(0) { sum, schema in
      sum &+ (try statement("PRAGMA \(schema).data_version").first { $0.int64(0) } ?? 0)
    }
  }
}

extension PersistentStore {
  /// True if other programs can have the store open at the same time.
  package var isShareable: Bool { identities[0] != nil }

  /// Runs a transaction that changes no content, such as a reservation of keys,
  /// while no other context of this program writes. A store that is written as
  /// a whole is therefore not written.
  package func countedWriting(_ connection: StoreConnection, _ body: () throws -> Void) throws {
    try withWriteLock { try watch.accounting(connection, body) }
  }

  /// Returns whether another program has written, and reports it to all
  /// contexts and streams.
  package func checkForExternalChanges() throws -> Bool {
    let hasNews = try StoreError.translating(configuration.displayPath) {
      try withWriteLock {
        try watch.start(self)
        return try watch.takeNews()
      }
    }
    guard hasNews else { return false }
    var report = SaveReport()
    report.isExternal = true
    notifications.post(report, from: nil)
    watch.tell(report)
    return true
  }
}
