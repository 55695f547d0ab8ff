import Foundation
import ModelGenerator
import ModelLanguage
import ModelSchema
import TestSupport
import XCTest

/// Code that is generated from the fixtures compiles in Swift 6 mode with warnings as
/// errors, and its objects can be inserted, saved, fetched and deleted.
///
/// `make test` compiles a few models of different shapes. The long checks compile all of
/// them, in both layouts and with Xcode's accessors.
final class CompiledCodeTests: XCTestCase {
  func testCodeOfFixturesCompilesAndRuns() throws {
    let compiler = try SwiftCompiler()
    let few = ["Relationships", "Transformables"]
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
  /// A child's own defaults are set even if the parent's initialiser has exactly the
  /// parameters of a call.
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

extension CompiledCodeTests {
  /// Generated fetches find the objects that their templates find, and compile with
  /// parameters of any type.
  func testFetchesFindWhatTheirTemplatesFind() throws {
    let uses = """
      let rex = Dog(in: context, name: "Rex", breed: "pug")
      rex.weight = 30
      let tom = Animal(in: context, name: "Tom")
      tom.tame = false
      let cage = Cage(in: context)
      cage.animals.insert(tom)
      try context.save()
      let kinds = [try Animal.dogs(in: context).count, try Dog.everyone(in: context).count]
      precondition(kinds == [1, 2], "\\(kinds)")
      let values = [
        try Animal.wild(in: context).count,
        try Animal.weighing(from: 10, to: 40, in: context).count,
        try Animal.weighing(from: 40, to: 10, in: context).count,
        try Animal.oddlySized(in: context).count,
        try Animal.sized(.small, in: context).count,
        try Animal.sized(.large, among: [], in: context).count,
      ]
      precondition(values == [1, 1, 0, 0, 2, 2], "\\(values)")
      let optionals = [
        try Animal.named("TOM", in: context).count, try Animal.named(in: context).count,
        try Animal.among(nil, or: nil, in: context).count,
        try Animal.among(["Rex"], or: nil, in: context).count,
        try Cage.holding(tom, in: context).count, try Cage.holding(nil, in: context).count,
      ]
      precondition(optionals == [1, 2, 1, 2, 1, 0], "\\(optionals)")
      let others = [
        try Cage.befriended(in: context).count, try Animal.rows(in: context).count,
        try Animal.rows("Tom", in: context).count,
      ]
      precondition(others == [0, 2, 1], "\\(others)")
      """
    let (status, text) = try SwiftCompiler().run(uses, of: Self.zoo)
    XCTAssertEqual(status, 0, text)
  }

  private static let zoo = """
    model Zoo

    enum Size: Int16 {
        case small
        case large
    }

    entity Animal {
        var name: String
        var size: Size = .small
        var tame: Bool?
        var weight: Double = 0
        var home: Cage? @inverse(animals)
        var friend: Animal? @inverse(friends)
        var friends: Set<Animal> @inverse(friend)

        fetch dogs() -> [Dog] @scan {
            where breed == "pug"
        }

        fetch wild() -> [Animal] @scan {
            where tame == false
        }

        fetch weighing(from low: Double, to high: Double) -> [Animal] @scan {
            where weight in $low...$high
        }

        fetch oddlySized() -> [Animal] @scan {
            where !(size in .small ... .large)
        }

        fetch sized(_ size: Size, among sizes: [Size] = [.small]) -> [Animal] @scan {
            where $size == .large || size in $sizes
        }

        fetch named(_ text: String? = nil) -> [Animal] @scan {
            where $text == nil || name.contains($text, .caseInsensitive)
        }

        fetch among(_ names: [String]?, or other: String?) -> [Animal] @scan {
            where name in $names || name in ["Tom", $other]
        }

        fetch rows() -> [(row: String, animals: Int)] {
            select name as row, count() as animals
            group name
        }

        fetch rows(_ name: String) -> [(row: String, animals: Int)] @scan {
            where name == $name
            select name as row, count() as animals
            group name
        }
    }

    entity Dog: Animal {
        var breed: String

        fetch everyone() -> [Animal] {
            sort name
        }
    }

    entity Cage {
        var animals: Set<Animal> @inverse(home)

        fetch holding(_ animal: Animal?) -> [Cage] @scan {
            where animals.contains($animal)
        }

        fetch befriended() -> [Cage] @scan {
            where compare(animals.friend.name, .notEqual, "Tom", .any)
        }
    }
    """
}

extension CompiledCodeTests {
  func testClassesMayBeMoreVisibleThanOthers() throws {
    let uses = """
      let label = Label(in: context, name: "ECM")
      let album = Album(in: context, year: 1975, size: .large, label: label)
      try context.save()
      let albums = try Album.of([label], in: context)
      precondition(albums.count == 1 && albums[0] === album)
      """
    let (status, text) = try SwiftCompiler().run(uses, of: Self.catalogue)
    XCTAssertEqual(status, 0, text)
  }

  private static let catalogue = """
    model Catalogue

    enum Size: Int16 {
        case small
        case large
    }

    entity Album @access(public) {
        var year: Int32
        var size: Size
        var label: Label? @inverse(albums)

        unique one(year, label)

        fetch of(_ labels: [Label]) -> [Album] @scan {
            where label in $labels
        }
    }

    entity Label {
        var name: String
        var albums: Set<Album> @inverse(label)
    }
    """
}

/// Compiles and runs the code of fixtures.
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

  /// Compiles a model's code with statements that use it, and runs the program.
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

  /// The types that attributes of the fixtures name.
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
