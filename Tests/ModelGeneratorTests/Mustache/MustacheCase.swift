import ModelGenerator
import XCTest

/// A case of the Mustache specification, in our words.
struct MustacheCase {
  let name: String
  let template: String
  let data: TemplateValue
  let partials: [String: String]
  let expected: String

  init(
    _ name: String, _ template: String, _ data: TemplateValue = [:],
    partials: [String: String] = [:], is expected: String
  ) {
    self.name = name
    self.template = template
    self.data = data
    self.partials = partials
    self.expected = expected
  }
}

/// Renders every case with HTML escaping, as the specification requires, and compares the
/// text.
func assertMustache(
  _ cases: [MustacheCase], file: StaticString = #filePath, line: UInt = #line
) throws {
  for one in cases {
    let text = try TemplateRenderer.text(
      of: Template(name: one.name, text: one.template), with: one.data,
      library: TemplateLibrary(one.partials), escapesHTML: true)
    XCTAssertEqual(text, one.expected, one.name, file: file, line: line)
  }
}
