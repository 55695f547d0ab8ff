import Foundation
import ModelGenerator
import ModelLanguage
import ModelSchema
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

extension CompiledCodeTests {
  /// A child's own defaults are set even where its parent's initialiser takes
  /// exactly what a call gives.
  func testChildrenAreMadeWithTheirOwnDefaults() throws {
    let uses = """
      let one = Meeting(in: context, title: "A")
      let two = Meeting(in: context, title: "B")
      precondition(one.token != two.token && one.price == Decimal(string: "0.5"))
      precondition(one.document == .object(["list": .array([.number(1), .null])]))
      let (fair, dear) = (try Meeting.fair(in: context), try Meeting.dear(in: context))
      precondition(fair.count == 2 && dear.isEmpty)
      let west = try Meeting.west(in: context)
      precondition(west.isEmpty)
      """
    let (status, text) = try SwiftCompiler().run(uses, of: Self.events)
    XCTAssertEqual(status, 0, text)
  }

  func testAParentsInitialiserDoesNotMakeAChild() throws {
    let uses = "_ = Party(in: context, title: \"A\")"
    let (status, text) = try SwiftCompiler().run(uses, of: Self.events)
    XCTAssertNotEqual(status, 0)
    XCTAssertTrue(text.contains("error: missing argument"), text)
  }

  private static let events = #"""
    model Events

    typealias Blob = Data

    entity Tag {
        var name: String
        let events: Set<Event> @inverse(tags)
        let list: [Event] @inverse(first)
    }

    entity Event {
        var title: String
        var photo: Blob? @swift("UIColor", by: "ColorTransformer")
        var tags: Set<Tag> @inverse(events)
        var first: Tag? @inverse(list)
    }

    entity Party: Event {
        var host: String
    }

    entity Meeting: Event {
        let token: UUID = uuid()
        var price: Decimal = 0.5
        var lon: Double = 0
        var document: JSON = "{\"list\": [1, null]}"

        fetch west() -> [Meeting] {
            where lon in -125.0...-66.0
        }

        fetch fair() -> [Meeting] {
            where price in 0.5...1.5
        }

        fetch dear() -> [Meeting] {
            where price * 1.19 > 100
        }
    }
    """#
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

  /// Compiles a model's code with statements that use it, and runs them.
  func run(_ uses: String, of text: String) throws -> (status: Int32, text: String) {
    let folder = try TemporaryFolder()
    let read = readModel([SourceFile(path: "Model.model", text: text)])
    let model = try XCTUnwrap(read.model, "\(read.diagnostics)")
    let main = """
      import Foundation
      import ModelRuntime

      @main struct Main {
        static func main() throws {
          let url = URL(filePath: CommandLine.arguments[1])
          let container = try PersistentContainer(
            .\(model.name.lowercased()), configuration: StoreConfiguration(url: url))
          let context = try container.makeContext()
          \(uses)
        }
      }
      """
    let files = try SwiftGenerator().files(for: model)
    let built = try program.build(
      [("Main.swift", main), ("Custom.swift", Self.custom)] + files.map { ($0.path, $0.text) },
      in: folder.url)
    guard built.status == 0 else { return built }
    let store = folder.file("events.sqlite").path(percentEncoded: false)
    return try program.run([store], in: folder.url)
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
