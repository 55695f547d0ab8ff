import ModelLanguageServer
import ModelPlatform

let arguments = CommandLine.arguments.dropFirst()
if let text = ServerCommand.text(for: Array(arguments)) {
  print(text.text)
  exit(text.status)
}
exit(ServerCommand.serve(waits: hasInput, read: readInput, write: writeOutput))

/// Waits for standard input. Returns false if no input arrived in time, or if the
/// system cannot tell.
func hasInput(milliseconds: Int32) -> Bool {
  #if os(Windows)
    return false
  #else
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, milliseconds) != 0
  #endif
}

/// Reads the available bytes of standard input; returns an empty array at its end.
func readInput() -> [UInt8] {
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    return count > 0 ? Array(buffer[..<count]) : []
  }
}

/// Writes bytes to standard output. Returns false if it has been closed by the reader.
func writeOutput(_ bytes: [UInt8]) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
