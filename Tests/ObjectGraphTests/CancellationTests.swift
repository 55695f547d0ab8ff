import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Closures on their own threads belong to the task that waits for them.
final class CancellationTests: XCTestCase {
  @TaskLocal private static var name = ""

  private func container() async throws -> PersistentContainer {
    try await PersistentContainer(opening: .shop, configuration: .inMemory)
  }

  func testABodySeesThatItsTaskIsCancelled() async throws {
    let container = try await container()
    let (stream, started) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await container.perform { _ in
        started.yield()
        let end = Date(timeIntervalSinceNow: 10)
        while !Task.isCancelled, end > .now { Thread.sleep(forTimeInterval: 0.001) }
        return Task.isCancelled
      }
    }
    for await _ in stream { break }
    task.cancel()
    let isSeen = try await task.value
    XCTAssertTrue(isSeen)
  }

  func testABodyOfACancelledTaskDoesNotBegin() async throws {
    let container = try await container()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await container.perform { _ in XCTFail("it began") }
    }
    do {
      try await task.value
      XCTFail("it ended")
    } catch {
      XCTAssertTrue(error is CancellationError, "\(error)")
    }
  }

  func testABodySeesWhatIsLocalToItsTask() async throws {
    let container = try await container()
    let name = try await Self.$name.withValue("a") {
      try await container.perform { _ in Self.name }
    }
    XCTAssertEqual(name, "a")
  }

  /// Opening a store on the main actor does not block the main actor.
  @MainActor
  func testTheMainActorGoesOnWhileAStoreIsOpened() async throws {
    var configuration = StoreConfiguration.inMemory
    let (opened, main) = (DispatchSemaphore(value: 0), Task { @MainActor in 1 })
    configuration.trace = SQLTrace { _ in
      Task { @MainActor in opened.signal() }
      _ = opened.wait(timeout: .now() + 10)
    }
    let start = Date.now
    _ = try await PersistentContainer(opening: .shop, configuration: configuration)
    XCTAssertLessThan(Date.now.timeIntervalSince(start), 10)
    let value = await main.value
    XCTAssertEqual(value, 1)
  }
}
