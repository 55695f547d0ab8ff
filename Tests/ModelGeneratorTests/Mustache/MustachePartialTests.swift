import ModelGenerator
import XCTest

final class MustachePartialTests: XCTestCase {
  func testPartialsAreRenderedInPlace() throws {
    try assertMustache([
      MustacheCase("basic", "\"{{>t}}\"", partials: ["t": "from partial"], is: "\"from partial\""),
      MustacheCase("missing", "\"{{>t}}\"", is: "\"\""),
      MustacheCase("context", "\"{{>t}}\"", ["x": "c"], partials: ["t": "*{{x}}*"], is: "\"*c*\""),
      MustacheCase(
        "recursion ends with the data", "{{>node}}",
        ["v": "X", "nodes": [["v": "Y", "nodes": []]]],
        partials: ["node": "{{v}}<{{#nodes}}{{>node}}{{/nodes}}>"], is: "X<Y<>>"),
      MustacheCase(
        "nested", "{{>outer}}", ["a": "hello", "b": "world"],
        partials: ["outer": "*{{a}} {{>inner}}*", "inner": "{{b}}!"], is: "*hello world!*"),
    ])
  }

  func testIndentation() throws {
    try assertMustache([
      MustacheCase("space around", "| {{>p}} |", partials: ["p": "\t|\t"], is: "| \t|\t |"),
      MustacheCase(
        "inline is not indented", "  {{x}}  {{> p}}\n", ["x": "|"], partials: ["p": ">\n>"],
        is: "  |  >\n>\n"),
      MustacheCase(
        "line ends of two bytes", "|\r\n{{>p}}\r\n|", partials: ["p": ">"], is: "|\r\n>|"),
      MustacheCase("on the first line", "  {{>p}}\n>", partials: ["p": ">\n>"], is: "  >\n  >>"),
      MustacheCase("on the last line", ">\n  {{>p}}", partials: ["p": ">\n>"], is: ">\n  >\n  >"),
      MustacheCase(
        "every line of the partial, not of values", "\\\n {{>p}}\n/\n", ["x": "<\n->"],
        partials: ["p": "|\n{{{x}}}\n|\n"], is: "\\\n |\n <\n->\n |\n/\n"),
      MustacheCase("space in the tag", "|{{> p }}|", partials: ["p": "[]"], is: "|[]|"),
      MustacheCase(
        "empty lines stay empty", "  {{>p}}\n", partials: ["p": "a\n\nb\n"], is: "  a\n\n  b\n"),
    ])
  }

  func testDynamicNames() throws {
    try assertMustache([
      MustacheCase("basic", "{{>*name}}", ["name": "p"], partials: ["p": "here"], is: "here"),
      MustacheCase(
        "dotted", "{{> * a.name }}", ["a": ["name": "p"]], partials: ["p": "here"], is: "here"),
      MustacheCase("missing", "[{{>*name}}]", ["name": "p"], is: "[]"),
    ])
  }

  func testBlocksAreReplaced() throws {
    let page = ["page": "<{{$title}}none{{/title}}|{{$body}}{{x}}{{/body}}>"]
    try assertMustache([
      MustacheCase("default", "{{$title}}none{{/title}}", is: "none"),
      MustacheCase(
        "parent without blocks", "{{<page}}{{/page}}", ["x": 1], partials: page, is: "<none|1>"),
      MustacheCase(
        "replaced", "{{<page}}{{$title}}T{{/title}} ignored {{/page}}", ["x": 1], partials: page,
        is: "<T|1>"),
      MustacheCase(
        "the outer one counts", "{{<child}}{{$title}}outer{{/title}}{{/child}}",
        partials: page.merging(["child": "{{<page}}{{$title}}inner{{/title}}{{/page}}"]) { $1 },
        is: "<outer|>"),
      MustacheCase(
        "content sees the context", "{{<page}}{{$body}}{{y}}{{/body}}{{/page}}", ["y": 2],
        partials: page, is: "<none|2>"),
    ])
  }
}
