import ModelPlatform
import ModelSchema
import ModelgenCommands

// An empty `NO_COLOR` counts as not set (no-color.org).
let isColored =
  isatty(2) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
let tool = Tool(
  files: FileSystem(
    directory: FileManager.default.currentDirectoryPath, standardInput: readStandardInput),
  isColored: isColored,
  follower: Tool.Follower(
    report: { outcome in
      let status = StandardStream.report(
        outcome.output, errors: outcome.errors, status: 0, of: "modelgen",
        whenClosed: { exit(0) })
      if status != 0 { exit(status) }
    }, wait: { usleep(150_000) == 0 || errno == EINTR }))
let outcome = tool.run(Array(CommandLine.arguments.dropFirst()))
exit(
  StandardStream.report(
    outcome.output, errors: outcome.errors, status: outcome.status.rawValue, of: "modelgen"))

/// Reads all bytes of standard input.
@Sendable func readStandardInput() -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}
