internal import CModelSQLite

/// The questions that a running statement asks now and then: whether somebody
/// wants it to stop, and whether it has run for too long.
final class Interruption {
  /// The number of SQLite's operations between two questions; about a
  /// millisecond.
  static let operations: Int32 = 10_000
  /// The longest time between two questions that is the statement's own: who
  /// reads its rows may take any time.
  private static let longestPause = Duration.milliseconds(250)

  var isCancelled: (() -> Bool)?
  var limit: Duration?
  // Unchecked, since every look-up begins a new count.
  @exclusivity(unchecked) private var ran = Duration.zero
  @exclusivity(unchecked) private var asked = ContinuousClock.now
  /// A Boolean value that says whether the statement has asked: whether an optional moment is there
  /// takes longer to find out than many a look-up.
  @exclusivity(unchecked) private var hasAsked = false

  /// Begins to count anew, for another statement.
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
  /// Makes a running statement ask the body now and then whether to stop; one
  /// that is stopped fails with SQLite's code 9. Nothing limits its time
  /// meanwhile.
  ///
  /// - Parameter body: Whether to stop; nil asks nobody any more.
  package func setInterruption(_ body: (() -> Bool)?) {
    ask { $0.isCancelled = body }
  }

  /// Lets no statement run for longer than a time; one that does fails with
  /// SQLite's code 9. Whoever runs another one calls `restartTime()`.
  package func setTimeLimit(_ limit: Duration?) {
    ask { $0.limit = limit }
  }

  /// The number of bytes that SQLite may take in the whole process, nil for any. A statement that
  /// needs more fails with `outOfMemory`.
  package static var memoryLimit: Int64? {
    get {
      let limit = sqlite3_hard_heap_limit64(-1)
      return limit > 0 ? limit : nil
    }
    set { sqlite3_hard_heap_limit64(newValue ?? 0) }
  }

  /// Counts the time of the next statement from its beginning.
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
