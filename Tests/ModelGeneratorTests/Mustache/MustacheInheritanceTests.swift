import Foundation
import ModelGenerator
import XCTest

/// The cases of the Mustache specification for parents and blocks, read from its own file.
final class MustacheInheritanceTests: XCTestCase {
  private struct Specification: Decodable {
    struct Case: Decodable {
      let name: String
      let template: String
      let data: Value
      let partials: [String: String]?
      let expected: String
    }

    let tests: [Case]
  }

  /// A value in these cases, which is an object or a text.
  private enum Value: Decodable {
    case text(String)
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    var value: TemplateValue {
      switch self {
      case .text(let text): .text(text)
      case .object(let members): .object(members.mapValues(\.value))
      }
    }
  }

  func testTheSpecificationsCases() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "mustache-inheritance.json")
    let cases = try JSONDecoder().decode(Specification.self, from: Data(contentsOf: file)).tests
    XCTAssertEqual(cases.count, 27)
    try assertMustache(
      cases.map {
        MustacheCase(
          $0.name, $0.template, $0.data.value, partials: $0.partials ?? [:], is: $0.expected)
      })
  }

  func testIndentationReachesWhatIsNestedAndNoValues() throws {
    let page = ["page": "<p>\n  {{$body}}\n    none\n  {{/body}}\n</p>\n"]
    try assertMustache([
      MustacheCase(
        "the default content keeps its own", "{{<page}}{{/page}}\n", partials: page,
        is: "<p>\n    none\n</p>\n"),
      MustacheCase(
        "in a section",
        "{{<page}}\n{{$body}}\n{{#x}}\n a {{.}}\n\n  b\n{{/x}}\n{{/body}}\n{{/page}}\n",
        ["x": ["1\n2"]], partials: page, is: "<p>\n    a 1\n2\n\n     b\n</p>\n"),
      MustacheCase(
        "with a partial", "  {{<page}}\n{{$body}}\n {{>row}}\n{{/body}}\n{{/page}}\n",
        partials: page.merging(["row": "one\n two\n"]) { $1 },
        is: "  <p>\n      one\n       two\n  </p>\n"),
      MustacheCase(
        "a partial on a line with other tags is not indented", "  {{>outer}}\n",
        partials: ["outer": "a{{>inner}}\n", "inner": "b\nc"], is: "  ab\nc\n"),
      MustacheCase(
        "a parent with text before it keeps its line", "x {{<page}}{{/page}}\ny", partials: page,
        is: "x <p>\n    none\n</p>\n\ny"),
      MustacheCase(
        "lines in the place of a word", "{{<p}}{{$a}}\n    one\n    two\n{{/a}}{{/p}}",
        partials: ["p": "  {{$a}}word{{/a}};\n"], is: "  one\n  two\n;\n"),
    ])
  }
}
