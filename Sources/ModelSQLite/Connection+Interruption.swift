internal import CModelSQLite

/// Checks at intervals whether a running statement has been cancelled, or has
/// run for too long.
final class Interruption {
  /// The number of SQLite operations between two checks. The operations take
  /// about a millisecond.
  static let operations: Int32 = 10_000
  /// The maximum time between two checks that counts as time of the statement.
  /// The remaining time counts as time of the code that reads the rows.
  private static let longestPause = Duration.milliseconds(250)

  var isCancelled: (() -> Bool)?
  var limit: Duration?
  // Exclusivity is not checked, because every lookup restarts the time.
  @exclusivity(unchecked) private var ran = Duration.zero
  @exclusivity(unchecked) private var asked = ContinuousClock.now
  /// True if a check has been made since the last restart. A flag is used
  /// because reading an optional instant would take longer than many lookups.
  @exclusivity(unchecked) private var hasAsked = false

  /// Resets the measured time, for another statement.
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
  /// Sets the closure that running statements call at intervals to determine
  /// whether to stop. A stopped statement fails with SQLite's code 9.
  ///
  /// - Parameter body: A closure that returns true to stop the statement; nil
  ///   to remove the current closure.
  package func setInterruption(_ body: (() -> Bool)?) {
    ask { $0.isCancelled = body }
  }

  /// Limits the time for which a statement may run; nil removes the limit. A
  /// statement that exceeds it fails with SQLite's code 9. Call `restartTime()`
  /// before running another statement.
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

  /// Resets the measured time, before another statement runs.
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
