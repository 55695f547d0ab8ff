import Foundation
import ModelLanguage
import ModelSchema
import XCTest

@testable import ModelGenerator

/// The screens in `Generated` are what the models give; `RECORD_GOLDEN=1`
/// writes them.
final class GeneratedApplicationTests: XCTestCase {
  func testGoldenScreensAreCurrent() throws {
    for name in Applications.names {
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

  func testAPathThatLeadsNowhereIsAnIssue() throws {
    let cases = [
      ("\"ui.row\": \"{nme}\"", "'nme'"), ("\"ui.sort\": \"x\"", "'x'"),
      ("\"ui.form\": \"name other\"", "'other'"), ("\"ui.form\": \"tags.name\"", "'tags.name'"),
      ("\"ui.new\": \"nme=x\"", "'name'"), ("\"ui.new\": \"name=x; nme=y\"", "'nme'"),
    ]
    for (info, path) in cases {
      let text = """
        model M
        entity A @info(\(info)) {
            var name: String
            var tags: Set<B> @inverse(a)
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

/// Classes that are called like types of ours.
final class AmbiguousNameTests: XCTestCase {
  func testAClassIsToldApartByAnImport() throws {
    let text = """
      model Shop
      entity Notification { var text: String }
      entity FormField { var name: String; var thing: Thing? @inverse(fields) }
      entity Thing { var name: String; var fields: Set<FormField> @inverse(thing) }
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
  static let names = ["Library", "Zoo", "Orders"]
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(name).model"), encoding: .utf8)
  }

  static func model(_ name: String) throws -> ManagedObjectModel {
    let source = SourceFile(path: "\(name).model", text: try text(name))
    return try XCTUnwrap(readModel([source]).model)
  }
}
