/// The obstacles that a dry run collects. A migration stops at the first
/// obstacle.
final class MigrationObstacles {
  private(set) var error: MigrationError?

  func add(_ other: MigrationError) {
    guard var known = error else {
      error = other
      return
    }
    known.diagnostics += other.diagnostics.filter { !known.diagnostics.contains($0) }
    known.failures += other.failures.filter { !known.failures.contains($0) }
    error = known
  }
}
