#if os(Linux)
  import Foundation
  import TestSupport
  import XCTest

  /// Programs whose output cannot be written. A full disk is reported as a failure, but a
  /// reader that has closed the pipe is not.
  final class OutputFailureTests: XCTestCase {
    private func run(_ command: String) throws -> (status: Int32, errors: String) {
      let folder = try TemporaryFolder()
      let tests = Bundle(for: Self.self).bundleURL
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", command]
      process.environment = [
        "PATH": tests.path + ":" + tests.deletingLastPathComponent().path + ":/usr/bin:/bin",
        "XDG_DATA_HOME": folder.file("data").path, "HOME": folder.file("").path,
        "SWIFT_BACKTRACE": "enable=no",
      ].merging(
        ProcessInfo.processInfo.environment.filter {
          ["ASAN_OPTIONS", "LLVM_PROFILE_FILE"].contains($0.key)
        }
      ) { $1 }
      let pipe = Pipe()
      process.standardError = pipe
      process.standardOutput = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let errors = String(
        decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, errors)
    }

    private static let programs = [
      "banks --help", "modelgen --help", "modelstore --help", "todo --help",
    ]

    func testAFullDiskIsSaidAndFails() throws {
      for program in Self.programs + ["todo list", "banks count", "banks list --help"] {
        let (status, errors) = try run("\(program) > /dev/full")
        XCTAssertEqual(status, 1, "\(program): \(errors)")
        XCTAssertTrue(errors.contains("No space left on device"), "\(program): \(errors)")
      }
    }

    func testFilesThatAreNoneAreWrittenThroughTo() throws {
      let cases = [
        ("banks export /dev/full", 1, "No space left on device"),
        ("test -c /dev/full", 0, ""),
        ("test \"$(banks export /dev/stdout)\" = \"$(banks export -)\" && test ! -e ./-", 0, ""),
        ("banks export >(cat) | grep -q Name", 0, ""),
      ]
      for (command, status, words) in cases {
        let result = try run(command)
        XCTAssertEqual(result.status, Int32(status), "\(command): \(result.errors)")
        XCTAssertTrue(
          words.isEmpty || result.errors.contains(words), "\(command): \(result.errors)")
      }
    }

    func testAFullDiskForMessagesTooLeavesTheStatus() throws {
      for program in [
        "banks nonsense", "modelgen --nonsense", "modelstore nonsense", "todo nonsense",
      ] {
        let (status, _) = try run("\(program) > /dev/full 2> /dev/full")
        XCTAssertEqual(status, 2, program)
      }
    }

    func testAReaderThatHasLeftIsNoFailure() throws {
      for program in Self.programs {
        let (status, errors) = try run("exec 3> >(true); wait $!; \(program) >&3")
        XCTAssertEqual(status, 0, "\(program): \(errors)")
        XCTAssertEqual(errors, "", program)
      }
    }

    func testDataDoesNotSteerTheTerminal() throws {
      let (status, errors) = try run(
        #"""
        todo add $'a\e[31mred\xe2\x80\xaetxt.exe' --due +10 && todo list > "$HOME/out" &&
        ! grep -qF $'\e' "$HOME/out" && ! grep -qF $'\xe2\x80\xae' "$HOME/out" &&
        grep -qaF red "$HOME/out"
        """#)
      XCTAssertEqual(status, 0, errors)
    }
  }
#endif
