/// A serial executor on which the calling task runs one closure.
///
/// The actor has its own executor, and uses no continuation, so the closure
/// belongs to the task, and sees its cancellation.
package actor PerformLane {
  private nonisolated let executor: Executor

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package init(_ lanes: SerialQueuePool) { executor = Executor(lanes: lanes) }

  /// Runs a closure on a thread that may block.
  package func run<Result>(_ body: @Sendable () throws -> sending Result) throws -> sending Result {
    try body()
  }

  private final class Executor: SerialExecutor {
    let lanes: SerialQueuePool

    init(lanes: SerialQueuePool) { self.lanes = lanes }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      lanes.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
