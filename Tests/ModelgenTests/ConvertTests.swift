import XCTest

@testable import ModelgenCommands

/// Xcode's data models as the input of all commands, and their conversion to text and back.
final class ConvertTests: ToolTestCase {
  private let one = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Tag" representedClassName="Tag" syncable="YES" codeGenerationType="class">
            <attribute name="name" attributeType="String"/>
        </entity>
    </model>
    """

  private var two: String { one.replacing("name=\"name\"", with: "name=\"title\"") }

  private let current = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>Tags 2.xcdatamodel</string>
    </dict>
    </plist>

    """

  private func writeVersions() throws {
    try write(one, "Tags.xcdatamodeld/Tags.xcdatamodel/contents")
    try write(two, "Tags.xcdatamodeld/Tags 2.xcdatamodel/contents")
    try write(current, "Tags.xcdatamodeld/.xccurrentversion")
  }

  func testAllVersionsBecomeText() throws {
    try writeVersions()
    let outcome = run("convert Tags.xcdatamodeld Models/Tags.model")
    XCTAssertEqual(outcome.output, "wrote Models/Tags.versions/1.model\nwrote Models/Tags.model\n")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(
      text("Models/Tags.model"),
      "model Tags @version(2) @allow(#LostProperty, #NoValueForOldRows)\n\n"
        + "entity Tag {\n    var title: String\n}\n")
    XCTAssertEqual(
      text("Models/Tags.versions/1.model"),
      "model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n")
  }

  func testTextBecomesTheSameVersionsAgain() throws {
    try writeVersions()
    _ = run("convert Tags.xcdatamodeld")
    let outcome = run("convert Tags.model Copy/Tags.xcdatamodeld")
    XCTAssertEqual(
      outcome.output,
      """
      wrote Copy/Tags.xcdatamodeld/.xccurrentversion
      wrote Copy/Tags.xcdatamodeld/Tags 2.xcdatamodel/contents
      wrote Copy/Tags.xcdatamodeld/Tags.xcdatamodel/contents

      """)
    XCTAssertEqual(text("Copy/Tags.xcdatamodeld/Tags.xcdatamodel/contents"), one)
    XCTAssertEqual(text("Copy/Tags.xcdatamodeld/Tags 2.xcdatamodel/contents"), two)
    XCTAssertEqual(text("Copy/Tags.xcdatamodeld/.xccurrentversion"), current)
  }

  func testTheFrozenCurrentVersionIsOne() throws {
    try write("model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n", "Tags.model")
    _ = run("freeze Tags.model")
    XCTAssertNotNil(text("Tags.versions/1.model"))
    XCTAssertEqual(
      run("convert Tags.model").output,
      """
      wrote Tags.xcdatamodeld/.xccurrentversion
      wrote Tags.xcdatamodeld/Tags.xcdatamodel/contents

      """)
  }

  func testAFolderIsConvertedWithItsVersions() throws {
    let one = "model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n"
    try write(one, "Tags.versions/1.model")
    try write(
      one.replacing("@version(1)", with: "@version(2)")
        .replacing("String\n", with: "String\n    var note: String?\n"), "Tags/a.model")
    let outcome = run("convert Tags")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    XCTAssertNotNil(text("Tags.xcdatamodeld/Tags.xcdatamodel/contents"))
    XCTAssertEqual(
      text("Tags.xcdatamodeld/Tags 2.xcdatamodel/contents")?.contains("name=\"note\""), true)
    XCTAssertEqual(
      text("Tags.xcdatamodeld/.xccurrentversion")?.contains("Tags 2.xcdatamodel"), true)
  }

  func testASingleModelStaysSingle() throws {
    try write(one, "Tags.xcdatamodel/contents")
    XCTAssertEqual(run("convert Tags.xcdatamodel/").output, "wrote Tags.model\n")
    XCTAssertEqual(
      run("convert Tags.model Copy.xcdatamodel").output, "wrote Copy.xcdatamodel/contents\n")
    XCTAssertEqual(text("Copy.xcdatamodel/contents"), one)
  }

  func testNothingIsReplacedUnasked() throws {
    try write(one, "Tags.xcdatamodel/contents")
    try write("model Mine\n", "Tags.model")
    let outcome = run("convert Tags.xcdatamodel")
    XCTAssertEqual(
      outcome.errors,
      "error: 'Tags.model' is there already\nfix: pass '--force' to replace it\n")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertEqual(text("Tags.model"), "model Mine\n")
    XCTAssertEqual(run("convert Tags.xcdatamodel --force").output, "wrote Tags.model\n")
    XCTAssertEqual(run("convert Tags.xcdatamodel").output, "unchanged Tags.model\n")
  }

  func testAllFilesAreWrittenOrNone() throws {
    try writeVersions()
    try write("model Mine\n", "Tags.model")
    XCTAssertEqual(run("convert Tags.xcdatamodeld").status, .errors)
    XCTAssertNil(text("Tags.versions/1.model"))
    XCTAssertEqual(text("Tags.model"), "model Mine\n")
  }

  func testWhatXcodeHasNoPlaceForIsNamed() throws {
    try write("model M\n\nenum E: String {\n    case a\n}\n", "M.model")
    let outcome = run("convert M.model")
    XCTAssertEqual(
      outcome.errors,
      "M.model: warning: Xcode's form has no place for the cases of 'E'; its attributes hold raw "
        + "values\n")
    XCTAssertEqual(outcome.status, .success)
  }

  func testTablesAndWhatRowsAreSpreadByAreKept() throws {
    let model = """
      model Fleet @version(1)

      entity Account @table("the accounts") {
          var jobs: Set<Job> @inverse(account)
      }

      entity Job @shard(account) {
          let account: Account @inverse(jobs)
      }

      """.replacing("@inverse(account)", with: "@inverse(account) @onDelete(.cascade)")
    try write(model, "Fleet.model")
    XCTAssertEqual(run("convert Fleet.model").errors, "")
    XCTAssertEqual(run("convert Fleet.xcdatamodeld Copy.model").errors, "")
    XCTAssertEqual(text("Copy.model"), model)
  }

  func testOutputsOfTheWrongKindAreUsageErrors() throws {
    try write(one, "Tags.xcdatamodel/contents")
    try write(Self.tags, "T.model")
    XCTAssertEqual(run("convert Tags.xcdatamodel Copy.xcdatamodeld").status, .usage)
    XCTAssertEqual(run("convert T.model Copy.model").status, .usage)
    XCTAssertEqual(run("convert").status, .usage)
    XCTAssertEqual(run("convert a b c").status, .usage)
    XCTAssertEqual(
      run("convert Gone.xcdatamodel").errors,
      "error: cannot read 'Gone.xcdatamodel': no such folder\n")
  }

  func testDataModelsAreInputOfOtherCommands() throws {
    try writeVersions()
    XCTAssertEqual(run("validate Tags.xcdatamodeld").output, "valid Tags.xcdatamodeld\n")
    XCTAssertEqual(
      run("Tags.xcdatamodeld --output Generated").output, "wrote Generated/Tags.swift\n")
    XCTAssertEqual(
      text("Generated/Tags.swift")?.hasPrefix(
        "// Generated by modelgen from Tags.xcdatamodeld. Do not edit."), true)
    XCTAssertEqual(text("Generated/Tags.swift")?.contains("title"), true)
    XCTAssertEqual(run("format Tags.xcdatamodeld").status, .errors)
  }

  func testMistakesPointIntoTheDataModel() throws {
    try write(one.replacing("<attribute", with: "<<attribute"), "Tags.xcdatamodel/contents")
    let outcome = run("validate Tags.xcdatamodel")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(
      outcome.errors.hasPrefix(
        "Tags.xcdatamodel/contents:4:10: error: the name of an element is missing here "
          + "[#InvalidXML]\n"), outcome.errors)
    XCTAssertTrue(run("explain InvalidXML").output.hasPrefix("#InvalidXML (error)\n"))
    XCTAssertTrue(run("explain").output.contains("InvalidXML"))
  }

  // MARK: Versions

  /// A data model with an entity `Tag` and its attributes.
  private func tag(_ attributes: String...) -> String {
    let texts = attributes.map { "<attribute name='\($0)' optional='YES' attributeType='String'/>" }
    return "<model><entity name='Tag'>\(texts.joined())</entity></model>"
  }

  private func writeShop(_ versions: [String: String], current name: String) throws {
    for (version, text) in versions {
      try write(text, "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
    }
    try write(
      current.replacing("Tags 2", with: name), "Shop.xcdatamodeld/.xccurrentversion")
  }

  func testCodeOfADataModelHoldsAllItsVersions() throws {
    try writeShop(
      ["Shop 1.9": tag("a"), "Shop 1.10": tag("b"), "Shop 0.1": tag("c")], current: "Shop 0.1")
    XCTAssertEqual(
      run("Shop.xcdatamodeld --output Generated").output, "wrote Generated/Shop.swift\n")
    let code = try XCTUnwrap(text("Generated/Shop.swift"))
    XCTAssertTrue(code.contains("released: [.shopVersion1, .shopVersion2]"), code)
    XCTAssertTrue(code.contains("var c: String?"), code)
    XCTAssertEqual(
      run("compat Shop.xcdatamodeld").output,
      """
              to 2      to 3
      from 1  inferred  inferred
      from 2            inferred

      data that are dropped
        1 to 2 and later: 'Tag.a'
        2 to 3: 'Tag.b'

      """)
    let difference = run("diff Shop.xcdatamodeld").output
    XCTAssertTrue(difference.contains("c: String?"), difference)
  }

  func testTextOfADataModelGeneratesWithWhatGotLost() throws {
    try writeShop(["Shop 1": tag("a"), "Shop 2": tag("b")], current: "Shop 2")
    _ = run("convert Shop.xcdatamodeld")
    XCTAssertEqual(text("Shop.model")?.contains("@allow(#LostProperty)\n"), true)
    let outcome = run("Shop.model --output Generated")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(text("Generated/Shop.swift")?.contains("released: [.shopVersion1]"), true)
  }

  func testNumbersOfVersionsDoNotMove() throws {
    try writeShop(["Shop 1.9": tag("a"), "Shop 2.0": tag("b")], current: "Shop 2.0")
    _ = run("convert Shop.xcdatamodeld")
    _ = run("Shop.xcdatamodeld")
    try writeShop(["Shop 1.10": tag("x"), "Shop 2.1": tag("c")], current: "Shop 2.1")
    let outcome = run("convert Shop.xcdatamodeld --force")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(text("Shop.versions/1.model")?.contains("var a"), true)
    XCTAssertEqual(text("Shop.versions/2.model")?.contains("var b"), true)
    XCTAssertEqual(text("Shop.versions/3.model")?.contains("var x"), true)
    XCTAssertEqual(text("Shop.model")?.contains("var c"), true)
    XCTAssertEqual(text("Shop.model")?.contains("@version(4)"), true)
  }

  func testNumbersAreKeptWithTheDataOfVersions() throws {
    try writeShop(["Shop 1.9": tag("a"), "Shop 2.0": tag("b")], current: "Shop 2.0")
    XCTAssertEqual(
      run("Shop.xcdatamodeld").output,
      """
      wrote Generated/Shop.swift
      wrote Shop.versions/1.json
      wrote Shop.versions/2.json
      wrote Shop.versions/current.json

      """)
    try writeShop(["Shop 1.0": tag("x"), "Shop 2.1": tag("c")], current: "Shop 2.1")
    _ = run("Shop.xcdatamodeld")
    let code = try XCTUnwrap(text("Generated/Shop.swift"))
    XCTAssertTrue(code.contains("released: [.shopVersion1, .shopVersion2, .shopVersion3]"), code)
    XCTAssertEqual(text("Shop.versions/1.json")?.contains("\"a\""), true)
    XCTAssertEqual(text("Shop.versions/3.json")?.contains("\"x\""), true)
  }

  func testABinaryVersionIsLeftOut() throws {
    try writeShop(["Shop 2": tag("b")], current: "Shop 2")
    try write("bplist00", "Shop.xcdatamodeld/Shop.xcdatamodel/elements")
    let outcome = run("Shop.xcdatamodeld --output Generated")
    XCTAssertEqual(outcome.status, .success)
    XCTAssertTrue(
      outcome.errors.contains("version 'Shop' is in the binary form of Xcode 3 and is left out"),
      outcome.errors)
  }

  func testADamagedOlderVersionIsAnError() throws {
    try writeShop(["Shop": "<model", "Shop 2": tag("b")], current: "Shop 2")
    let outcome = run("Shop.xcdatamodeld --output Generated")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(outcome.errors.contains("Shop.xcdatamodel/contents:1:"), outcome.errors)
    XCTAssertNil(text("Generated/Shop.swift"))
  }
}
