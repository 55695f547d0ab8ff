internal import CModelSQLite

/// The checks that a running statement performs at intervals: whether it has been
/// cancelled, and whether it has run for too long.
final class Interruption {
  /// The number of SQLite operations between two checks, which take about a
  /// millisecond.
  static let operations: Int32 = 10_000
  /// The maximum time between two checks that is counted as the statement's own time,
  /// because the code that reads its rows can take any amount of time.
  private static let longestPause = Duration.milliseconds(250)

  var isCancelled: (() -> Bool)?
  var limit: Duration?
  // Exclusivity is not checked, because every lookup restarts the time.
  @exclusivity(unchecked) private var ran = Duration.zero
  @exclusivity(unchecked) private var asked = ContinuousClock.now
  /// True if a check has been made since the last restart. A flag is faster to read
  /// than an optional instant, which would take longer than many lookups.
  @exclusivity(unchecked) private var hasAsked = false

  /// Resets the time for another statement.
  func restart() {
    guard hasAsked else { return }
    hasAsked = false
    ran = .zero
  }

  fileprivate func stops() -> Bool {
    if isCancelled?() == true { return true }
    guard let limit else { return false }
    let now = ContinuousClock.now
    if hasAsked { ran += min(now - asked, Self.longestPause) }
    (asked, hasAsked) = (now, true)
    return ran > limit
  }
}

extension Connection {
  /// Makes running statements call the body at intervals to ask whether to stop; a
  /// stopped statement fails with SQLite's code 9.
  ///
  /// - Parameter body: Returns true to stop the statement; if it is nil, the current
  ///   body is removed.
  package func setInterruption(_ body: (() -> Bool)?) {
    ask { $0.isCancelled = body }
  }

  /// Limits the time for which a statement may run; a statement that exceeds it fails
  /// with SQLite's code 9. Call `restartTime()` before running another statement.
  package func setTimeLimit(_ limit: Duration?) {
    ask { $0.limit = limit }
  }

  /// The number of bytes that SQLite may allocate in the whole process; nil if there is
  /// no limit. A statement that needs more fails with `outOfMemory`.
  package static var memoryLimit: Int64? {
    get {
      let limit = sqlite3_hard_heap_limit64(-1)
      return limit > 0 ? limit : nil
    }
    set { sqlite3_hard_heap_limit64(newValue ?? 0) }
  }

  /// Restarts the time, for the next statement.
  package func restartTime() { interruption?.restart() }

  private func ask(_ change: (Interruption) -> Void) {
    let box = interruption ?? Interruption()
    change(box)
    guard box.isCancelled != nil || box.limit != nil else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      interruption = nil
      return
    }
    interruption = box
    sqlite3_progress_handler(
      handle, Interruption.operations,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().stops() ? 1 : 0
      }, Unmanaged.passUnretained(box).toOpaque())
  }
}
