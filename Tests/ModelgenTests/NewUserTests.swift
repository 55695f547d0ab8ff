import Foundation
import TestSupport
import XCTest

/// The steps of the README for a new user, in a folder whose path contains a space, with
/// this repository instead of the published address. This is slow, so it only runs in
/// `make check`.
final class NewUserTests: XCTestCase {
  private let address = "https://git.example.org/modelgen.git"
  private var folder: TemporaryFolder!

  override func setUpWithError() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to do what a new user does")
    }
    folder = try TemporaryFolder()
  }

  override func tearDown() { folder = nil }

  func testTheFirstFiveMinutes() throws {
    let package = folder.file("a new user's package")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let mirror = try publishedRepository()
    let text = try String(contentsOf: Self.repository.appending(path: "README.md"), encoding: .utf8)
    XCTAssertEqual(text.components(separatedBy: address).count, 2, "the address is there once")
    let blocks = try firstBlocks()
    XCTAssertEqual(blocks.first?.file, "Package.swift")
    try follow(blocks[0], in: package)
    // A mirror can only be set in an existing package.
    try expect(
      "swift package config set-mirror --original \(address) --mirror \(mirror)", in: package)
    for block in blocks.dropFirst() { try follow(block, in: package) }
    try expectRest(in: package)
  }

  /// Asserts that builds without changes do nothing, and that a touched model compiles
  /// nothing.
  private func expectRest(in package: URL) throws {
    _ = try shell("swift build --product music", in: package)
    for _ in 0..<2 {
      let (status, text) = try shell("swift build --product music", in: package)
      XCTAssertEqual(status, 0, text)
      XCTAssertFalse(text.contains("Generating") || text.contains("Compiling"), text)
    }
    let (status, text) = try shell(
      "touch Sources/music/Music.model && swift build --product music", in: package)
    XCTAssertEqual(status, 0, text)
    XCTAssertTrue(text.contains("Generating"), text)
    XCTAssertFalse(text.contains("Compiling"), text)
  }

  /// The code blocks of the chapter for new users. The model, which the README shows
  /// earlier, is inserted before the second block.
  private func firstBlocks() throws -> [MarkdownBlock] {
    let readme = Self.repository.appending(path: "README.md")
    let lines = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n")
    let start = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("## Five minutes") })
    let end = try XCTUnwrap(lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") })
    let blocks = try MarkdownBlock.blocks(of: readme)
    let model = try XCTUnwrap(blocks.first { $0.file == "Sources/music/Music.model" })
    var chapter = blocks.filter { (start...end).contains($0.line) }
    chapter.insert(model, at: 1)
    return chapter
  }

  private func follow(_ block: MarkdownBlock, in package: URL) throws {
    switch block.language {
    case "swift": try write(block.text, to: package.appending(path: XCTUnwrap(block.file)))
    case "diff": try change(package.appending(path: XCTUnwrap(block.file)), as: block.text)
    case "console":
      for part in block.text.components(separatedBy: "$ ").dropFirst() {
        let lines = part.split(separator: "\n").map(String.init)
        try expect(lines[0], Array(lines.dropFirst()), in: package)
      }
    default: XCTFail("line \(block.line): a block of '\(block.language)'")
    }
  }

  private func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Replaces lines of a file as the hunks of a diff show.
  private func change(_ url: URL, as difference: String) throws {
    for part in difference.components(separatedBy: "@@\n") { try replace(in: url, as: part) }
  }

  private func replace(in url: URL, as difference: String) throws {
    let lines = difference.split(separator: "\n", omittingEmptySubsequences: true)
    func text(_ signs: String) -> String {
      lines.filter { signs.contains($0.first ?? " ") }.map { $0.dropFirst() + "\n" }.joined()
    }
    let before = try String(contentsOf: url, encoding: .utf8)
    XCTAssertEqual(before.components(separatedBy: text(" -")).count, 2, difference)
    try write(before.replacingOccurrences(of: text(" -"), with: text(" +")), to: url)
  }

  /// Runs a command, and checks the last lines of its output, in which `...` matches any
  /// text.
  private func expect(_ command: String, _ output: [String] = [], in folder: URL) throws {
    let start = Date()
    let (status, text) = try shell(command, in: folder)
    print("\(command): \(String(format: "%.1f", Date().timeIntervalSince(start))) s")
    XCTAssertEqual(status, 0, "\(command)\n\(text)")
    XCTAssertFalse(text.contains("warning:"), text)
    let lines = text.split(separator: "\n").map(String.init).suffix(output.count)
    XCTAssertEqual(lines.count, output.count, text)
    for (line, expected) in zip(lines, output) {
      let parts = expected.components(separatedBy: "...")
      XCTAssertTrue(
        line == expected
          || parts.count == 2 && line.hasPrefix(parts[0]) && line.hasSuffix(parts[1]),
        "'\(line)' is not '\(expected)'")
    }
  }

  private func shell(_ command: String, in directory: URL) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = directory
    let log = folder.file("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a repository with the current files, tagged with the version that the
  /// README uses.
  private func publishedRepository() throws -> String {
    let clone = folder.file("modelgen.git")
    try FileManager.default.createDirectory(at: clone, withIntermediateDirectories: true)
    let source = Self.repository.path(percentEncoded: false)
    let quoted = "'" + source.replacingOccurrences(of: "'", with: "'\\''") + "'"
    try expect(
      """
      tar -c -C \(quoted) --exclude './.build*' --exclude ./.git --exclude './Tests/*/.build*' . \
      | tar -x && git init -q && git add -A \
      && git -c user.name=x -c user.email=x@example.org commit -q -m x && git tag 0.2.0
      """, in: clone)
    return "file://" + clone.path(percentEncoded: false)
  }
}
