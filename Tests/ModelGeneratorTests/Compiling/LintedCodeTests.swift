import Foundation
import ModelGenerator
import ModelSchema
import XCTest

/// Code that is generated from the fixtures passes `swift format lint`.
final class LintedCodeTests: XCTestCase {
  func testCodeOfFixturesIsLintClean() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, fixture) in try Fixture.all().enumerated() {
      let files = try SwiftGenerator().files(for: fixture.model, released: fixture.released)
      let url = folder.appending(path: "\(number)-\(fixture.name).swift")
      try Data(files[0].text.utf8).write(to: url)
    }
    let log = folder.appending(path: "log.txt")
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "format", "lint", "--strict", "--recursive", folder.path(percentEncoded: false),
    ]
    process.currentDirectoryURL = repository
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardOutput = process.standardError
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: log, encoding: .utf8)
    guard process.terminationStatus != 127, !text.contains("unable to invoke subcommand") else {
      throw XCTSkip("there is no 'swift format'")
    }
    XCTAssertEqual(process.terminationStatus, 0, text)
  }

  func testLongIntegersAreGrouped() throws {
    let rows: [(value: Int64, text: String)] = [
      (999_999, " = 999999\n"), (1_000_000, " = 1_000_000\n"), (-12_345_678, " = -12_345_678\n"),
      (.max, " = 9_223_372_036_854_775_807\n"), (.min, " = -9_223_372_036_854_775_808\n"),
    ]
    for row in rows {
      let number = PropertyDescription.attribute(
        "number", .int64, defaultValue: .constant(.integer(row.value)))
      let model = ManagedObjectModel(
        name: "M", entities: [EntityDescription(name: "A", properties: [number])])
      let files = try SwiftGenerator().files(for: model)
      XCTAssertTrue(files[0].text.contains(row.text), row.text)
    }
  }
}
