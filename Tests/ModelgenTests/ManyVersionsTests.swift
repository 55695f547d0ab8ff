import Foundation
import XCTest

@testable import ModelgenCommands

/// Data models with more than a hundred versions, as apps have after years.
final class ManyVersionsTests: ToolTestCase {
  private let count = 117

  /// The text of a version, with its number in the name of an attribute that the next
  /// version does not have.
  private func version(_ number: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    lastSavedToolsVersion="22522" systemVersion="23F79" minimumToolsVersion="Automatic" \
    sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Note" representedClassName="Note" syncable="YES" codeGenerationType="class">
            <attribute name="field\(number)" optional="YES" attributeType="String"/>
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="tags" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/>
        </entity>
        <entity name="Tag" representedClassName="Tag" syncable="YES" codeGenerationType="class">
            <attribute name="name" attributeType="String" defaultValueString=""/>
            <relationship name="notes" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Note" inverseName="tags" inverseEntity="Note"/>
        </entity>
    </model>
    """
  }

  /// Writes a bundle of versions. Version 10 comes after version 9, not after version 1.
  private func writeBundle(versions: Int, older: ((Int) -> String)? = nil) throws {
    for number in 1...versions {
      let text = number == versions ? version(number) : (older ?? version)(number)
      try write(text, "Notes.xcdatamodeld/Notes \(number).xcdatamodel/contents")
    }
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>Notes \(versions).xcdatamodel</string>
      </dict>
      </plist>
      """, "Notes.xcdatamodeld/.xccurrentversion")
  }

  func testCodeHoldsEveryVersion() throws {
    try writeBundle(versions: count)
    let outcome = run("generate Notes.xcdatamodeld --output Source")
    XCTAssertEqual(outcome.errors, "")
    let code = try XCTUnwrap(text("Source/Notes.swift"))
    for number in 1...count {
      XCTAssertTrue(code.contains("\"field\(number)\""), "version \(number)")
      let heading = "// MARK: - Version \(number)\n"
      XCTAssertEqual(code.contains(heading), number < count, "version \(number)")
    }
  }

  /// A command that only needs the current version does not read older versions, which are
  /// damaged here.
  func testOnlyWhatIsNeededIsRead() throws {
    try writeBundle(versions: count) { _ in "no XML" }
    let shown = run("show Notes.xcdatamodeld")
    XCTAssertEqual(shown.errors, "")
    XCTAssertTrue(shown.output.contains("field\(count)"), shown.output)
    XCTAssertEqual(run("validate Notes.xcdatamodeld").status, .errors)
  }

  /// What an option allows is not impossible, and what many pairs share is told once.
  func testWhatAnOptionAllowsIsToldOnce() throws {
    try writeBundle(versions: 5) { number in
      let title = "name=\"title\" optional=\"YES\" attributeType="
      return number > 2
        ? self.version(number)
        : self.version(number).replacing("\(title)\"String\"", with: "\(title)\"Integer 32\"")
    }
    let outcome = run("compat Notes.xcdatamodeld")
    XCTAssertEqual(outcome.status, .success)
    XCTAssertTrue(outcome.output.contains("from 1  inferred  needs option"), outcome.output)
    XCTAssertTrue(
      outcome.output.contains("\n1, 2 to 3 and later: needs option\n  'Note.title' is String now"),
      outcome.output)
    XCTAssertEqual(outcome.output.components(separatedBy: "is String now").count, 2)
  }

  func testEveryPairIsAnswered() throws {
    let versions = 40
    try writeBundle(versions: versions)
    let outcome = run("compat Notes.xcdatamodeld")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(outcome.status, .success)
    let lines = outcome.output.split(separator: "\n")
    let rows = lines.prefix { $0 != "data that are dropped" }
    XCTAssertEqual(rows.count, versions)
    XCTAssertEqual(lines.dropFirst(rows.count + 1).first, "  1 to 2 and later: 'Note.field1'")
    for (index, row) in rows.dropFirst().enumerated() {
      let cells = row.split(separator: " ")
      XCTAssertEqual(cells.prefix(2), ["from", "\(index + 1)"])
      XCTAssertEqual(cells.dropFirst(2).count, versions - index - 1)
      XCTAssertEqual(Set(cells.dropFirst(2)), ["inferred"])
    }
  }

  func testAllAreConvertedAndGenerateAgain() throws {
    try writeBundle(versions: count)
    XCTAssertEqual(run("convert Notes.xcdatamodeld Text/Notes.model").errors, "")
    XCTAssertNotNil(text("Text/Notes.versions/\(count - 1).model"))
    XCTAssertEqual(run("generate Notes.xcdatamodeld --output Source").errors, "")
    XCTAssertEqual(run("generate Text/Notes.model --output TextSource").errors, "")
    let withoutSource = { (code: String?) in
      code?.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
    XCTAssertEqual(
      withoutSource(text("TextSource/Notes.swift")), withoutSource(text("Source/Notes.swift")))
  }
}
