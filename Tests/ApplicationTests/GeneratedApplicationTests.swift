import Foundation
import ModelLanguage
import ModelSchema
import XCTest

@testable import ModelGenerator

/// The screens in `Generated` are what the models give; `RECORD_GOLDEN=1`
/// writes them.
final class GeneratedApplicationTests: XCTestCase {
  func testGoldenScreensAreCurrent() throws {
    for name in Applications.names where name != "Todo" {
      let files = try AppGenerator().screens(
        for: try Applications.model(name), source: "\(name).model", module: "")
      for file in files {
        let url = Applications.folder.appending(path: "Generated/\(file.path)")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
          try Data(file.text.utf8).write(to: url)
        }
        XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), file.text, file.path)
      }
    }
  }

  func testAHintThatMeansNothingIsAnIssue() throws {
    let cases = [
      ("\"ui.titel\": \"B\"", "'ui.titel' means nothing here; did you mean 'ui.title'?"),
      ("\"ui.row\": \"{name|x\"", "'ui.row' is '{name' and takes a '}' behind every '{'"),
      ("\"ui.tick\": \"name\"", "'ui.tick' is 'name' and takes a yes or no"),
      ("\"ui.sort\": \"name down\"", "'ui.sort' is 'name down' and takes paths"),
      ("\"ui.new\": \"name=x; count=y\"", "'ui.new' is 'count=y' and takes values"),
      ("\"ui.new\": \"name=x; count=3000000000\"", "'ui.new' is 'count=3000000000' and takes"),
      ("\"ui.new\": \"name=x; kind=odd\"", "'ui.new' is 'kind=odd' and takes values"),
      ("\"ui.new\": \"name=x; isNew=maybe\"", "'ui.new' is 'isNew=maybe' and takes values"),
    ]
    for (info, message) in cases {
      let text = """
        model M
        enum Kind: String { case plain }
        entity A @info(\(info)) {
            var name: String
            var count: Int32?
            var kind: Kind?
            var isNew: Bool?
        }
        """
      let model = try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model, info)
      XCTAssertThrowsError(try AppGenerator().screens(for: model, source: "M.model"), info) {
        XCTAssertTrue("\($0)".contains(message), "\(info): \($0)")
      }
    }
  }

  func testATimeOfDayMattersWhereTheModelSaysYes() throws {
    func screens(_ word: String) throws -> String {
      let text = """
        model M
        entity A {
            var name: String
            var due: Date @info("ui.time": "\(word)")
        }
        """
      let model = try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model)
      return try AppGenerator().screens(for: model, source: "M.model").map(\.text).joined()
    }
    XCTAssertTrue(try screens("yes").contains("asTime"))
    XCTAssertFalse(try screens("no").contains("asTime"))
    XCTAssertThrowsError(try screens("maybe")) {
      XCTAssertTrue(
        "\($0)".contains("'A.due': 'ui.time' is 'maybe' and takes 'yes' or 'no'"), "\($0)")
    }
  }

  func testAPathThatLeadsNowhereIsAnIssue() throws {
    let cases = [
      ("\"ui.row\": \"{nme}\"", "'nme'"), ("\"ui.sort\": \"x\"", "'x'"),
      ("\"ui.row\": \"{name}|{tags}\"", "'tags'"), ("\"ui.row\": \"{first.a}\"", "'first.a'"),
      ("\"ui.sort\": \"first desc\"", "'first'"),
      ("\"ui.form\": \"name other\"", "'other'"), ("\"ui.form\": \"tags.name\"", "'tags.name'"),
      ("\"ui.new\": \"nme=x\"", "'name'"), ("\"ui.new\": \"name=x; nme=y\"", "'nme'"),
    ]
    for (info, path) in cases {
      let text = """
        model M
        entity A @info(\(info)) {
            var name: String
            var tags: Set<B> @inverse(a)
            var first: B? @noInverse
        }
        entity B { var a: A? @inverse(tags) }
        """
      let model = try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model, info)
      XCTAssertThrowsError(try AppGenerator().screens(for: model, source: "M.model"), info) {
        XCTAssertTrue("\($0)".contains("\(path) leads nowhere"), "\(info): \($0)")
      }
    }
  }
}

/// The searches that a model declares.
final class DeclaredSearchTests: XCTestCase {
  private func searches(_ fetch: String) throws -> String {
    let text = """
      model M
      enum Stage: String { case open; case closed }
      entity A {
          var name: String
          var digest: Data?
          var json: JSON?
          var stage: Stage = .open
          var b: B? @inverse(a)
          \(fetch)
      }
      entity B { var a: A? @inverse(b) }
      """.replacing("; ", with: "\n")
    let model = try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model, fetch)
    let file = try AppGenerator().screens(for: model, source: "M.model")[0].text
    let start = try XCTUnwrap(file.range(of: "searches: ["))
    let end = try XCTUnwrap(file[start.upperBound...].range(of: "\n    ]"))
    return String(file[start.upperBound..<end.lowerBound])
      .replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
  }

  func testDeclarationsBecomeKindsWithTheirTypes() throws {
    let cases = [
      (
        "fetch named(_ text: String) -> [A] { where name.contains($text) }",
        #".declared("named", "Named", "named(_:)", of: A.self, .value("text", String.self)),"#
      ),
      (
        #"fetch in(_ s: Stage, n: String = "x") -> [A] @info("ui.prompt": "s/n") @scan "#
          + "{ where stage == $s && name == $n }",
        #".declared( "in", "In", "in(_:n:)", of: A.self, prompt: "s/n", .choice("s", Stage.self), "#
          + #".value("n", String.self, isOptional: true)),"#
      ),
      (
        #"fetch named(_ t: String) -> [A] @info("ui.name": "", "ui.title": "") { where name == $t }"#,
        #".declared("named", "Named", "named(_:)", of: A.self, .value("t", String.self)),"#
      ),
      (
        #"fetch anyOf(_ n: [String]) -> [A] @info("ui.name": "any") { where name in $n }"#,
        #".declared("any", "Any of", "anyOf(_:)", of: A.self, .list("n", String.self)),"#
      ),
      (
        "fetch bytes(_ b: Data) -> [A] @scan { where digest == $b }",
        #".declared("bytes", "Bytes", "bytes(_:)", of: A.self, .bytes("b")),"#
      ),
      (
        "fetch stages(_ s: [Stage]) -> [A] @scan { where stage in $s }",
        #".declared("stages", "Stages", "stages(_:)", of: A.self, .choices("s", Stage.self)),"#
      ),
    ]
    for (fetch, code) in cases {
      let found = try searches(fetch)
      XCTAssertTrue(found.hasPrefix(String(code.dropLast())), "\(fetch): \(found)")
    }
  }

  func testWhatIsNoSearchLeavesTheStandardKinds() throws {
    for fetch in [
      "fetch one(_ n: String) -> A? { where name == $n }",
      "fetch number(_ n: String) -> Int { where name == $n }",
      "fetch of(_ b: B) -> [A] { where self.b == $b }".replacing("self.", with: ""),
      #"fetch no(_ n: String) -> [A] @info("ui.search": "no") { where name == $n }"#,
    ] {
      XCTAssertTrue(try searches(fetch).contains("\"Name contains\""), fetch)
    }
  }

  func testAHintThatMeansNothingIsSaidWithItsPlace() {
    let cases = [
      (
        #"fetch a(_ n: String) -> [A] @info("ui.titel": "x") { where name == $n }"#,
        "'A.a(_:)': 'ui.titel' means nothing here; did you mean 'ui.title'?"
      ),
      (
        #"fetch a(_ n: String, m: String) -> [A] @info("ui.prompt": "n:x") { where name == $n && name != $m }"#,
        "'A.a(_:m:)': the prompt 'n:x' does not name the arguments in their order"
      ),
      (
        #"fetch a(_ n: String) -> [A] { where name == $n }; fetch b(_ n: String) -> [A] @info("ui.name": "a") { where name == $n }"#,
        "'A.b(_:)': 'a' is generated twice"
      ),
      (
        "fetch a(_ j: JSON) -> [A] @scan { where json == $j }",
        "'A.a(_:)': nobody can type a 'JSONValue', so it is no search"
      ),
      (
        #"fetch json(_ n: String) -> [A] { where name == $n }"#,
        "'A.json(_:)': commands have an option '--json' already"
      ),
      (
        #"fetch a(_ n: String) -> [A] @info("ui.name": "limit") { where name == $n }"#,
        "'A.a(_:)': commands have an option '--limit' already"
      ),
      (
        #"fetch a(_ n: String) -> [A] @info("ui.name": "--q=1") { where name == $n }"#,
        "'A.a(_:)': '--q=1' cannot be an option"
      ),
      (
        #"fetch a(_ n: String) -> [A] @info("ui.search": "maybe") { where name == $n }"#,
        "'A.a(_:)': 'ui.search' is 'maybe' and takes 'yes' or 'no'"
      ),
      (
        #"fetch a(_ n: String) -> [A] @info("ui.title": "  ") { where name == $n }"#,
        "'A.a(_:)': 'ui.title' is '  ' and takes a title"
      ),
    ]
    for (fetch, message) in cases {
      XCTAssertThrowsError(try searches(fetch), fetch) {
        XCTAssertTrue("\($0)".contains(message), "\($0)")
      }
    }
  }
}

/// Classes that are called like types of ours.
final class AmbiguousNameTests: XCTestCase {
  func testAClassIsToldApartByAnImport() throws {
    let text = """
      model Shop
      entity Notification { var text: String }
      entity FormField { var name: String; var thing: Thing? @inverse(forms) }
      entity Thing { var name: String; var forms: Set<FormField> @inverse(thing) }
      """.replacing("; ", with: "\n")
    let model = try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model)
    let files = try AppGenerator().screens(for: model, source: "M.model", module: "Objects")
    XCTAssertTrue(
      files[0].text.contains("\ninternal import class Objects.Notification\n"), files[0].text)
    XCTAssertTrue(
      files[1].text.contains("\ninternal import class Objects.FormField\n"), files[1].text)
    XCTAssertFalse(files[2].text.contains("import class"), files[2].text)
  }

  /// A type that is added to the screens has to be known to the generator.
  func testAllTypesOfTheScreensAreKnown() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let pattern = /^(?:public|open) (?:final |indirect )?(?:struct|class|enum|protocol) (\w+)/
    for module in ["ModelScreens"] {
      let folder = sources.appending(path: module)
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      for path in paths ?? [] where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for match in text.matches(of: pattern.anchorsMatchLineEndings()) {
          XCTAssertTrue(AmbiguousNames.contains(String(match.output.1)), "\(match.output.1)")
        }
      }
    }
  }
}

/// The models of this folder.
enum Applications {
  static let names = ["Library", "Zoo", "Orders", "Wide", "Todo"]
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ name: String) throws -> String {
    let models = (name == "Todo" ? repository : folder).appending(path: "Models")
    return try String(contentsOf: models.appending(path: "\(name).model"), encoding: .utf8)
  }

  static func model(_ name: String) throws -> ManagedObjectModel {
    let source = SourceFile(path: "\(name).model", text: try text(name))
    return try XCTUnwrap(readModel([source]).model)
  }

  /// The older versions, whose stores an application migrates.
  static func released(_ name: String) throws -> [ManagedObjectModel] {
    guard name == "Todo" else { return [] }
    let folder = repository.appending(path: "Models/Todo.versions")
    return try ["1.json", "2.json"].map {
      try ManagedObjectModel(contentsOf: folder.appending(path: $0))
    }
  }
}
