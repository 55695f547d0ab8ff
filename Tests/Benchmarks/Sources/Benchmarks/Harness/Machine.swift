import Foundation

/// What the machine was like, for the head of a table.
enum Machine {
  /// The load averages, or a dash where the system does not tell.
  static var load: String {
    var loads = [0.0, 0.0, 0.0]
    guard getloadavg(&loads, 3) == 3 else { return "-" }
    return loads.map { String(format: "%.2f", $0) }.joined(separator: " ")
  }

  /// The path of this program, to start it again.
  static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  /// A figure of this process's memory in bytes, such as `VmRSS`; 0 where the system does not tell.
  static func memory(_ name: String) -> Int {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }

  /// Makes `VmHWM` begin at what is used now.
  static func forgetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }
}
