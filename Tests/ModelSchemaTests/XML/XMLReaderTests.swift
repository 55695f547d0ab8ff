import ModelSchema
import XCTest

/// Well-formed XML is read, and other texts give an error with its position.
final class XMLReaderTests: XCTestCase {
  private func read(_ text: String) throws -> XMLElementNode {
    try XMLReader.read(Array(text.utf8))
  }

  func testElementsAttributesAndText() throws {
    let root = try read(
      """
      <?xml version="1.0" encoding="utf-8" standalone='yes'?>
      <!DOCTYPE plist PUBLIC "-//A//B > C" "x" [ <!ENTITY a "]>"> ]>
      <!-- a < b & c -->
      <a one="1" two='"2"'>
        <b/><c x="y"></c>text<?php echo "</a>" ?><!-- more -->
      </a>
      <!-- the end -->
      """)
    XCTAssertEqual(root.name, "a")
    XCTAssertEqual(root["one"], "1")
    XCTAssertEqual(root["two"], "\"2\"")
    XCTAssertNil(root["three"])
    XCTAssertEqual(root.children.map(\.name), ["b", "c"])
    XCTAssertEqual(root.children("c").map { $0["x"] }, ["y"])
    XCTAssertEqual(root.text, "\n  text\n")
  }

  func testReferencesAndCharacterData() throws {
    let root = try read(
      "<a v=\"&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;\"><![CDATA[<&]]>]]&gt;&#10;</a>")
    XCTAssertEqual(root["v"], "<>&\"'A😀")
    XCTAssertEqual(root.text, "<&]]>\n")
  }

  func testLineEndsBecomeLineFeedsAndSpaces() throws {
    let root = try read("<a v=\"1\r\n2\t3\r4&#10;5\">x\r\ny\rz</a>")
    XCTAssertEqual(root["v"], "1 2 3 4\n5")
    XCTAssertEqual(root.text, "x\ny\nz")
  }

  func testByteOrderMarkIsSkipped() throws {
    XCTAssertEqual(try XMLReader.read([0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)).name, "a")
  }

  func testOffsetsPointAtNamesAndValues() throws {
    let root = try read("<a bc = 'd'/>")
    XCTAssertEqual(root.offset, 1)
    XCTAssertEqual(root.attribute("bc")?.offset, 9)
  }

  func testMistakesSayWhereAndWhat() {
    let rows: [(text: String, message: String)] = [
      ("", "1:1: there is no element"),
      ("  \n hello", "2:2: there is no element"),
      ("<a>", "1:2: '<a>' has no end tag"),
      ("<a>\n <b>\n</a>", "3:1: '</a>' does not close '<b>'"),
      ("</a>", "1:1: '<a>' is missing here"),
      ("<a/><b/>", "1:5: nothing can follow the end of the document"),
      ("<a/> x", "1:6: nothing can follow the end of the document"),
      ("<a/>&amp;", "1:5: nothing can follow the end of the document"),
      ("<1/>", "1:2: the name of an element is missing here"),
      ("<a b/>", "1:5: '=' is missing here"),
      ("<a b=c/>", "1:6: a value in quotes is missing here"),
      ("<a b=\"c/>", "1:6: the quote that ends the value is missing here"),
      ("<a b=\"<\"/>", "1:7: the quote that ends the value is missing here"),
      ("<a b='1'c='2'/>", "1:9: a space is missing here"),
      ("<a b='1' b='2'/>", "1:10: the attribute 'b' stands twice in one tag"),
      ("<a =''/>", "1:4: the name of an attribute is missing here"),
      ("<a/ >", "1:3: '>' is missing here"),
      ("<a>&nbsp;</a>", "1:4: no entity '&nbsp;'; write '&amp;' for the sign itself"),
      ("<a>a & b</a>", "1:7: 'amp;' is missing here"),
      ("<a>&#0;</a>", "1:4: '&#0;' is no character"),
      ("<a>&#xD800;</a>", "1:4: '&#xD800;' is no character"),
      ("<a>&#x;</a>", "1:4: '&#x;' is no character"),
      ("<a>&#+1;</a>", "1:4: '&#+1;' is no character"),
      ("<a>\u{1}</a>", "1:4: XML has no character U+0001"),
      ("<a>ä\u{FFFE}</a>", "1:5: XML has no character U+FFFE"),
      ("<!-- <a/>", "1:1: '-->' is missing here"),
      ("<a><![CDATA[x</a>", "1:4: ']]>' is missing here"),
      ("<?x", "1:1: '?>' is missing here"),
      ("<!DOCTYPE a [ \"]>\" >", "1:1: '>' is missing here"),
      (
        "<?xml version='1.0' encoding='UTF-16'?><a/>",
        "1:31: the encoding is UTF-16; save the file as UTF-8"
      ),
    ]
    for row in rows {
      XCTAssertThrowsError(try read(row.text), row.text) { error in
        XCTAssertEqual("\(error)", row.message, row.text)
      }
    }
  }

  func testBytesThatAreNoUTF8AreRefused() {
    let rows: [(bytes: [UInt8], offset: Int)] = [
      ([0xFF], 3), ([0xC0, 0x80], 3), ([0xE2, 0x82], 3), ([0xED, 0xA0, 0x80], 3),
      ([0x41, 0x80], 4), ([0xF8, 0x88, 0x80, 0x80, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 3),
    ]
    for row in rows {
      let bytes = Array("<a>".utf8) + row.bytes + Array("</a>".utf8)
      XCTAssertThrowsError(try XMLReader.read(bytes)) { error in
        XCTAssertEqual((error as? XMLError)?.reason, .invalidUTF8, "\(row.bytes)")
        XCTAssertEqual((error as? XMLError)?.offset, row.offset, "\(row.bytes)")
      }
    }
    XCTAssertThrowsError(try XMLReader.read([0xFF, 0xFE, 0x3C, 0])) { error in
      XCTAssertEqual("\(error)", "1:1: the encoding is UTF-16; save the file as UTF-8")
    }
  }

  func testDepthIsLimited() throws {
    let limit = XMLReader.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    XCTAssertNoThrow(try read(nested(limit)))
    XCTAssertThrowsError(try read(nested(limit + 1))) { error in
      XCTAssertEqual((error as? XMLError)?.reason, .nestedTooDeep(limit: limit))
    }
    XCTAssertThrowsError(try read(String(repeating: "<a>", count: 500_000)))
  }

  func testTimeIsLinear() throws {
    func seconds(_ count: Int) throws -> Double {
      let text = "<r>" + String(repeating: "<a b=\"&amp;\"/>x &lt;", count: count) + "</r>"
      let start = ContinuousClock.now
      XCTAssertEqual(try read(text).children.count, count)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = try seconds(2_000)
    let small = try seconds(4_000)
    let large = try seconds(40_000)
    XCTAssertLessThan(large, max(small, 0.001) * 60)
  }
}

/// Reading a written document gives the same elements.
final class XMLWriterTests: XCTestCase {
  func testDocumentHasXcodesForm() {
    let root = XMLElementNode(
      "model", attributes: [.init("name", "a \"b\" <&>")],
      content: [
        .element(XMLElementNode("entity", content: [.element(XMLElementNode("x"))])),
        .element(XMLElementNode("y", content: [.text("1 < 2 \"\"")])),
      ])
    XCTAssertEqual(
      XMLWriter.document(root),
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model name="a &quot;b&quot; &lt;&amp;&gt;">
          <entity>
              <x/>
          </entity>
          <y>1 &lt; 2 ""</y>
      </model>
      """)
    XCTAssertEqual(
      XMLWriter.line(root),
      "<model name=\"a &quot;b&quot; &lt;&amp;&gt;\"><entity><x/></entity>"
        + "<y>1 &lt; 2 \"\"</y></model>")
  }

  func testEveryCharacterSurvives() throws {
    let text = "\t\n\r \"'<>&]]>\u{85}\u{2028}é\u{FFFD}\u{10FFFF}"
    let root = XMLElementNode("a", attributes: [.init("b", text)], content: [.text(text)])
    let copy = try XMLReader.read(Array(XMLWriter.document(root).utf8))
    XCTAssertEqual(copy["b"], text)
    XCTAssertEqual(copy.text, text)
  }

  func testCharactersThatXMLLacksAreReplaced() throws {
    let root = XMLElementNode("a", attributes: [.init("b", "\0\u{1}\u{FFFF}x")])
    let copy = try XMLReader.read(Array(XMLWriter.document(root).utf8))
    XCTAssertEqual(copy["b"], "\u{FFFD}\u{FFFD}\u{FFFD}x")
  }
}
