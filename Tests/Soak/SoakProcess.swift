import Foundation
import WorkloadSupport

/// A process of a soak, and what it said.
final class SoakProcess: @unchecked Sendable {
  // because what it said is touched under the lock alone.
  private let process = Process()
  private let lock = NSLock()
  private let ended = DispatchSemaphore(value: 0)
  private var saves: [Int: Int] = [:]
  private var result: StockRace.Result?
  private var rest = Data()

  init(_ role: SoakActor.Role, _ store: URL, until end: Date) throws {
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = SoakActor.arguments(role, store, until: end)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    Thread.detachNewThread { [self] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty { take(data) }
      ended.signal()
    }
  }

  private func take(_ data: Data) {
    lock.withLock {
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(line: String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
  }

  private func take(line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return }
    if words[0] == "saved", let clerk = Int(words[1]) { saves[clerk, default: 0] += 1 }
    if words[0] == "result" {
      result = try? JSONDecoder().decode(StockRace.Result.self, from: Data(words[1].utf8))
    }
  }

  var isRunning: Bool { process.isRunning }

  func stop() { kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end.
  ///
  /// - Returns: The result, nil where it was killed, and the saves that it reported.
  func wait() -> (result: StockRace.Result?, saves: [Int: Int]) {
    process.waitUntilExit()
    ended.wait()
    return lock.withLock { (result, saves) }
  }

  /// The memory of the process in kilobytes, and how many descriptors it has.
  var figures: (memory: Int, descriptors: Int)? {
    let folder = "/proc/\(process.processIdentifier)"
    guard let status = try? String(contentsOfFile: "\(folder)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let memory = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      }),
      let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd")
    else { return nil }
    return (memory, descriptors.count)
  }
}
