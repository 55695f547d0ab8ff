public import Foundation
public import ModelRuntime
package import ModelSQLite

/// Saves of several contexts, all of which wait when the first of them may begin.
///
/// Each has a thread and a context of its own. They queue up in their order behind a
/// connection that holds the file's write lock, so that what is in one group is no matter
/// of luck.
public struct SimultaneousSaves: Sendable {
  public typealias Change = @Sendable (ManagedObjectContext) throws -> Void

  private let container: PersistentContainer
  private let url: URL
  private let changes: [Change]
  private let errors = Errors()

  private final class Errors: @unchecked Sendable {
    // because the errors are touched under `lock` alone.
    private let lock = NSLock()
    private var errors: [Int: any Error] = [:]

    subscript(number: Int) -> (any Error)? {
      get { lock.withLock { errors[number] } }
      set { lock.withLock { errors[number] = newValue } }
    }
  }

  private struct Queue: Error { let count: Int }

  /// Changes of a container whose store is the file.
  public init(_ container: PersistentContainer, _ url: URL, _ changes: [Change]) {
    self.container = container
    self.url = url
    self.changes = changes
  }

  /// Makes the changes, and lets them be saved.
  ///
  /// - Parameters:
  ///   - prepare: Called when all wait; writes as another program would.
  ///   - again: Called when all have saved; those that failed then save again. Without
  ///     it they do not.
  /// - Returns: The errors of the saves, of the last ones.
  package func run(
    prepare: (Connection) throws -> Void = { _ in },
    again: (([(any Error)?]) -> Void)? = nil
  ) throws -> [(any Error)?] {
    let program = try Connection(path: url.path(percentEncoded: false))
    let (changed, saved, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
    )
    let starts = changes.map { _ in DispatchSemaphore(value: 0) }
    for (number, change) in changes.enumerated() {
      let retries = again != nil
      Thread.detachNewThread(in: ended) { [container, errors] in
        do {
          try container.performAndWait { context in
            let result = Result { try change(context) }
            changed.signal()
            starts[number].wait()
            errors[number] =
              Result {
                try result.get()
                try context.save()
              }.failure
            saved.signal()
            guard retries else { return }
            starts[number].wait()
            if errors[number] != nil { errors[number] = Result { try context.save() }.failure }
          }
        } catch {
          errors[number] = error
        }
      }
    }
    for _ in changes { changed.wait() }
    try program.transaction {
      for (number, start) in starts.enumerated() {
        start.signal()
        try waitForWriters(number + 1)
      }
      try prepare(program)
    }
    for _ in changes { saved.wait() }
    again?(changes.indices.map { errors[$0] })
    for start in starts { start.signal() }
    ended.wait()
    return changes.indices.map { errors[$0] }
  }

  private func waitForWriters(_ count: Int) throws {
    let end = Date.now.addingTimeInterval(30)
    while container.writerCount < count {
      guard Date.now < end else { throw Queue(count: container.writerCount) }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension Thread {
  fileprivate static func detachNewThread(
    in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) {
    group.enter()
    detachNewThread {
      body()
      group.leave()
    }
  }
}
