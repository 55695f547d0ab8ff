import Foundation
import ModelPredicates
import ModelSchema
import XCTest

@testable import ModelLanguage

/// The warnings about unusual data models that the fixtures do not contain.
final class DataModelWarningTests: XCTestCase {
  private func check(
    _ rows: [(entities: String, warnings: [String])], file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for row in rows {
      XCTAssertEqual(warnings(row.entities), row.warnings, row.entities, file: file, line: line)
    }
  }

  func testThingsWithoutNames() {
    check([
      (
        "<entity/>",
        [
          "1:2: warning: the model has no entities [#EmptyModel]",
          "2:2: warning: an entity without a name is left out [#UnknownEntity]",
        ]
      ),
      (
        "<entity name='A'><attribute attributeType='String'/></entity>",
        [
          "2:19: warning: a property of 'A' without a name is left out [#UnknownProperty]"
        ]
      ),
      (
        "<entity name='A'><fetchIndex/></entity>",
        [
          "2:19: warning: an index of 'A' without a name is left out [#SyntaxError]"
        ]
      ),
      (
        "<entity name='A'/><fetchRequest entity='A'/>",
        [
          "2:20: warning: a fetch without a name is left out [#SyntaxError]"
        ]
      ),
      (
        "<entity name='A'/><configuration/>",
        [
          "2:20: warning: a configuration without a name is left out [#SyntaxError]"
        ]
      ),
    ])
  }

  func testNamesThatAreTaken() {
    check([
      (
        "<entity name='A'><attribute name='b' attributeType='String'/>"
          + "<fetchIndex name='i'><fetchIndexElement property='b'/></fetchIndex>"
          + "<fetchIndex name='i'><fetchIndexElement property='b'/></fetchIndex></entity>",
        [
          "2:147: warning: 'A' has an index 'i' already; this one is left out [#DuplicateName]"
        ]
      ),
      (
        "<entity name='A'/><fetchRequest name='f' entity='A'/><fetchRequest name='f' entity='A'/>",
        [
          "2:74: warning: there are two fetches 'f'; the second one is left out [#DuplicateName]"
        ]
      ),
      (
        "<entity name='A'/><configuration name='c'/><configuration name='c'/>",
        [
          "2:65: warning: there are two configurations 'c'; the second one is left out "
            + "[#DuplicateName]"
        ]
      ),
      (
        "<entity name='A'/><composite name='A'/>",
        [
          "2:36: warning: a composite 'A' cannot be declared and is left out [#DuplicateName]"
        ]
      ),
      (
        "<entity name='A'/><composite name='C'><attribute name='x' attributeType='String'/>"
          + "<attribute name='x' attributeType='String'/></composite>",
        [
          "2:100: warning: 'C' has 'x' already; this one is left out [#DuplicateName]"
        ]
      ),
    ])
  }

  func testNamesOfPropertiesSayWhoseTheyAre() {
    let reasons = [
      ("true", "it means something else in Swift", "isTrue"),
      ("init", "it means something else in Swift", "start"),
      ("some", "every optional value already has one", "something"),
      ("hash", "every managed object already has one", "checksum"),
      ("accessError", "every managed object already has one", "failure"),
      ("Date", "generated code names a type so", "date"),
      ("UUID", "generated code names a type so", "uuid"),
      ("FetchRequest", "generated code names a type so", "fetchRequest"),
      ("A", "its class is called so", "a"),
    ]
    check(
      reasons.map { name, reason, other in
        (
          "<entity name='A'><attribute name='\(name)' optional='YES' attributeType='String'/></entity>",
          [
            "2:35: warning: '\(name)' cannot name a property: \(reason); 'A.\(name)' is called "
              + "'\(other)' here [#ReservedName]"
          ]
        )
      })
  }

  /// Core Data hashes the flag even if it has no effect.
  func testAnOrderOfOneObjectIsHashed() throws {
    let model = { (ordered: String) in
      try imported(
        "<entity name='A'><relationship name='b' optional='YES' maxCount='1' "
          + "destinationEntity='B' inverseName='a' inverseEntity='B' \(ordered)/></entity>"
          + "<entity name='B'><relationship name='a' optional='YES' maxCount='1' "
          + "destinationEntity='A' inverseName='b' inverseEntity='A'/></entity>")
    }
    let (plain, ordered) = (try model(""), try model("ordered='YES'"))
    XCTAssertNotEqual(plain.versionHashes["A"], ordered.versionHashes["A"])
    XCTAssertEqual(plain.versionHashes["B"], ordered.versionHashes["B"])
    XCTAssertEqual(plain.unconfirmedHashFeatures, [])
    XCTAssertEqual(
      ordered.unconfirmedHashFeatures, ["'A.b': a relationship to one that is marked as ordered"])
  }

  func testPatternsThatAreNoneAreLeftOut() throws {
    let entities =
      "<entity name='A'><attribute name='a' optional='YES' attributeType='String' "
      + "regularExpressionString='[a'/></entity>"
    check([
      (
        entities,
        [
          "2:101: warning: '[a' is no regular expression, '[' has no ']': 'A.a' may have any text "
            + "[#InvalidLiteral]"
        ]
      )
    ])
  }

  /// Generated code has the bytes of an archive unless it contains a collection of plain
  /// values.
  func testArchivesThatAreNoCollectionsAreSaid() {
    let classes = [
      ("[String: Any]", "'[String: Any]' in an archive of Foundation's is no collection of plain"),
      ("NSDictionary", "'NSDictionary' in an archive of Foundation's is no collection of plain"),
      ("", "nothing names the class in its archive of Foundation's"),
    ]
    for (name, reason) in classes {
      for transformer in ["", "NSSecureUnarchiveFromData"] {
        let found = warnings(
          "<entity name='A'><attribute name='a' optional='YES' attributeType='Transformable' "
            + "customClassName='\(name)' valueTransformerName='\(transformer)'/></entity>")
        XCTAssertEqual(found.count, 1, "\(name) \(transformer)")
        XCTAssertEqual(found.first?.contains(reason), true, "\(found)")
        XCTAssertEqual(found.first?.contains("'A.a' is the bytes in the store, as 'Data'"), true)
      }
    }
    for name in ["[Int64]", "[String: [Date]]", "Set&lt;UUID&gt;"] {
      let text =
        "<entity name='A'><attribute name='a' optional='YES' attributeType='Transformable' "
        + "customClassName='\(name)'/></entity>"
      XCTAssertEqual(warnings(text), [], name)
    }
  }

  /// A model has one warning about all archives for which it names no class.
  func testUnnamedArchivesHaveOneWarning() throws {
    let attributes = ["a", "b", "c"].map {
      "<attribute name='\($0)' optional='YES' attributeType='Transformable'/>"
    }
    let files = DataModelFixtures.files(
      entities: "<entity name='A'>\(attributes.joined())</entity>")
    let found = readDataModel(files).versions.flatMap(\.reading.diagnostics)
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(found.first?.notes.map(\.message), ["and 'A.b'", "and 'A.c'"])
    XCTAssertEqual(found.first?.notes.map(\.line), [2, 2])
  }

  func testNamesThatSwiftCannotHave() throws {
    let entities =
      "<entity name='A' representedClassName='My Class'>"
      + "<attribute name='two words' attributeType='String'/>"
      + "<attribute name='1st' attributeType='String'/></entity>"
    check([
      (
        entities,
        [
          "2:67: warning: 'two words' is no name in Swift; 'A.two words' is called 'twowords' here "
            + "[#ReservedName]",
          "2:119: warning: '1st' is no name in Swift; 'A.1st' is called '_1st' here [#ReservedName]",
        ]
      )
    ])
    let model = try imported(entities)
    XCTAssertEqual(model.entities[0].className, "MyClass")
    XCTAssertEqual(model.entities[0].attributes.map(\.columnName), ["two words", "1st"])
  }

  func testCompositesThatCannotBe() {
    check([
      (
        "<entity name='A'><attribute name='p' attributeType='Composite'/></entity>",
        [
          "2:53: warning: nothing says what 'A.p' is composed of; it is left out [#UnknownType]"
        ]
      ),
      (
        "<entity name='A'/><composite name='C'>"
          + "<attribute name='d' attributeType='Composite' compositeName='D'/></composite>"
          + "<composite name='D'><attribute name='c' attributeType='Composite' compositeName='C'/>"
          + "</composite>",
        [
          "1:2: warning: 'C' would hold itself; 'C.d' is left out [#CompositeCycle]",
          "2:36: warning: the composite 'C' has no elements and is left out [#TypeNotAllowed]",
          "2:133: warning: the composite 'D' has no elements and is left out [#TypeNotAllowed]",
        ]
      ),
    ])
  }

  func testRelationshipsThatCannotBe() {
    check([
      (
        "<entity name='A'><relationship name='r'/></entity>",
        [
          "2:19: warning: nothing says where it leads; 'A.r' is left out [#UnknownEntity]"
        ]
      ),
      (
        "<entity name='A'><relationship name='r' toMany='YES' maxCount='many' "
          + "destinationEntity='A' inverseName='r' inverseEntity='A'/></entity>",
        [
          "2:64: warning: 'many' is no number of objects for 'A.r' and is left out [#InvalidLiteral]"
        ]
      ),
      (
        "<entity name='A'><relationship name='r' maxCount='1' destinationEntity='A' "
          + "inverseName='r' inverseEntity='A'/></entity>",
        [
          "2:38: warning: 'A.r' requires itself, so the first one could never be made; 'A.r' is "
            + "optional here [#MutuallyRequired]"
        ]
      ),
      (
        "<entity name='A'><relationship name='b' optional='YES' maxCount='1' "
          + "destinationEntity='B' inverseName='c' inverseEntity='B'/></entity>"
          + "<entity name='B'><relationship name='c' optional='YES' maxCount='1' "
          + "destinationEntity='B' inverseName='c' inverseEntity='B'/></entity>",
        [
          "2:104: warning: inverse 'B.c' leads to 'B', not back to 'A'; 'A.b' is imported without "
            + "an inverse [#InverseMismatch]"
        ]
      ),
    ])
  }

  func testNamesThatNoTextCanHold() {
    check([
      (
        "<entity name='a`b'/><entity name='A'><fetchIndex name='i`'/></entity>"
          + "<fetchRequest name='f`' entity='A'/><configuration name='`'/>",
        [
          "2:2: warning: an entity is left out: no name can be 'a`b' [#UnknownEntity]",
          "2:39: warning: an index of 'A' is left out: no name can be 'i`' [#SyntaxError]",
          "2:71: warning: a fetch is left out: no name can be 'f`' [#SyntaxError]",
          "2:107: warning: a configuration is left out: no name can be '`' [#SyntaxError]",
        ]
      )
    ])
  }

  func testFetchesThatCannotBe() {
    check([
      (
        "<entity name='A'><fetchedProperty name='f'/></entity>",
        [
          "2:41: warning: nothing says what 'A.f' fetches; it is left out [#UnknownEntity]"
        ]
      ),
      (
        "<entity name='A'><attribute name='n' attributeType='String'/><fetchedProperty name='f'>"
          + "<fetchRequest entity='A' predicateString='n == $X'/></fetchedProperty></entity>",
        [
          "2:130: warning: the condition of 'A.f' cannot be read: '$X' has no value; "
            + "'A.f' is left out [#InvalidExpression]"
        ]
      ),
      (
        "<entity name='A'/><fetchRequest name='f' entity='A' predicateString='lost == 1'/>",
        [
          "2:70: warning: the condition of 'f' cannot be read: 'A' has no key 'lost'; "
            + "fetch 'f' is left out [#InvalidExpression]"
        ]
      ),
      (
        "<entity name='A'><attribute name='d' attributeType='String' derived='YES' "
          + "derivationExpression='+'/></entity>",
        [
          "2:97: warning: the derivation of 'A.d' cannot be read: expected a value, found '+'; it is "
            + "a plain attribute here [#Derivation]"
        ]
      ),
      (
        "<entity name='A'><attribute name='b' attributeType='String'/><fetchIndex name='i' "
          + "partialIndexPredicateString='b =='><fetchIndexElement property='b'/></fetchIndex>"
          + "</entity>",
        [
          "2:112: warning: the condition of an index cannot be read: expected a value, found the "
            + "end; the index is left out [#InvalidExpression]"
        ]
      ),
      (
        "<entity name='A'><uniquenessConstraints><uniquenessConstraint/></uniquenessConstraints>"
          + "</entity>",
        [
          "2:42: warning: 'uniquenessConstraint' of 'A' holds no keys; it is left out "
            + "[#InvalidKeyPath]"
        ]
      ),
    ])
  }

  func testWhatTheLanguageRefusesIsTakenOut() throws {
    let entities =
      "<entity name='A'><attribute name='d' attributeType='Date' derived='YES' "
      + "derivationExpression='n'/><attribute name='n' attributeType='String'/></entity>"
    check([
      (
        entities,
        [
          "2:35: warning: 'd' is 'Date', but its derivation is 'String'; 'A.d' is a plain attribute "
            + "here [#Derivation]"
        ]
      )
    ])
    XCTAssertNil(try imported(entities).entities[0].attributes[0].derivation)
  }

  func testACountIsTheResultOfAFetch() throws {
    let entities =
      "<entity name='A'><attribute name='x' attributeType='Double'/></entity>"
      + "<fetchRequest name='many' entity='A' resultType='4' predicateString='x &gt; $x'/>"
      + "<fetchRequest name='rows' entity='A' resultType='2' predicateString='x &gt; 1'/>"
      + "<fetchRequest name='oneFew' entity='A' predicateString='x &lt; $x'/>"
      + "<fetchRequest name='ones' entity='A' predicateString='x &lt; $x'/>"
    check([
      (
        entities,
        [
          "2:201: warning: the fetch 'rows' gives objects here, and dictionaries in Core Data "
            + "[#FetchResult]"
        ]
      )
    ])
    let model = try imported(entities)
    XCTAssertEqual(
      model.entities[0].fetchTemplates.map(\.result), [.count, .objects, .first, .objects])
    let export = dataModelFiles(of: model)
    XCTAssertEqual(export.losses, [])
    XCTAssertEqual(export.files["contents"]?.contains("resultType=\"4\""), true)
  }

  // MARK: The folder

  private func printed(_ contents: [String: String], path: String = "M.xcdatamodeld") -> String {
    ModelLanguageTests.printed(
      readDataModel(
        DataModelFiles(path: path, contents: contents.mapValues { Array($0.utf8) })))
  }

  func testFoldersThatAreNoModel() {
    XCTAssertEqual(
      printed([:]),
      """
      M.xcdatamodeld:1:1: error: there is no file 'contents' in this folder [#InvalidDataModel]
      fix: name a folder that Xcode made

      """)
    XCTAssertEqual(
      printed(["M.xcdatamodel/elements": ""]),
      """
      M.xcdatamodeld:1:1: error: this model is in the binary form of Xcode 3 [#InvalidDataModel]
      fix: open it in a later Xcode and save it

      """)
    XCTAssertEqual(
      printed(["contents": "<plist/>"], path: "M.xcdatamodel"),
      """
      M.xcdatamodel/contents:1:2: error: a data model is a 'model' element, and this is 'plist' \
      [#InvalidDataModel]
      1 | <plist/>
        |  `- error: a data model is a 'model' element, and this is 'plist' [#InvalidDataModel]

      """)
    XCTAssertEqual(
      printed(["contents": "<model>\n  <entity name=\"ä\"\n</model>"], path: "M.xcdatamodel"),
      """
      M.xcdatamodel/contents:3:1: error: '>' is missing here [#InvalidXML]
      3 | </model>
        | `- error: '>' is missing here [#InvalidXML]

      """)
  }

  func testFilesThatDoNotNameTheCurrentVersion() {
    let model = "<model><entity name='A'/></model>"
    let versions = ["M.xcdatamodel/contents": model, "M 2.xcdatamodel/contents": model]
    let fix = "fix: choose 'Model Version' in Xcode's file inspector\n"
    XCTAssertEqual(
      printed(versions.merging([".xccurrentversion": "<plist/>"]) { $1 }),
      "M.xcdatamodeld/.xccurrentversion:1:1: warning: this file does not name the current "
        + "version; 'M 2' is taken [#CurrentVersion]\n" + fix)
    let gone =
      "<plist><dict><key>_XCCurrentVersionName</key><string>M 3.xcdatamodel</string>"
      + "</dict></plist>"
    XCTAssertEqual(
      printed(versions.merging([".xccurrentversion": gone]) { $1 }),
      "M.xcdatamodeld/.xccurrentversion:1:1: warning: there is no version 'M 3'; 'M 2' is taken "
        + "[#CurrentVersion]\n" + fix)
  }

  func testVersionsAreInTheOrderThatTheirNamesSay() throws {
    let reading = readDataModel(try DataModelFixtures.files("Shop.xcdatamodeld"))
    XCTAssertEqual(reading.versions.map(\.name), ["Shop", "Shop with tax 10", "Shop 2"])
    XCTAssertEqual(reading.versions.map(\.reading.model?.version), [1, 2, 3])
    XCTAssertEqual(reading.current?.name, "Shop 2")
  }

  func testDottedNumbersAreComparedAsNumbers() {
    let names = ["M 2.10", "M 10", "M", "M 2.9.1", "M2.9", "M 1.10", "M 02.9.2", "beta"]
    XCTAssertEqual(
      names.sorted { VersionName($0) < VersionName($1) },
      ["M", "beta", "M 1.10", "M2.9", "M 2.9.1", "M 02.9.2", "M 2.10", "M 10"])
  }

  func testNumbersThatWereGivenStay() {
    let rows: [(names: [String], current: String, known: [String: Int], numbers: [Int])] = [
      (["M", "M 2", "M 10"], "M 10", [:], [1, 2, 10]),
      (["M", "M 2", "M 3"], "M", [:], [1, 2, 3]),
      (["M 1.9", "M 2.0"], "M 2.0", [:], [1, 2]),
      (["M 1.9", "M 1.10", "M 2.0"], "M 2.0", ["M 1.9": 1, "M 2.0": 2], [1, 3, 2]),
      (["M 1.9", "M 2.0", "M 2.1"], "M 2.1", ["M 1.9": 1, "M 2.0": 2], [1, 2, 3]),
      (["M 2.0", "M 2.1"], "M 2.1", ["M 1.9": 1, "M 2.0": 2], [2, 3]),
      (["M", "M 2", "M 3"], "M 3", ["M": 1, "M 2": 2], [1, 2, 3]),
      (["M 99999999999999999999", "M 2"], "M 2", [:], [1, 2]),
    ]
    for row in rows {
      let numbers = VersionNumbers(row.names, current: row.current, known: row.known)
      XCTAssertEqual(
        numbers.names.map { numbers.numbers[$0] ?? 0 }, row.numbers, "\(row.names)")
    }
  }

  func testEveryIssueIsExplained() throws {
    for name in ["InvalidXML", "InvalidDataModel", "CurrentVersion", "EmptyModel"] {
      let entry = try XCTUnwrap(DiagnosticCatalog.entry(named: "#\(name)"))
      XCTAssertFalse(entry.why.isEmpty || entry.wrong.isEmpty || entry.right.isEmpty, name)
    }
  }
}

/// The parts of a `.model` file that a data model cannot represent are listed, and all
/// other parts come back.
final class DataModelExportTests: XCTestCase {
  private func export(_ text: String) throws -> (text: String, losses: [String]) {
    let export = dataModelFiles(of: try model(text))
    return (export.files["contents"] ?? "", export.losses)
  }

  func testLossesAreNamed() throws {
    let text = try fixture("FailedBanks.model")
    XCTAssertEqual(
      try export(text).losses.sorted(),
      [
        "the access level of the model",
        "the cases of 'Resolution'; its attributes hold raw values",
        "the check 'BankDetails.dates'", "the documentation of the model",
        "the full-text index 'BankInfo.search'",
        "the message of a rule of 'BankInfo.name'",
        "the order and the labels and defaults of parameters of the fetch 'named'",
        "the order of the fetch 'BankInfo.neighbours'",
        "the order of the fetch 'SavedSearch.matches'",
        "the order, what is loaded along and the labels and defaults of parameters of the fetch "
          + "'closed'",
        "the query 'lossByState'",
        "the result and the labels and defaults of parameters of the fetch 'count'",
        "the result, the order, the groups and the labels and defaults of parameters of the fetch "
          + "'perState'",
      ])
  }

  func testALimitThatIsNoNumberIsNamed() throws {
    let text = """
      model M

      entity A {
          var name: String

          fetch some(n: Int64) -> [A] {
              limit $n
          }
      }
      """
    XCTAssertEqual(
      try export(text).losses, ["the limit that is no number of the fetch 'some'"])
  }

  func testWordsOfTheLanguageComeBack() throws {
    let text = """
      model M

      /// A thing.
      entity A @access(public) @info("k": "v") {
          /// When it was made.
          let madeAt: Date = now()
          let id: UUID = uuid() @unique
          var price: Decimal = 1.5 @exact @sensitive @deprecated("use cost")
          var tags: [String] = []
          var extra: JSON?
          var other: Codable<Shop.Other>?
          var name: String @index @column("title")
          /// Who has it.
          let owner: A? @noInverse @deprecated
      }
      """
    let original = try model(text)
    let files = dataModelFiles(of: original)
    XCTAssertEqual(files.losses, ["the default of 'A.tags'"])
    let bytes = Array((files.files["contents"] ?? "").utf8)
    let reading = readDataModel(
      DataModelFiles(path: "M.xcdatamodel", contents: ["contents": bytes]))
    var copy = try XCTUnwrap(reading.current?.reading.model)
    copy.userInfo = [:]
    var expected = original
    expected.entities[0].properties[3] = .attribute(
      AttributeDescription(name: "tags", type: .list(.string)))
    // An `@index` attribute comes back as an index with a name.
    expected.entities[0].properties[6] = .attribute(
      AttributeDescription(name: "name", type: .string, columnName: "title"))
    expected.entities[0].indexes = [
      FetchIndexDescription(name: "byNameIndex", elements: [.init("name")])
    ]
    XCTAssertEqual(sourceText(of: copy), sourceText(of: expected))
  }

  func testCompositesAndConfigurationsComeBack() throws {
    let original = try model(
      """
      model M

      /// A place.
      composite Spot {
          /// North.
          var lat: Double? @column("latitude")
      }

      entity A {
          var spot: Spot?
      }

      /// All of it.
      configuration Main { A }
      """)
    let files = dataModelFiles(of: original)
    XCTAssertEqual(files.losses, [])
    let bytes = Array((files.files["contents"] ?? "").utf8)
    let reading = readDataModel(
      DataModelFiles(path: "M.xcdatamodel", contents: ["contents": bytes]))
    XCTAssertEqual(reading.current?.reading.diagnostics, [])
    var copy = try XCTUnwrap(reading.current?.reading.model)
    copy.userInfo = [:]
    XCTAssertEqual(sourceText(of: copy), sourceText(of: original))
  }

  func testAMigrationWithoutItsVersionsIsNamed() throws {
    var changed = try model("model M @version(2)\n\nentity A {\n    var n: String?\n}\n")
    let entity = MappingModel.Entity(
      name: "AToA", kind: .copy, sourceName: "A", destinationName: "A")
    changed.migrations = [MigrationDescription(fromVersion: 1, steps: [.mapping(entity)])]
    let loss = "the migration from version 1"
    XCTAssertEqual(dataModelFiles(of: changed).losses, [loss])
    XCTAssertEqual(dataModelFiles(of: [changed], current: 0).losses, [loss])
  }

  func testIndexesOfTheOldFormStayInIt() throws {
    for second in ["indexed='YES'", ""] {
      let entities =
        "<entity name='A'><attribute name='n' attributeType='String' indexed='YES'/>"
        + "<attribute name='s' attributeType='String' \(second)/></entity>"
      let text = dataModelFiles(of: try imported(entities)).files["contents"] ?? ""
      XCTAssertTrue(text.contains("name=\"n\" indexed=\"YES\""), text)
      XCTAssertFalse(text.contains("fetchIndex"), text)
    }
  }

  func testWhatWasChangedGoesBeforeWhatWasKept() throws {
    let entities =
      "<entity name='A'><attribute name='n' attributeType='Integer 32' "
      + "defaultValueString='NO'/><attribute name='s' attributeType='String'/></entity>"
      + "<fetchRequest name='f' entity='A' predicateString='s   == \"x\"'/>"
    var model = try imported(entities)
    let kept = dataModelFiles(of: model).files["contents"] ?? ""
    XCTAssertTrue(kept.contains("defaultValueString=\"NO\""), kept)
    XCTAssertTrue(kept.contains("predicateString=\"s   == &quot;x&quot;\""), kept)
    if case .attribute(var attribute) = model.entities[0].properties[0] {
      attribute.defaultValue = .constant(.integer(7))
      model.entities[0].properties[0] = .attribute(attribute)
    }
    model.entities[0].fetchTemplates[0].predicate = try ObjectPredicate(format: "s == 'y'")
    let changed = dataModelFiles(of: model).files["contents"] ?? ""
    XCTAssertTrue(changed.contains("defaultValueString=\"7\""), changed)
    XCTAssertTrue(changed.contains("predicateString=\"s == &quot;y&quot;\""), changed)
  }
}
