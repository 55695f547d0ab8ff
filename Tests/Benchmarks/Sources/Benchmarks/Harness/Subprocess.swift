import Foundation

/// Another program, run to its end.
enum Subprocess {
  /// - Throws: ``BenchError`` if it cannot be found or ends with another status than 0.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (try Spool(), try Spool())
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    let texts = try (output.text(), errors.text())
    guard process.terminationStatus == 0 else {
      throw BenchError("\(program) ended with \(process.terminationStatus): \(texts.1)")
    }
    return texts
  }

  /// A file that takes a stream: unlike two pipes it cannot fill up while the other is read.
  private struct Spool {
    let url: URL
    let handle: FileHandle

    init() throws {
      url = FileManager.default.temporaryDirectory
        .appendingPathComponent("bench-\(UUID().uuidString).txt")
      try Data().write(to: url)
      handle = try FileHandle(forWritingTo: url)
    }

    func text() throws -> String {
      defer { try? FileManager.default.removeItem(at: url) }
      try handle.close()
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
  }
}
