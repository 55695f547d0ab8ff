import Foundation
import ModelSchema
import TestSupport
import XCTest

/// Programs write output files completely or not at all, and at the intended path.
final class OutputFileTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }
  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("")).sorted()
  }

  func testAFileIsThereWhenItIsFinished() throws {
    let file = try OutputFile(path("a"))
    try file.write("one\n")
    XCTAssertFalse(FileManager.default.fileExists(atPath: path("a")))
    try file.write("two\n")
    try file.finish()
    XCTAssertEqual(try text("a"), "one\ntwo\n")
    XCTAssertEqual(try names(), ["a"])
  }

  func testAFileThatIsNotFinishedLeavesWhatWasThere() throws {
    try OutputFile.write("old", to: path("a"))
    do {
      let file = try OutputFile(path("a"))
      try file.write("new")
    }
    XCTAssertEqual(try text("a"), "old")
    XCTAssertEqual(try names(), ["a"])
  }

  func testTheModeStaysAndLinksAreFollowed() throws {
    let manager = FileManager.default
    try OutputFile.write("old", to: path("a"))
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("a"))
    try manager.createSymbolicLink(atPath: path("b"), withDestinationPath: "a")
    try manager.createSymbolicLink(atPath: path("c"), withDestinationPath: path("b"))
    try manager.createSymbolicLink(atPath: path("d"), withDestinationPath: "new")
    try OutputFile.write("new", to: path("c"))
    try OutputFile.write("made", to: path("d"))
    XCTAssertEqual(try text("a"), "new")
    XCTAssertEqual(try text("new"), "made")
    XCTAssertEqual(try names(), ["a", "b", "c", "d", "new"])
    XCTAssertEqual(try manager.destinationOfSymbolicLink(atPath: path("b")), "a")
    let attributes = try manager.attributesOfItem(atPath: path("a"))
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  func testDevicesAndPipesAreWrittenThroughTo() throws {
    try OutputFile.write("x", to: "/dev/null")
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    XCTAssertEqual(type as? FileAttributeType, .typeCharacterSpecial)
    let pipe = Pipe()
    try OutputFile.write("through", to: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
    try pipe.fileHandleForWriting.close()
    XCTAssertEqual(try pipe.fileHandleForReading.readToEnd(), Data("through".utf8))
  }

  func testWhatCannotBeWrittenIsSaid() throws {
    try FileManager.default.createSymbolicLink(atPath: path("l"), withDestinationPath: "l")
    for (name, words) in [
      ("", "it is a folder"), ("none/a", "there is no folder"), ("l", "too many levels"),
    ] {
      XCTAssertThrowsError(try OutputFile(path(name)), name) {
        XCTAssertTrue("\($0)".contains(words), "\($0)")
      }
    }
  }
}
