import Foundation
import TestSupport
import XCTest

/// Commands on many rows start to print at once, and their memory does not grow with the
/// number of rows.
final class ManyRowsTests: XCTestCase {
  private let count =
    TestRun.isLong ? 100_000 : 10_000

  private func banks(_ arguments: [String], output: Any) throws -> Process {
    let process = Process()
    process.executableURL = BuiltProgram.url("banks")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return process
  }

  /// The peak memory of a process, in kilobytes.
  private func memory(of process: Process) throws -> Int {
    // The size of the file is reported as 0, so it has to be read to its end.
    let path = "/proc/\(process.processIdentifier)/status"
    let data = try XCTUnwrap(FileHandle(forReadingAtPath: path)?.readToEnd())
    let status = String(decoding: data, as: UTF8.self)
    let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try XCTUnwrap(
      line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  func testListsStreamInBoundedMemory() throws {
    try XCTSkipIf(TestRun.sanitizer != nil, "a sanitizer keeps memory of its own")
    let folder = try TemporaryFolder()
    var csv = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date\n"
    for number in 1...count { csv += "Bank \(number),Town,GA,\(number),No Acquirer,1-May-12\n" }
    try Data(csv.utf8).write(to: folder.file("list.csv"))
    let store = ["--store", folder.file("Bank.sqlite").path(percentEncoded: false)]
    let list = folder.file("list.csv").path(percentEncoded: false)
    let importing = try banks(store + ["import", list], output: FileHandle.nullDevice)
    importing.waitUntilExit()
    XCTAssertEqual(importing.terminationStatus, 0)
    for words in [["list"], ["list", "--json"], ["export"], ["search", "--city", "tow"]] {
      let pipe = Pipe()
      let process = try banks(store + words, output: pipe)
      var (bytes, first, lines) = (0, 0, 0)
      // The program waits until its output is read, so its memory can be measured in the
      // meantime.
      while let data = try pipe.fileHandleForReading.read(upToCount: 8192), !data.isEmpty {
        bytes += data.count
        lines += data.count { $0 == UInt8(ascii: "\n") }
        if first == 0, lines > count / 5 { first = try memory(of: process) }
        if first > 0, first < .max, lines > count * 3 / 5 {
          let last = try memory(of: process)
          XCTAssertLessThan(last - first, 4096, "\(words): \(first) kB grow to \(last) kB")
          first = .max
        }
      }
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 0, "\(words)")
      XCTAssertGreaterThan(lines, count, "\(words)")
      XCTAssertEqual(first, .max, "\(words)")
    }
  }
}
