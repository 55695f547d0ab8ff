public import Foundation

/// A test that the test program runs in a process of its own. The test reads its task
/// from environment variables, and is skipped without them.
public enum ChildTest {
  /// True if the test program can be started again.
  public static var isPossible: Bool {
    let program = CommandLine.arguments[0]
    return program.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: program)
  }

  /// Starts a test, such as `RaceTests.RaceTests/testChildOnly`, with additional
  /// environment variables.
  public static func start(
    _ test: String, _ variables: [String: String], output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [test]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Starts a test, and kills its process some seconds after it has printed a text.
  ///
  /// The process has a temporary folder of its own, which is removed with the files
  /// that the killed process leaves.
  ///
  /// - Returns: The whole output of the process.
  public static func killed(
    _ test: String, _ variables: [String: String], afterSaying text: String,
    delay: TimeInterval
  ) throws -> String {
    let folder = try TemporaryFolder()
    let pipe = Pipe()
    let own = ["TMPDIR": folder.url.path(percentEncoded: false)]
    let process = try start(test, variables.merging(own) { $1 }, output: pipe)
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains(text) {
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      said += more
    }
    Thread.sleep(forTimeInterval: delay)
    kill(process.processIdentifier, SIGKILL)
    said += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    withExtendedLifetime(folder) {}
    return String(decoding: said, as: UTF8.self)
  }
}
