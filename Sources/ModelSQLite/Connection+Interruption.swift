internal import CModelSQLite

/// The closure that SQLite asks now and then.
final class Interruption {
  let body: () -> Bool

  init(_ body: @escaping () -> Bool) {
    self.body = body
  }
}

extension Connection {
  /// Has a running statement ask the body now and then whether to stop; one
  /// that is stopped fails with SQLite's code 9.
  ///
  /// - Parameter body: Whether to stop; nil asks nobody any more.
  package func setInterruption(_ body: (() -> Bool)?) {
    guard let body else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      interruption = nil
      return
    }
    let box = Interruption(body)
    interruption = box
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().body() ? 1 : 0
      }, Unmanaged.passUnretained(box).toOpaque())
  }
}
