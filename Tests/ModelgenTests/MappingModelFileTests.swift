import Foundation
import TestSupport
import XCTest

@testable import ModelgenCommands

/// The conversion of Xcode's mapping models to migration blocks and back.
final class MappingModelFileTests: ToolTestCase {
  private func apple(_ path: String) throws -> String {
    guard let url = SharedFiles.url("apple/" + path) else {
      throw XCTSkip("there is no ../shared/apple")
    }
    return url.path(percentEncoded: false)
  }

  /// The texts of all versions, with the current version last.
  private func texts(_ name: String) -> [String] {
    (1...9).compactMap { text("\(name).versions/\($0).model") } + [text("\(name).model") ?? ""]
  }

  /// Converts a bundle to text, back to a bundle, and to text again, and checks that both
  /// texts are equal.
  private func roundTrip(_ path: String, _ name: String) throws -> [String] {
    let first = run(["convert", path, "\(name).model"])
    XCTAssertEqual(first.status, .success, first.errors)
    let back = run("convert \(name).model Again/\(name).xcdatamodeld")
    XCTAssertEqual(back.status, .success, back.errors)
    XCTAssertFalse(back.errors.contains("has no place for"), back.errors)
    let again = run("convert Again/\(name).xcdatamodeld Again/\(name).model")
    XCTAssertEqual(again.status, .success, again.errors)
    XCTAssertFalse(again.errors.contains("#MappingModel"), again.errors)
    let found = texts(name)
    XCTAssertEqual(texts("Again/\(name)"), found)
    return found
  }

  func testMappingModelsOfXcodeAreBlocksAndComeBack() throws {
    let notes = try roundTrip(
      apple("notes/UnCloudNotesDataModel.xcdatamodeld"), "UnCloudNotesDataModel")
    XCTAssertTrue(
      notes[2].contains(
        """
        migration from 2 {
            mapping "NoteToAttachment": Note -> Attachment where old.image != nil {
                dateCreated = old.dateCreated
                image = old.image
                note = function("destinationInstancesForEntityMappingNamed:sourceInstances:", $manager, "NoteToNote", $source)
            }
            mapping "NoteToNote": Note -> Note {
        """), notes[2])
    XCTAssertTrue(
      notes[3].contains(
        """
            mapping "AttachmentToImageAttachment": Attachment -> ImageAttachment {
                policy "UnCloudNotes.AttachmentToImageAttachmentMigrationPolicyV3toV4"
                image = old.image
                dateCreated = old.dateCreated
        """), notes[3])
  }

  func testExpressionsOfArchivesAreRead() throws {
    let ledger = try roundTrip(apple("ledger/SampleModel.xcdatamodeld"), "SampleModel")
    let text = ledger.joined()
    XCTAssertTrue(text.contains("policy \"REPLACE_AT_RUNTIME.V2to3MakerPolicy\""), text)
    XCTAssertTrue(
      text.contains(
        """
        previousOwners = function("destinationInstancesForEntityMappingNamed:sourceInstances:", \
        $manager, "PersonToPerson", old.owner)
        """), text)
    XCTAssertTrue(text.contains("previousCars = old.cars"), text)
  }

  func testCodeHasTheMappings() throws {
    let path = try apple("notes/UnCloudNotesDataModel.xcdatamodeld")
    XCTAssertEqual(run([path, "--output", "Code"]).status, .success)
    let code = try XCTUnwrap(text("Code/UnCloudNotesDataModel.swift"))
    XCTAssertTrue(code.contains("policyName: \"UnCloudNotes.Attach"), "no mapping in the code")
  }

  // MARK: Own files

  private func bundle(_ old: String, _ new: String) throws {
    for (name, text) in [("Shop", old), ("Shop 2", new)] {
      try write("<model>\(text)</model>", "Shop.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    try write(
      """
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>\
      <string>Shop 2.xcdatamodel</string></dict></plist>
      """, "Shop.xcdatamodeld/.xccurrentversion")
  }

  private func mapping(
    _ objects: String, mappings: String = "z2", to version: String = "Shop 2",
    of bundle: String = "Shop", at path: String = "Shop.xcmappingmodel"
  ) throws {
    try write(
      """
      <?xml version="1.0" standalone="yes"?>
      <database><object type="XDDEVMAPPINGMODEL" id="z1">
      <attribute name="sourcemodelpath" type="string">App/\(bundle).xcdatamodeld/Shop.xcdatamodel</attribute>
      <attribute name="destinationmodelpath" type="string">App/\(bundle).xcdatamodeld/\(version).xcdatamodel</attribute>
      <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="\(mappings)"/>
      </object>\(objects)</database>
      """, path + "/xcmapping.xml")
  }

  private func entity(_ id: String, _ values: [String: String], attributes: String = "") -> String {
    "<object type=\"XDDEVENTITYMAPPING\" id=\"\(id)\">"
      + values.sorted { $0.key < $1.key }.map {
        "<attribute name=\"\($0.key)\" type=\"string\">\($0.value)</attribute>"
      }.joined(separator: "\n")
      + "<relationship name=\"attributemappings\" idrefs=\"\(attributes)\"/></object>"
  }

  private func attribute(_ id: String, _ values: [String: String]) -> String {
    "<object type=\"XDDEVATTRIBUTEMAPPING\" id=\"\(id)\">"
      + values.sorted { $0.key < $1.key }.map {
        "<attribute name=\"\($0.key)\" type=\"string\">\($0.value)</attribute>"
      }.joined(separator: "\n") + "</object>"
  }

  private let item = """
    <entity name="Item"><attribute name="class" attributeType="String" optional="YES"/>
    <attribute name="size" attributeType="Integer 32" optional="YES"/></entity>
    """

  func testWhatHasNoFormIsSaidWithItsPlace() throws {
    try bundle(item, item + "<entity name=\"Box\"/>")
    try mapping(
      entity(
        "z2",
        [
          "sourcename": "Item", "destinationname": "Item",
          "sourcefilterpredicatestring": "size &gt;",
          "mappingnumber": "2", "colour": "red",
        ], attributes: "z3 z4 z5 z9")
        + attribute("z3", ["name": "class"])
        + attribute("z4", ["name": "size", "valueexpressiondata": "AAAA"])
        + attribute("z5", ["name": "weight"]) + entity("z6", ["destinationname": "Crate"]),
      mappings: "z2 z6 z8")
    let outcome = run("convert Shop.xcdatamodeld")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    for words in [
      "the condition of the mapping 'ItemToItem' cannot be read", "'colour' of the mapping",
      "the expression for 'size'", "'Item' has no property for 'weight'", "the object 'z9'",
      "the object 'z8'", "the newer version has no entity 'Crate'",
    ] {
      XCTAssertTrue(outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
    XCTAssertTrue(outcome.errors.contains("Shop.xcmappingmodel/xcmapping.xml:6:"), outcome.errors)
    let text = try XCTUnwrap(text("Shop.model"))
    XCTAssertTrue(text.contains("mapping \"Box\": insert Box"), text)
    XCTAssertTrue(text.contains("class = old.class"), text)
  }

  /// A mapping model is an XML store, in which Core Data writes `<` as `\u3c`.
  func testSignsOfXMLAreWrittenAsInStores() throws {
    try bundle(item, item)
    try mapping(
      entity(
        "z2",
        [
          "sourcename": "Item", "destinationname": "Item",
          "sourcefilterpredicatestring": "#size \\u3c 3",
        ]))
    let outcome = run("convert Shop.xcdatamodeld")
    XCTAssertFalse(outcome.errors.contains("cannot be read"), outcome.errors)
    XCTAssertEqual(text("Shop.model")?.contains("where old.size < 3"), true)
  }

  /// A migration block comes back as it was written, with its lines in order and paths that
  /// start with `old`.
  func testABlockComesBackAsItWasWritten() throws {
    try bundle(item, item)
    _ = run("convert Shop.xcdatamodeld")
    let block = """
      migration from 1 {
          mapping "Items": Item -> Item where old.size > 3 {
              size = old.size * 10
              class = uppercase(old.class)
          }
      }

      """
    let written = (text("Shop.model") ?? "") + "\n" + block
    try write(written, "Shop.model")
    let back = run("convert Shop.model Back/Shop.xcdatamodeld")
    XCTAssertEqual(back.errors, "")
    let again = run("convert Back/Shop.xcdatamodeld")
    XCTAssertEqual(again.errors, "")
    XCTAssertEqual(
      text("Back/Shop.model")?.hasSuffix("\n" + block), true, text("Back/Shop.model") ?? "")
    XCTAssertEqual(run("validate Back/Shop.model").errors, "")
  }

  func testExpressionsMayBeText() throws {
    try bundle(item, item)
    try mapping(
      entity("z2", ["sourcename": "Item", "destinationname": "Item"], attributes: "z4 z3")
        + attribute("z3", ["name": "class", "colour": "red"])
        + attribute("z4", ["name": "size", "valueexpressionstring": "$source.size * 2"]))
    let outcome = run("convert Shop.xcdatamodeld")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    XCTAssertTrue(
      outcome.errors.contains("is left out; the property goes by its name"), outcome.errors)
    let text = try XCTUnwrap(text("Shop.model"))
    XCTAssertTrue(text.contains("        size = old.size * 2\n        class = old.class\n"), text)
  }

  func testMappingModelsOfOtherBundlesAreNotRead() throws {
    try bundle(item, item)
    try mapping(entity("z2", ["sourcename": "Item", "destinationname": "Item"]), of: "Other")
    XCTAssertEqual(run("convert Shop.xcdatamodeld").errors, "")
    XCTAssertEqual(text("Shop.model")?.contains("migration"), false)
    let named = run("convert Shop.xcdatamodeld --force --mapping Shop.xcmappingmodel")
    XCTAssertEqual(named.status, .success, named.errors)
    XCTAssertEqual(text("Shop.model")?.contains("migration from 1"), true)
  }

  func testMappingModelsThatCannotBeReadAreSaid() throws {
    try bundle(item, item)
    let files: [(name: String, text: String, words: String)] = [
      ("A.xcmappingmodel", "", "the mapping model is left out"),
      ("A.xcmappingmodel", "<database><object", "the mapping model is left out"),
      ("A.xcmappingmodel", "<model/>", "this is no mapping model of Xcode's"),
      ("A.xcmappingmodel", "<database/>", "this is no mapping model of Xcode's"),
      ("A.xcmappingmodel", "bplist00\0\0", "the mapping model is left out"),
    ]
    for file in files {
      try write(file.text, "\(file.name)/xcmapping.xml")
      let outcome = run("convert Shop.xcdatamodeld --force")
      XCTAssertEqual(outcome.status, .success, outcome.errors)
      XCTAssertTrue(outcome.errors.contains(file.words), "\(file.text): \(outcome.errors)")
    }
    try mapping(entity("z2", ["sourcename": "Item"]), to: "Shop 9", at: "A.xcmappingmodel")
    XCTAssertTrue(run("convert Shop.xcdatamodeld --force").errors.contains("no version 'Shop 9'"))
    try write("bplist00", "A.cdm")
    let compiled = run("convert Shop.xcdatamodeld --force --mapping A.cdm")
    XCTAssertEqual(compiled.status, .errors)
    XCTAssertTrue(compiled.errors.contains("is a compiled mapping model"), compiled.errors)
    XCTAssertTrue(
      run("convert Shop.xcdatamodeld --mapping B.xcmappingmodel").errors.contains("no such file"))
  }

  func testDamagedMappingModelsNeverTrap() throws {
    let path = try apple("ledger/MappingModels/V2toV3.xcmappingmodel/xcmapping.xml")
    let bytes = try Data(contentsOf: URL(filePath: path))
    try FileManager.default.copyItem(
      atPath: apple("ledger/SampleModel.xcdatamodeld"),
      toPath: self.path("SampleModel.xcdatamodeld"))
    var random = RandomSource(seed: 11)
    for round in 0..<60 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<200, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if round.isMultiple(of: 3) { damaged = damaged.prefix(round * 2000 + 1) }
      try write(damaged, "V.xcmappingmodel/xcmapping.xml")
      let outcome = run("compat SampleModel.xcdatamodeld")
      XCTAssertFalse((outcome.output + outcome.errors).isEmpty, "\(round)")
    }
  }

  // MARK: The language

  func testMappingsAreChecked() throws {
    let text = """
      model Shop @version(2)

      entity Item {
          var name: String?
          var price: Int?
      }

      migration from 1 {
          mapping "A": Item -> Item where old.size > 3 @info("k": "v") {
              policy "App.Policy"
              name = $source.title.name
              price = converted(old.cost) @info("a": "b")
          }
          mapping "B": insert Item
          mapping "C": drop Gone
      }

      """
    try write(text, "Shop.model")
    XCTAssertEqual(run("format Shop.model").status, .success)
    XCTAssertEqual(self.text("Shop.model"), text)
    XCTAssertEqual(run("validate Shop.model").errors, "")
    let wrong = [
      ("mapping \"A\": Item -> Thing", "Thing"),
      ("mapping \"A\": Item -> Item { nam = old.x }", "nam"),
      ("mapping \"A\": drop Item { name = old.x }", "property of no object"),
      ("mapping A: Item -> Item", "expected a text"),
      ("mapping \"A\": Item", "'->'"),
      ("mapping \"A\": Item -> Item { name = $thing }", "no parameter 'thing'"),
      ("mapping \"A\": Item -> Item { name = old.a\n name = old.b }", "two values"),
      ("mapping \"A\": insert Item\n mapping \"A\": drop Item", "already a mapping"),
    ]
    for (step, words) in wrong {
      try write(
        "model Shop @version(2)\n\nentity Item {\n    var name: String?\n}\n\n"
          + "migration from 1 {\n\(step)\n}\n", "Wrong.model")
      let outcome = run("validate Wrong.model")
      XCTAssertEqual(outcome.status, .errors, step)
      XCTAssertTrue(outcome.errors.contains(words), "\(step): \(outcome.errors)")
    }
  }
}
