import Foundation
import ModelGenerator
import XCTest

/// Code that is generated from the fixtures compiles under Swift 6 with
/// warnings as errors, and its objects are inserted, saved, fetched and deleted.
///
/// `make test` does it with a few models of different shape, the long checks
/// with all of them, in both layouts and with Xcode's accessors.
final class CompiledCodeTests: XCTestCase {
  func testCodeOfFixturesCompilesAndRuns() throws {
    let compiler = try SwiftCompiler()
    let isLong = ProcessInfo.processInfo.environment["MODEL_LONG_CHECKS"] != nil
    let few = ["Names", "Relationships", "Transformables"]
    let fixtures = try Fixture.all().filter { isLong || few.contains($0.name) }
    XCTAssertGreaterThanOrEqual(fixtures.count, few.count)
    for fixture in fixtures {
      try compiler.check(fixture, .single)
      if isLong { try compiler.check(fixture, .mogenerator) }
    }
  }
}

extension CompiledCodeTests {
  func testCodeWithHardNamesCompilesAndRuns() throws {
    guard ProcessInfo.processInfo.environment["MODEL_LONG_CHECKS"] != nil else {
      throw XCTSkip("set MODEL_LONG_CHECKS to compile 130 classes")
    }
    try SwiftCompiler().check(Fixture(name: "Hard", model: hardModel), .single)
  }
}

/// Compiles and runs programs with the modules that these tests are built with.
private struct SwiftCompiler {
  private let products: URL

  init() throws {
    products = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    let isThere = FileManager.default.fileExists(
      atPath: products.appending(path: "Modules/ModelRuntime.swiftmodule").path(
        percentEncoded: false))
    guard isThere, try Self.run(["swiftc", "--version"], in: products).status == 0 else {
      throw XCTSkip("no compiler, or no modules beside the tests")
    }
  }

  func check(_ fixture: Fixture, _ layout: FileLayout) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let generator = SwiftGenerator(usesXcodeAccessors: layout == .mogenerator, layout: layout)
    var names = ["Smoke.swift", "Custom.swift"]
    try write(SmokeProgram(fixture.model).text, folder, names[0])
    try write(Self.custom, folder, names[1])
    for file in try generator.files(for: fixture.model, released: fixture.released) {
      try write(file.text, folder, file.path)
      names.append(file.path)
    }
    let built = try Self.run(
      ["swiftc"] + options + names + ["-o", "smoke"] + objects(), in: folder)
    XCTAssertEqual(built.status, 0, "\(fixture.name) (\(layout)):\n\(built.text)")
    guard built.status == 0 else { return }
    let store = folder.appending(path: "smoke.sqlite").path(percentEncoded: false)
    let ran = try Self.run(
      [folder.appending(path: "smoke").path(percentEncoded: false), store], in: folder)
    XCTAssertEqual(ran.text, "done\n", "\(fixture.name) (\(layout))")
  }

  private var options: [String] {
    [
      "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-Onone",
      "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault",
      "-enable-upcoming-feature", "MemberImportVisibility",
      "-module-name", "Fixture", "-package-name", "fixture",
      "-I", products.appending(path: "Modules").path(percentEncoded: false), "-Xcc",
      "-fmodule-map-file="
        + repository.appending(path: "Sources/CModelSQLite/module.modulemap").path(
          percentEncoded: false),
    ]
  }

  /// The objects of the modules that the programs link: those of sources that
  /// there are, for a build keeps objects of others.
  private func objects() throws -> [String] {
    let modules = ["ModelRuntime", "ModelSQLite", "ModelPredicates", "ModelSchema"]
    return try modules.flatMap { module in
      let sources = repository.appending(path: "Sources/\(module)").path(percentEncoded: false)
      let folder = products.appending(path: "\(module).build")
      return try FileManager.default.subpathsOfDirectory(atPath: sources)
        .filter { $0.hasSuffix(".swift") }.sorted()
        .map {
          folder.appending(path: URL(filePath: $0).lastPathComponent + ".o").path(
            percentEncoded: false)
        }
    } + ["-lsqlite3"]
  }

  private func write(_ text: String, _ folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private static func run(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  /// Types that attributes of the fixtures name.
  private static let custom = """
    import Foundation
    import ModelRuntime

    struct UIColor: Hashable, Codable, Sendable, BlankInitializable { init() {} }
    typealias UIImage = UIColor
    typealias SampleSettings = UIColor
    typealias SampleSecret = UIColor

    enum ColorTransformer: ValueTransformer {
      static func data(from value: UIColor) -> Data { Data([1]) }
      static func value(from data: Data) -> UIColor? { UIColor() }
    }

    typealias ImageTransformer = ColorTransformer
    typealias SampleCipher = ColorTransformer
    """
}
