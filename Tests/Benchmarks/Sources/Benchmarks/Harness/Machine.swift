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
}
