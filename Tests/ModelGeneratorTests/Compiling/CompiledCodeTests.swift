import Foundation
import ModelGenerator
import TestSupport
import XCTest

/// Code that is generated from the fixtures compiles under Swift 6 with
/// warnings as errors, and its objects are inserted, saved, fetched and deleted.
///
/// `make test` does it with a few models of different shape, the long checks
/// with all of them, in both layouts and with Xcode's accessors.
final class CompiledCodeTests: XCTestCase {
  func testCodeOfFixturesCompilesAndRuns() throws {
    let compiler = try SwiftCompiler()
    let few = ["Names", "Relationships", "Transformables"]
    let fixtures = try Fixture.all().filter { TestRun.isLong || few.contains($0.name) }
    XCTAssertGreaterThanOrEqual(fixtures.count, few.count)
    for fixture in fixtures {
      try compiler.check(fixture, .single)
      if TestRun.isLong { try compiler.check(fixture, .mogenerator) }
    }
  }
}

extension CompiledCodeTests {
  func testCodeWithHardNamesCompilesAndRuns() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to compile 130 classes")
    }
    try SwiftCompiler().check(Fixture(name: "Hard", model: hardModel), .single)
  }
}

/// Compiles the code of fixtures, and runs it.
private struct SwiftCompiler {
  private let program: RuntimeProgram

  init() throws {
    do {
      program = try RuntimeProgram()
    } catch let error as ProgramCompiler.Missing {
      throw XCTSkip(error.message)
    }
  }

  func check(_ fixture: Fixture, _ layout: FileLayout) throws {
    let folder = try TemporaryFolder()
    let generator = SwiftGenerator(usesXcodeAccessors: layout == .mogenerator, layout: layout)
    let files = try generator.files(for: fixture.model, released: fixture.released)
    let sources =
      [("Smoke.swift", SmokeProgram(fixture.model).text), ("Custom.swift", Self.custom)]
      + files.map { ($0.path, $0.text) }
    let built = try program.build(sources, in: folder.url)
    XCTAssertEqual(built.status, 0, "\(fixture.name) (\(layout)):\n\(built.text)")
    guard built.status == 0 else { return }
    let store = folder.file("smoke.sqlite").path(percentEncoded: false)
    XCTAssertEqual(
      try program.run([store], in: folder.url).text, "done\n", "\(fixture.name) (\(layout))")
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
