import Foundation
import ModelRuntime
import ModelSchema
import ModelScreens
import TestSupport
import XCTest

@testable import ModelCommands

/// Export and import of applications, with models that the screens were not written for.
final class ApplicationFileTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

  @discardableResult
  private func run(_ program: CommandProgram, _ store: String, _ words: String...) -> String {
    var text = ""
    let output = CommandOutput { text += $0 }
    _ = program.run(["--store", path(store)] + words, output: output, errors: output)
    return text
  }

  private let library = CommandProgram(name: "library", catalog: .library, model: .library)
  private let orders = CommandProgram(name: "orders", catalog: .orders, model: .orders)
  private let zoo = CommandProgram(name: "zoo", catalog: .zoo, model: .zoo)

  private func fillLibrary(_ store: String) {
    run(library, store, "add", "Ficciones, 1944", #"authors="Borges, Jorge",Anon"#, "year=1944")
    run(library, store, "add", "two\nlines", "authors=Anon,\"the \"\"real\"\" one\"")
    run(
      library, store, "shelves", "add", "room=1",
      "books=\"Ficciones, 1944\",\"two\nlines\"")
  }

  private func everything(_ store: String) -> [String] {
    ["books", "authors", "shelves"].map { run(library, store, $0, "export") }
  }

  func testAnOptionOfTheCommandIsNoField() {
    let screens = EntityScreens(
      Door.self, noun: "Door", row: { RowText($0.store ?? "") }, order: { _ in [] },
      fields: [.attribute("store", \Door.store)],
      make: { context, _ in Door(in: context, outside: Paint()) })
    let doors = CommandProgram(
      name: "doors", catalog: ScreenCatalog(title: "Doors", entities: [screens]), model: .doors)
    run(doors, "a", "add", "store=here", "--store", path("b"))
    XCTAssertTrue(run(doors, "b", "list").contains("here"))
    run(doors, "a", "edit", "here", "store=there", "--store", path("b"))
    XCTAssertTrue(run(doors, "b", "list").contains("there"))
  }

  func testNamesWithCommasAreQuoted() {
    fillLibrary("a")
    XCTAssertEqual(
      run(library, "a", "export"),
      """
      Title,Year,Authors,Shelves
      "Ficciones, 1944",1944,"\"\"Borges, Jorge\"\",Anon",1
      "two
      lines",,"Anon,\"\"the \"\"\"\"real\"\"\"\" one\"\"",1

      """)
    XCTAssertTrue(run(library, "a", "show", "Ficciones, 1944").contains(#""Borges, Jorge",Anon"#))
  }

  func testAWholeApplicationComesBack() {
    fillLibrary("a")
    let file = path("all.json")
    XCTAssertEqual(run(library, "a", "export", "--all", file), "6 objects written\n")
    XCTAssertEqual(
      run(library, "b", "import", file), "6 objects read: 6 new, 0 updated, 0 unchanged\n")
    XCTAssertEqual(everything("b"), everything("a"))
    XCTAssertTrue(everything("b")[0].contains("Borges"))
  }

  /// A date with seconds, which forms show as a day, is exported with its time.
  func testDatesComeBackExactly() throws {
    let moment = "2001-02-03T18:00:30Z"
    run(zoo, "a", "birds", "add", "Day", "--born-on", "2001-02-03")
    XCTAssertFalse(
      run(zoo, "a", "birds", "add", "Tweety", "born-on=\(moment)").contains("zoo:"))
    let json = run(zoo, "a", "birds", "export", "--json")
    XCTAssertTrue(json.contains("\"bornOn\": \"\(moment)\""), json)
    XCTAssertTrue(json.contains(#""bornOn": "2001-02-03""#), json)
    XCTAssertTrue(run(zoo, "a", "birds", "export").contains(moment))
    for ending in ["csv", "json"] {
      let file = path("birds.\(ending)")
      run(zoo, "a", "birds", "export", file)
      XCTAssertTrue(run(zoo, ending, "birds", "import", file).contains(": 2 new"), ending)
      XCTAssertEqual(run(zoo, ending, "birds", "export", "--json"), json, ending)
    }
  }

  func testFilesComeBackOneByOne() {
    fillLibrary("a")
    for ending in ["csv", "json"] {
      for group in ["shelves", "authors", "books"] {
        let file = path("\(group).\(ending)")
        run(library, "a", group, "export", file)
        let said = run(library, ending, group, "import", file)
        XCTAssertTrue(said.contains(" new, "), "\(group).\(ending): \(said)")
      }
      XCTAssertEqual(everything(ending), everything("a"), ending)
    }
  }

  func testObjectsOfAFileAreLinkedInAnyOrder() throws {
    let file = path("p.json")
    try Data(
      """
      {"purchases": [{"number": 7, "customer": "p1", "total": 12.5, "stage": "paid",
        "isGift": true, "sentAt": "2026-11-22T15:30:00Z", "shipping.city": "Rome"}],
       "customers": [{"id": "p1", "name": "Ada", "purchases": ["p9"]}]}
      """.utf8
    ).write(to: URL(filePath: file))
    let said = run(orders, "o", "import", file)
    XCTAssertTrue(said.contains("customers 1: there is no purchase 'p9' in the file"), said)
    XCTAssertEqual(run(orders, "o", "count"), "0 purchases\n", "all or nothing")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(text.replacing(#", "purchases": ["p9"]"#, with: "").utf8)
      .write(to: URL(filePath: file))
    XCTAssertEqual(
      run(orders, "o", "import", file), "2 objects read: 2 new, 0 updated, 0 unchanged\n")
    let page = run(orders, "o", "show", "7")
    for line in ["Ada", "12.5", "paid", "yes", "Rome"] {
      XCTAssertTrue(page.contains(line), "\(line): \(page)")
    }
    XCTAssertEqual(
      run(orders, "o", "import", file), "2 objects read: 1 new, 1 updated, 0 unchanged\n",
      "what is unique is known again")
    run(orders, "o", "export", path("o.json"))
    XCTAssertTrue(run(orders, "o", "import", path("o.json")).hasSuffix("nothing changed\n"))
  }

  func testEachKindOfAnAnimalComesBackAsItIs() {
    run(zoo, "z", "keepers", "add", "Kim")
    run(zoo, "z", "birds", "add", "Tweety", "keeper=Kim", "bornOn=2001-02-03")
    run(zoo, "z", "sharks", "add", "Jaws", "tank=1", "teeth=0", "keeper=Kim")
    run(zoo, "z", "export", "--all", path("z.json"))
    XCTAssertTrue(run(zoo, "y", "import", path("z.json")).contains("3 new"))
    for group in ["birds", "fishes", "sharks", "keepers"] {
      XCTAssertEqual(run(zoo, "y", group, "export"), run(zoo, "z", group, "export"), group)
    }
  }

  func testWhatCannotBeGivenIsRefused() {
    XCTAssertTrue(
      run(orders, "o", "customers", "add", "name=Ada", "madeAt=now").contains("has no field"))
    run(orders, "o", "customers", "add", "Ada")
    let said = run(orders, "o", "add", "number=1", "customer=Ada", "madeAt=2001-01-01")
    XCTAssertEqual(said, "orders: 'madeAt' of a purchase cannot be given\n")
    XCTAssertEqual(run(orders, "o", "count"), "0 purchases\n")
  }

  func testRelationshipsAreCounted() {
    fillLibrary("a")
    XCTAssertEqual(
      run(library, "a", "count", "--by", "authors", "--json"),
      """
      [
      {"key": "Anon", "count": 2},
      {"key": "Borges, Jorge", "count": 1},
      {"key": "the \\"real\\" one", "count": 1}
      ]

      """)
  }

  private let wide = CommandProgram(name: "wide", catalog: .wide, model: .wide)

  func testNumbersOfJSONKeepTheirDigits() throws {
    let screens = try XCTUnwrap(ScreenCatalog.orders["Purchase"])
    let cases = [
      ("12345678901234567.89", "12345678901234567.89"),
      ("9223372036854775808", "9223372036854775808"), ("12.5", "12.5"), ("0.1", "0.1"),
      ("1e3", "1000"), ("1e-200", "1e-200"),
    ]
    for (number, text) in cases {
      let table = try ImportTable(
        Array("[{\"total\": \(number)}]".utf8), name: "p.json", of: screens, in: .orders)
      XCTAssertEqual(table.rows.first?.values.first?.text, text, number)
    }
  }

  func testAFieldStandsOnceInAnObjectOfJSON() throws {
    let screens = try XCTUnwrap(ScreenCatalog.library["Author"])
    let text = #"[{"name": "A", "Name": "B"}]"#
    XCTAssertThrowsError(
      try ImportTable(Array(text.utf8), name: "a.json", of: screens, in: .library)
    ) { XCTAssertTrue("\($0)".contains("object 1: 'name' stands there twice"), "\($0)") }
  }

  func testAnInfiniteNumberIsATextOfJSON() throws {
    do {
      let container = try PersistentContainer(
        .wide, configuration: StoreConfiguration(url: folder.file("w")))
      let context = try container.makeContext()
      let reading = Reading(in: context)
      reading.r01 = .infinity
      try context.save()
    }
    let text = run(wide, "w", "list", "--json")
    XCTAssertNotNil(JSONTree.decoded(fromJSON: text), text)
    XCTAssertTrue(text.contains(#""r01": "inf""#), text)
  }

  func testInfiniteNumbersAndEmptyTextsComeBack() throws {
    do {
      let container = try PersistentContainer(
        .wide, configuration: StoreConfiguration(url: folder.file("w")))
      let context = try container.makeContext()
      for text in ["", nil] {
        let reading = Reading(in: context)
        reading.r01 = .infinity
        reading.r03 = text
        reading.r06 = -Double.infinity
      }
      try context.save()
    }
    run(wide, "w", "export", "--all", path("w.json"))
    XCTAssertEqual(
      run(wide, "v", "import", path("w.json")),
      "2 objects read: 2 new, 0 updated, 0 unchanged\n")
    for store in ["w", "v"] {
      let json = run(wide, store, "list", "--json")
      for part in [#""r01": "inf""#, #""r06": "-inf""#, #""r03": "","#, #""r03": null,"#] {
        XCTAssertTrue(json.contains(part), "\(part): \(json)")
      }
    }
    run(wide, "w", "export", path("w.csv"))
    XCTAssertTrue(run(wide, "u", "import", path("w.csv")).contains(": 2 new"))
    XCTAssertTrue(run(wide, "u", "export").contains("inf,"))
    XCTAssertTrue(run(wide, "u", "add", "r01=inf").contains("'inf' is not a number"))
  }

  func testAnEmptyTextMakesNoCompositeValue() throws {
    run(orders, "o", "customers", "add", "Ada")
    run(orders, "o", "add", "number=7", "customer=Ada")
    let file = path("p.json")
    try Data(#"[{"number": 7, "billing.city": "", "shipping.city": ""}]"#.utf8)
      .write(to: URL(filePath: file))
    XCTAssertTrue(run(orders, "o", "import", file).contains("nothing changed"))
    let json = run(orders, "o", "show", "7", "--json")
    for part in [#""billing.city": null,"#, #""shipping.city": "","#] {
      XCTAssertTrue(json.contains(part), json)
    }
  }

  func testInheritedNamesAndUniqueValuesAreNames() throws {
    XCTAssertTrue(run(wide, "w", "instruments", "add", "--help").contains(" [NAME] "))
    run(wide, "w", "instruments", "add", "Oboe", "code=OB", "spot.room=Attic")
    XCTAssertTrue(run(wide, "w", "instruments", "show", "Oboe").contains("Attic"))
    XCTAssertTrue(run(wide, "w", "instruments", "show", "OB").contains("Oboe"))
    XCTAssertTrue(run(wide, "w", "articles", "show", "OB").contains("Oboe"))
    try Data("Name,Code,Shelf\nBassoon,OB,7\n".utf8).write(to: folder.file("i.csv"))
    XCTAssertEqual(
      run(wide, "w", "instruments", "import", path("i.csv")),
      "1 instrument read: 0 new, 1 updated, 0 unchanged\n", "by the unique value")
    XCTAssertEqual(run(wide, "w", "instruments", "count"), "1 instrument\n")
  }

  func testANameThatIsAnothersUniqueValueIsNoHandle() throws {
    run(wide, "w", "instruments", "add", "Oboe", "code=X", "spot.room=Attic")
    run(wide, "w", "instruments", "add", "Bassoon", "code=Oboe", "spot.room=Attic")
    let container = try PersistentContainer(
      .wide, configuration: StoreConfiguration(url: folder.file("w")))
    let finder = ObjectFinder(catalog: .wide, context: try container.makeContext())
    let screens = try XCTUnwrap(ScreenCatalog.wide["Instrument"])
    for (code, handle) in [("X", "X"), ("Oboe", "Bassoon")] {
      let object = try finder.object(code, of: screens)
      XCTAssertEqual(try finder.handle(object, of: screens), handle)
      XCTAssertTrue(try finder.object(handle, of: screens) == object, handle)
    }
  }

  /// In CSV an empty text is a missing value, so that a new object has its default.
  func testAnEmptyTextOfJSONIsAValue() throws {
    let screens = try XCTUnwrap(ScreenCatalog.library["Author"])
    for (text, isNull) in [(#"[{"name": ""}]"#, true), ("Name\n\"\"\n", false)] {
      let table = try ImportTable(Array(text.utf8), name: "a", of: screens, in: .library)
      XCTAssertEqual(table.rows.first?.values.map(\.isNull), [isNull], text)
    }
  }

  /// Names that link objects in files keep their blanks too.
  func testTextsComeBackWithTheBlanksAroundThem() throws {
    let files = [
      ("books", #"[{"title": " two\nlines\n", "authors": ["Anon ", "Anon"]}]"#),
      ("shelves", #"[{"room": "1 ", "books": [" two\nlines\n"]}]"#),
    ]
    for (group, text) in files {
      try Data(text.utf8).write(to: URL(filePath: path("typed.json")))
      run(library, "a", group, "import", path("typed.json"))
    }
    let json = run(library, "a", "export", "--json")
    XCTAssertTrue(json.contains(#"" two\nlines\n""#) && json.contains(#""Anon ""#), json)
    XCTAssertTrue(run(library, "a", "shelves", "export", "--json").contains(#""1 ""#))
    run(library, "a", "export", "--all", path("all.json"))
    run(library, "b", "import", path("all.json"))
    XCTAssertEqual(everything("b"), everything("a"))
    for ending in ["csv", "json"] {
      for group in ["shelves", "authors", "books"] {
        let file = path("\(group).\(ending)")
        run(library, "a", group, "export", file)
        run(library, ending, group, "import", file)
      }
      XCTAssertEqual(everything(ending), everything("a"), ending)
    }
  }

  func testAFileWithBlanksCanBeReadAgain() throws {
    let file = path("blanks.csv")
    try Data("Name,Code,Shelf\nBassoon, OB ,7\n".utf8).write(to: URL(filePath: file))
    XCTAssertEqual(
      run(wide, "w", "instruments", "import", file),
      "1 instrument read: 1 new, 0 updated, 0 unchanged\n")
    XCTAssertEqual(
      run(wide, "w", "instruments", "import", file),
      "1 instrument read, nothing changed\n")
    // Without quotes, blanks are a missing value.
    XCTAssertFalse(run(wide, "w", "instruments", "export").contains(" OB"))
  }

  /// A second import finds objects by unique attributes of any type.
  func testWordsAreValuesOfEveryTypeThatCanBeUnique() throws {
    let container = try PersistentContainer(
      .orders, configuration: StoreConfiguration(url: folder.file("words")))
    let finder = ObjectFinder(catalog: .orders, context: try container.makeContext())
    let cases: [(String, AttributeType, ConstantValue?)] = [
      ("12.50", .decimal, .decimal(12.5)), ("0.1", .double, .double(0.1)),
      ("0.1", .float, .double(Double(Float(0.1)))), ("x", .decimal, nil), ("x", .double, nil),
      ("https://a.b/c", .url, URL(string: "https://a.b/c").map { .url($0) }),
      ("2001-02-03", .date, ScreenDate.date("2001-02-03").map { .date($0) }),
      ("paid", .enumeration("Stage", raw: .string), .string("paid")),
      ("high", .enumeration("Urgency", raw: .int16), .integer(9)),
      ("high", .enumeration("Stage", raw: .string), nil),
    ]
    for (word, type, value) in cases {
      XCTAssertEqual(finder.constant(word, type), value, "\(word) as \(type)")
    }
  }

  private final class Recorder: @unchecked Sendable {
    // because a test runs on one thread.
    var statements: [StatementTrace] = []

    func note(_ statement: StatementTrace) { statements.append(statement) }
  }

  /// This matters because a file can have as many links as objects.
  func testAnObjectIsFoundByItsIDWithoutReadingTheOthers() throws {
    for title in ["A", "B", "C"] { run(library, "a", "add", title) }
    let recorder = Recorder()
    var configuration = StoreConfiguration(url: folder.file("a"))
    configuration.trace = SQLTrace(recorder.note)
    let container = try PersistentContainer(.library, configuration: configuration)
    let finder = ObjectFinder(catalog: .library, context: try container.makeContext())
    let screens = try XCTUnwrap(ScreenCatalog.library["Book"])
    recorder.statements = []
    let book = try finder.object("p2", of: screens)
    XCTAssertEqual(screens.nameField?.text(book), "B")
    XCTAssertFalse(recorder.statements.contains { $0.rowCount > 1 }, "\(recorder.statements)")
  }

  func testAnIDIsThatOfTheEntityThatIsMeant() {
    run(zoo, "z", "birds", "add", "Tweety")
    XCTAssertTrue(run(zoo, "z", "birds", "show", "p1").contains("Tweety"))
    let said = run(zoo, "z", "fishes", "show", "p1")
    XCTAssertTrue(said.contains("there is no fish 'p1'"), said)
  }

  func testAnIDOfTheModelsOwnIsToldFromTheStores() throws {
    run(wide, "w", "instruments", "add", "Oboe", "--id", "5")
    let text = run(wide, "w", "instruments", "show", "Oboe", "--json")
    XCTAssertEqual(text.components(separatedBy: "\"id\"").count, 2, text)
    let values = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    XCTAssertEqual(values?["id"] as? Int, 5)
    XCTAssertEqual(values?["@id"] as? String, "p1")
  }

  func testPartsOfCompositesAreSortedBy() {
    for (name, room) in [("Oboe", "b"), ("Flute", "C"), ("Drum", "a")] {
      run(wide, "w", "instruments", "add", name, "room=\(room)")
    }
    let lines = run(wide, "w", "instruments", "list", "--sort", "room").split(separator: "\n")
    XCTAssertEqual(
      lines.map { $0.split(separator: " ")[1] }, ["Drum", "Oboe", "Flute", "instruments"])
  }

  func testObjectsThatNeedNothingAreMadeOfNothing() {
    XCTAssertTrue(run(wide, "w", "add").hasPrefix("p1     Reading 1 "))
    XCTAssertTrue(run(wide, "w", "instruments", "add").hasPrefix("wide: 'add' takes FIELD=VALUE"))
    XCTAssertTrue(run(wide, "w", "instruments", "add", "--help").contains("Add an instrument."))
  }

  func testWhatIsLinkedIsTakenAwayByANameThatOthersHave() {
    for _ in 0..<3 { run(library, "a", "add", "Twice") }
    run(library, "a", "shelves", "add", "room=1", "books=p1")
    XCTAssertTrue(run(library, "a", "shelves", "show", "1").contains("Twice"))
    XCTAssertFalse(run(library, "a", "shelves", "unbook", "1", "Twice").contains("library:"))
    XCTAssertFalse(run(library, "a", "shelves", "show", "1").contains("Twice"))
    XCTAssertEqual(
      run(library, "a", "shelves", "unbook", "1", "Twice"), "library: '1' has no book 'Twice'\n")
    run(library, "a", "shelves", "book", "1", "p1", "p2")
    let said = run(library, "a", "shelves", "unbook", "1", "Twice")
    XCTAssertTrue(said.hasPrefix("library: several books are called 'Twice'; use one of:"), said)
  }

  func testDeletingAsksWhereSomebodyIsThere() {
    for name in ["Kim", "Ann"] { run(zoo, "z", "keepers", "add", name) }
    var questions: [String] = []
    var asking = zoo
    asking.confirm = { question in
      questions.append(question)
      return question.contains("Ann")
    }
    XCTAssertEqual(run(asking, "z", "keepers", "delete", "Kim"), "zoo: nothing was deleted\n")
    XCTAssertEqual(run(asking, "z", "keepers", "delete", "Ann"), "deleted: Ann\n")
    XCTAssertEqual(run(asking, "z", "keepers", "delete", "Kim", "--yes"), "deleted: Kim\n")
    XCTAssertEqual(questions, ["Delete Kim?", "Delete Ann?"])
  }
}
