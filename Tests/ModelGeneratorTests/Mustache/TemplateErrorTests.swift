import Foundation
import ModelGenerator
import TestSupport
import XCTest

final class TemplateErrorTests: XCTestCase {
  func testErrorsNameTemplateLineAndColumn() {
    let rows: [(template: String, message: String)] = [
      ("a\n  {{b", "t:2:3: error: this tag is never closed"),
      ("{{{b}}", "t:1:1: error: this tag is never closed"),
      ("a\n{{#b}}\n", "t:2:1: error: section 'b' is never closed; add '{{/b}}'"),
      ("é{{#a}}{{/b}}", "t:1:8: error: 'b' is closed here, but the open section is 'a'"),
      ("x{{/a}}", "t:1:2: error: 'a' is closed here, but no section is open"),
      ("{{ }}", "t:1:1: error: this tag names nothing"),
      ("{{#}}", "t:1:1: error: this tag names nothing"),
      (
        "{{=a=}}",
        "t:1:1: error: 'a' does not set delimiters; write two words without '=', such as '{{=<% %>=}}'"
      ),
    ]
    for row in rows {
      XCTAssertThrowsError(try Template(name: "t", text: row.template), row.template) {
        XCTAssertEqual(String(describing: $0), row.message, row.template)
      }
    }
  }

  func testErrorsInAnIndentedPartialCountWithoutTheIndentation() throws {
    let template = try Template(name: "t", text: "  {{>p}}\n")
    let library = TemplateLibrary(["p": "a\n {{#b}}\n"])
    XCTAssertThrowsError(try TemplateRenderer.text(of: template, with: [:], library: library)) {
      XCTAssertEqual(
        String(describing: $0), "p:2:2: error: section 'b' is never closed; add '{{/b}}'")
    }
  }

  func testAPartialThatIncludesItselfEnds() throws {
    let template = try Template(name: "t", text: "{{>p}}")
    for partial in ["{{>p}}", " {{>p}}\n", "{{<p}}{{$b}}{{/b}}{{/p}}"] {
      let library = TemplateLibrary(["p": partial])
      XCTAssertThrowsError(try TemplateRenderer.text(of: template, with: [:], library: library)) {
        XCTAssertEqual(($0 as? TemplateError)?.reason, .endlessPartial("p"))
      }
    }
  }

  func testDeepNestingIsRefused() {
    let text = String(repeating: "{{#a}}", count: 100_000)
    XCTAssertThrowsError(try Template(name: "t", text: text)) {
      XCTAssertEqual(($0 as? TemplateError)?.reason, .nestedTooDeep)
    }
  }

  func testExplodingPartialsEnd() throws {
    let template = try Template(name: "t", text: "{{>p}}")
    let nested = String(repeating: "{{#l}}", count: 6) + String(repeating: "{{/l}}", count: 6)
    let library = TemplateLibrary(["p": nested])
    let data: TemplateValue = ["l": .list(Array(repeating: .integer(1), count: 100))]
    XCTAssertThrowsError(
      try TemplateRenderer.text(of: template, with: data, library: library, maximumSteps: 1_000)
    ) {
      XCTAssertEqual(($0 as? TemplateError)?.reason, .tooMuchOutput(1_000))
    }
  }

  func testMutatedTemplatesNeverTrap() {
    let seed = TestRun.seed
    print("seed \(seed)")
    var random = RandomSource(seed: seed)
    let sample = Array(
      "{{! c }}\n{{#a}}\n  {{b.c}} {{{d}}}\n{{/a}}\n{{^e}}{{>p}}{{/e}}{{=<% %>=}}<%x%>\n".utf8)
    for _ in 0..<(TestRun.isLong ? 100_000 : 10_000) {
      var bytes = sample
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = sample.randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let template = try? Template(name: "t", text: text) else { continue }
      let library = TemplateLibrary(["p": text])
      _ = try? TemplateRenderer.text(of: template, with: ["a": [1], "e": true], library: library)
    }
  }
}
