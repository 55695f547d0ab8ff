import Foundation
import ModelLanguage
import ModelRuntime
import TestSupport
import XCTest

/// Tests of indexes of folded texts: they find the right objects, and remain correct
/// whichever program writes the store.
final class FoldedIndexTests: XCTestCase {
  private let folder = try! TemporaryFolder()
  private var url: URL { folder.file("müsic 'x'.sqlite") }

  private static let text = """
    model Music
    entity Artist {
        var name: String?
        var city: String?
        index byName(name(.folded))
    }
    """

  private func container(_ text: String = FoldedIndexTests.text) throws -> PersistentContainer {
    let reading = readModel([SourceFile(path: "Music.model", text: text)])
    let model = try XCTUnwrap(reading.model, "\(reading.diagnostics)")
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url))
  }

  private func names(
    _ format: String, _ context: ManagedObjectContext, entity: String = "Artist"
  ) throws -> [String?] {
    var request = FetchRequest<ManagedObject>(try ObjectPredicate(format))
    request.sortKeys = [Self.folded]
    return try context.fetch(entityName: entity, request).map {
      try $0.value(forKey: "name") as? String
    }
  }

  private static let folded = SortKey(
    ["name"], isAscending: true, options: [.caseInsensitive, .diacriticInsensitive])

  private func explanation(
    _ format: String?, _ context: ManagedObjectContext, sorted: Bool = false
  ) throws -> FetchExplanation {
    var request = FetchRequest<ManagedObject>(try format.map { try ObjectPredicate($0) })
    if sorted {
      request.sortKeys = [Self.folded]
      request.limit = 3
    }
    return try context.explain(entityName: "Artist", request)
  }

  private func insert(_ names: [String?], _ context: ManagedObjectContext) throws {
    for name in names {
      try context.insert(entityName: "Artist", ["name": name as Any])
    }
    try context.save()
  }

  /// Returns the rows of the index: the key, the text, and 1 if the row is stale.
  private func indexRows() throws -> [String] {
    try rows("SELECT * FROM MODEL_FOLDED_ZARTIST_ZNAME ORDER BY Z_PK", in: url)
  }

  func testComparisonsAndOrdersUseTheIndex() throws {
    let container = try container()
    let context = try container.makeContext()
    try insert(["Édith", "edith", "Björk", "abba", "Åse", nil, "Ünïcode", "zz"], context)
    XCTAssertEqual(try names("name ==[cd] 'EDITH'", context), ["Édith", "edith"])
    XCTAssertEqual(try names("name ==[c] 'EDITH'", context), ["edith"])
    XCTAssertEqual(try names("name ==[d] 'edith'", context), ["edith"])
    XCTAssertEqual(try names("'BJORK' ==[cd] name", context), ["Björk"])
    XCTAssertEqual(try names("name BEGINSWITH[cd] 'a'", context), ["abba", "Åse"])
    XCTAssertEqual(try names("name IN[cd] {'ABBA', 'unicode'}", context), ["abba", "Ünïcode"])
    XCTAssertEqual(try names("name !=[cd] 'abba' AND name != nil", context).count, 6)
    XCTAssertEqual(try names("name == nil", context), [nil])
    XCTAssertEqual(try names("NOT name BEGINSWITH[cd] 'a'", context).count, 6)
    XCTAssertEqual(
      try names("TRUEPREDICATE", context),
      [nil, "abba", "Åse", "Björk", "Édith", "edith", "Ünïcode", "zz"])
    for format in [
      "name ==[cd] 'x'", "name ==[d] 'x'", "name BEGINSWITH[cd] 'é'", "name IN[cd] {'x', 'y'}",
      "name ==[cd] 'x' OR name BEGINSWITH[cd] 'b'",
    ] {
      let explanation = try explanation(format, context)
      XCTAssertTrue(
        explanation.plan.contains { $0.contains("INDEX MODEL_FOLDED_ZARTIST_ZNAME_TEXT (") },
        "\(format): \(explanation)")
      XCTAssertEqual(explanation.warnings, [], format)
    }
    let order = try explanation(nil, context, sorted: true)
    XCTAssertFalse(order.plan.contains { $0.contains("TEMP B-TREE") }, "\(order)")
  }

  func testSavesAndDeletionsAreFollowed() throws {
    let container = try container()
    let context = try container.makeContext()
    try insert(["Émile", "plain", nil], context)
    XCTAssertEqual(try indexRows(), ["1|emile|0", "2|plain|0", "3||0"])
    var request = FetchRequest<ManagedObject>()
    request.sortKeys = [SortKey(["name"], isAscending: true)]
    let objects = try context.fetch(entityName: "Artist", request)
    try objects[0].setValue("ÀLA", forKey: "name")
    context.delete(objects[1])
    try context.save()
    XCTAssertEqual(try indexRows(), ["1|emile|0", "3|ala|0"])
  }

  func testWhatOtherProgramsWriteIsFoundAtOnce() throws {
    let container = try container()
    let context = try container.makeContext()
    try insert(["abba", "Cher"], context)
    // The connection has none of this library's functions.
    try execute(
      """
      INSERT INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1003, 1, 1, 'Zoë'), (1004, 1, 1, 'BLUR'),
        (1005, 1, 1, 'a' || char(0) || 'É');
      UPDATE ZARTIST SET ZNAME = 'Ärzte', Z_OPT = 2 WHERE Z_PK = 1;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1005;
      """, in: url)
    XCTAssertEqual(try indexRows().map { $0.suffix(2) }, ["|1", "|0", "|1", "|0", "|1"])
    XCTAssertEqual(try names("name ==[cd] 'ZOE'", context), ["Zoë"])
    XCTAssertEqual(try names("name ==[cd] 'abba'", context), [])
    XCTAssertEqual(try names("name BEGINSWITH[cd] 'bl'", context), ["BLUR"])
    let order = ["a\0É", "Ärzte", "BLUR", "Cher", "Zoë"]
    XCTAssertEqual(try names("TRUEPREDICATE", context), order)
    XCTAssertEqual(try container.integrityCheck(), [])
    // The next save folds the new texts.
    try insert(["new"], context)
    XCTAssertEqual(
      try names("TRUEPREDICATE", context), ["a\0É", "Ärzte", "BLUR", "Cher", "new", "Zoë"])
    XCTAssertEqual(
      try rows("SELECT count(*) FROM MODEL_FOLDED_ZARTIST_ZNAME WHERE Z_STALE", in: url), ["0"])
    // Opening the store folds them too.
    try execute("UPDATE ZARTIST SET ZNAME = 'Ölaf', Z_OPT = 2, Z_PK = 7777 WHERE Z_PK = 2", in: url)
    _ = try self.container()
    XCTAssertEqual(try indexRows().last, "7777|olaf|0")
    XCTAssertEqual(try indexRows().count, 6)
  }

  func testATableWithoutItsTriggersIsMadeAnew() throws {
    try insert(["Één"], try container().makeContext())
    try execute(
      """
      DROP TRIGGER MODEL_FOLDED_ZARTIST_ZNAME_UPDATE;
      UPDATE ZARTIST SET ZNAME = 'Twéé';
      """, in: url)
    let container = try container()
    XCTAssertEqual(try indexRows(), ["1|twee|0"])
    try execute("UPDATE MODEL_FOLDED_ZARTIST_ZNAME SET Z_TEXT = 'x'", in: url)
    let findings = try container.integrityCheck()
    XCTAssertEqual(findings.map(\.kind), [.staleIndex])
    XCTAssertEqual(findings.first?.key, 1)
    XCTAssertEqual(findings.first?.entityName, "Artist")
  }

  func testAStoreOpenedReadOnlyWithoutTheIndexIsSearchedWithoutIt() throws {
    try insert(
      ["Één"],
      try container(Self.text.replacingOccurrences(of: "index byName(name(.folded))", with: ""))
        .makeContext())
    let model = try XCTUnwrap(readModel([SourceFile(path: "M", text: Self.text)]).model)
    var configuration = StoreConfiguration(url: url)
    configuration.isReadOnly = true
    let container = try PersistentContainer(CompiledModel(model), configuration: configuration)
    XCTAssertEqual(try names("name ==[cd] 'een'", container.makeContext()), ["Één"])
  }

  func testMigrationsMakeTheIndexAnew() throws {
    let first = Self.text.replacingOccurrences(of: "model Music", with: "model Music @version(1)")
    try insert(["Één", "b"], try container(first).makeContext())
    let renamed = """
      model Music @version(2)
      entity Artist {
          var title: String? @renamed(from: name)
          var city: String?
          index byTitle(title(.folded))
          index byCity(city(.folded))
      }
      """
    let context = try container(renamed).makeContext()
    XCTAssertEqual(
      try rows(
        "SELECT name FROM sqlite_schema WHERE name LIKE 'MODEL%' AND type = 'table'", in: url),
      ["MODEL_FOLDED_ZARTIST_ZTITLE", "MODEL_FOLDED_ZARTIST_ZCITY"])
    let request = FetchRequest<ManagedObject>(try ObjectPredicate("title ==[cd] 'EEN'"))
    XCTAssertEqual(try context.count(entityName: "Artist", request), 1)
    let dropped = """
      model Music @version(3)
      entity Artist {
          var city: String?
      }
      migration from 2 { drop Artist.title "gone" }
      """
    _ = try container(dropped)
    XCTAssertEqual(
      try rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'MODEL%'", in: url), ["0"])
  }

  func testEntitiesOfOneTableShareTheIndex() throws {
    let text = """
      model Music
      entity Act { var name: String?
          index byName(name(.folded)) }
      entity Band: Act { var label: String?
          index byLabel(label(.folded)) }
      entity Artist: Act { var label: String? }
      """
    let context = try container(text).makeContext()
    try context.insert(entityName: "Band", ["name": "Ä", "label": "É"])
    try context.insert(entityName: "Artist", ["name": "a", "label": "e"])
    try context.insert(entityName: "Act", ["name": "A"])
    try context.save()
    XCTAssertEqual(try names("name ==[cd] 'a'", context, entity: "Act").count, 3)
    XCTAssertEqual(try names("name ==[cd] 'a'", context, entity: "Band"), ["Ä"])
    XCTAssertEqual(try names("label ==[cd] 'e'", context, entity: "Band"), ["Ä"])
    XCTAssertEqual(try names("label ==[cd] 'e'", context, entity: "Artist"), ["a"])
  }

  func testRandomTextsAreFoundAsWithoutAnIndex() throws {
    let context = try container().makeContext()
    var random = RandomSource(seed: TestRun.seed)
    let letters =
      Array("aAäÄeEéßſİıK\u{301}\u{3099}ﬁ 漢🎸zZ").map(String.init) + ["\0", "'", "%", "\u{10FFFF}"]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in letters.randomElement(using: &random)!
      }
      .joined()
    }
    try insert((0..<300).map { _ in text() }, context)
    let all = try context.fetch(entityName: "Artist", FetchRequest<ManagedObject>())
    for _ in 0..<150 {
      let sought = text()
      for (operation, options) in [("==", "cd"), ("==", "c"), ("==", "d"), ("BEGINSWITH", "cd")] {
        let predicate = try ObjectPredicate("name \(operation)[\(options)] %@", sought)
        let found = try context.fetch(
          entityName: "Artist", FetchRequest<ManagedObject>(predicate))
        let expected = try all.filtered(by: predicate)
        XCTAssertEqual(
          Set(found.map(\.objectID)), Set(expected.map(\.objectID)),
          "\(operation)[\(options)] \(sought.debugDescription)")
      }
    }
  }

  func testAnIndexOfFoldedTextsIsOfOneText() {
    let reading = readModel([
      SourceFile(
        path: "Music.model",
        text: """
          model Music
          entity Artist {
              var name: String
              var born: Date
              index one(born(.folded))
              index two(name(.folded), born)
              index three(name(.folded)) where born == nil
              index four(name(.plain))
          }
          """)
    ])
    XCTAssertEqual(
      reading.diagnostics.filter { $0.severity == .error }.map(\.message),
      [
        "'born' is 'Date'; only texts are folded",
        "'name(.folded)' stands alone in its index, without an order",
        "an index of folded texts is of all objects; leave 'where' out",
        "no option '.plain' for an index; there are '.folded' and '.rTree'",
      ])
  }
}
