import BenchModel
import CSQLiteRaw
import Foundation
import ModelRuntime
import Synchronization

/// How soon the first of many banks comes from a stream, and how much memory all of them take.
struct StreamsCommand {
  private let count: Int
  private let rounds: Int
  private let files: StoreFiles

  init(_ options: Options) throws {
    count = options.size ?? 1_000_000
    rounds = options.rounds
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try fill()
    print("A stream of \(count) banks. Load \(Machine.load).\n")
    let streams = BankStreams(path: files.filledPath, count: count, rounds: rounds)
    try Self.wait { try await streams.measure("in no order", FailedBankInfo.all) }
    try Self.wait {
      try await streams.measure(
        "by name, which has an index", FailedBankInfo.all.sorted { [$0.name.ascending] })
    }
  }

  /// Waits for asynchronous work: valgrind, which the other commands need, does not survive the end
  /// of an asynchronous main function.
  private static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task {
      do { try await work() } catch { failure.withLock { $0 = error } }
      end.signal()
    }
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func fill() throws {
    try FileManager.default.copyItem(atPath: files.emptyPath, toPath: files.filledPath)
    let connection = try RawConnection(path: files.filledPath)
    try connection.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT \(count)) \
      INSERT INTO ZFAILEDBANKINFO (Z_PK, Z_ENT, Z_OPT, ZCERT, ZNAME, ZCITY, ZSTATE) \
      SELECT n, \(Schema.bankEntity), 1, n, 'Savings Bank ' || (n * 7919 % \(count)), \
      'Springfield', 'IL' FROM number; \
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_ENT = \(Schema.bankEntity); \
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
  }
}

/// Streams of all banks of one store.
private struct BankStreams: Sendable {
  let path: String
  let count: Int
  let rounds: Int

  func measure(_ title: String, _ request: FetchRequest<FailedBankInfo>) async throws {
    let container = try OursContender(path: path).container
    var first: [Double] = []
    for _ in 0...rounds {
      first.append(try await Self.first(container.makeContext(), request))
    }
    let reading = try await Self.all(container.makeContext(), request)
    guard reading.count == count else { throw BenchError("the stream gave \(reading.count) banks") }
    print(
      title.padding(toLength: 30, withPad: " ", startingAt: 0)
        + String(
          format: "first row %6.3f ms, all %5.2f s, memory at most %.1f MB more",
          Array(first.dropFirst()).median, reading.milliseconds / 1e3, reading.megabytes))
  }

  /// The milliseconds until the first bank is there.
  private static func first(
    _ context: ManagedObjectContext, _ request: FetchRequest<FailedBankInfo>
  ) async throws -> Double {
    let start = ContinuousClock.now
    for try await bank in context.stream(request) {
      guard !bank.name.isEmpty else { throw BenchError("a bank without a name") }
      break
    }
    return (ContinuousClock.now - start).milliseconds
  }

  private struct Reading {
    var count = 0
    var milliseconds = 0.0
    var megabytes = 0.0
  }

  /// Reads all banks, and looks at the memory after every thousandth.
  private static func all(
    _ context: ManagedObjectContext, _ request: FetchRequest<FailedBankInfo>
  ) async throws -> Reading {
    var reading = Reading()
    let before = raw_malloc_bytes()
    let start = ContinuousClock.now
    for try await bank in context.stream(request) where !bank.name.isEmpty {
      reading.count += 1
      guard reading.count % 1000 == 0 else { continue }
      reading.megabytes = max(reading.megabytes, Double(raw_malloc_bytes() - before) / 1e6)
    }
    reading.milliseconds = (ContinuousClock.now - start).milliseconds
    return reading
  }
}
