import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// The commands in the README and the articles, run with the programs that were built with
/// the tests. `NewUserTests` runs the README's first five minutes.
final class CommandSampleTests: XCTestCase {
  func testTheREADMEShowsWhatMakeRunPrints() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let folder = try workplace()
    let (status, text) = try shell(
      """
      banks --store sample.sqlite import Models/Bank.csv
      banks --store sample.sqlite search savings
      """, in: folder.url)
    XCTAssertEqual(status, 0, text)
    XCTAssertTrue(readme.contains("$ make run\n" + text), text)
  }

  func testTheCommandsOfTheArticlesRun() throws {
    var run = 0
    let catalogue = Self.root.appending(path: "Sources/ModelRuntime/ModelRuntime.docc")
    let articles = try FileManager.default.contentsOfDirectory(
      at: catalogue, includingPropertiesForKeys: nil)
    for article in articles.sorted(by: { $0.lastPathComponent < $1.lastPathComponent })
    where article.pathExtension == "md" {
      run += try self.run(MarkdownBlock.blocks(of: article), article.lastPathComponent)
    }
    XCTAssertGreaterThan(run, 14)
  }

  /// Runs the commands of some code blocks in a folder with the files that they use.
  ///
  /// - Returns: The number of commands.
  private func run(_ blocks: [MarkdownBlock], _ name: String) throws -> Int {
    let commands = blocks.filter { $0.language == "console" }.flatMap { block in
      block.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
    }
    guard !commands.isEmpty else { return 0 }
    let folder = try workplace()
    for command in commands {
      let program = command.replacingOccurrences(of: "swift run ", with: "")
        .replacingOccurrences(of: "swift package modelgen", with: "modelgen")
      let (status, text) = try shell(program, in: folder.url)
      XCTAssertEqual(status, 0, "\(name): \(command)\n\(text)")
    }
    return commands.count
  }

  private func workplace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for (source, name) in [
      ("Models", "Models"), ("Models/Bank.csv", "banklist.csv"),
      ("Tests/ModelLanguageTests/Fixtures/DataModels/Recipes.xcdatamodeld", "Shop.xcdatamodeld"),
    ] {
      try manager.copyItem(at: Self.root.appending(path: source), to: folder.file(name))
    }
    let database = Self.root.appending(path: "Tests/ModelstoreTests/Databases/Chinook.sql")
    try execute(String(contentsOf: database, encoding: .utf8), in: folder.file("chinook.db"))
    let configuration = StoreConfiguration(url: folder.file("Bank.sqlite"))
    try PersistentContainer(.bank, configuration: configuration).performAndWait { context in
      _ = FailedBankInfo(in: context, name: "First Bank", city: "Macon", state: "GA")
      try context.save()
    }
    return folder
  }

  private func shell(_ command: String, in folder: URL) throws -> (status: Int32, text: String) {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] =
      products.path(percentEncoded: false) + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let log = folder.appending(path: "log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
