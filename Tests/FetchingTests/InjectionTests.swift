import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Hostile texts as values, keys and format arguments. They give right answers or typed
/// errors, but never another SQL statement.
final class InjectionTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!
  private var random = RandomSource(seed: 0)

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      .catalog, configuration: StoreConfiguration(url: folder.file("Catalog.sqlite")))
    context = try container.makeContext()
    let seed = TestRun.seed
    print("injection: MODEL_SEED=\(seed)")
    random = RandomSource(seed: seed)
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  private static let pieces = [
    "'", "\"", "`", "\\", "\0", "%", "_", "*", "?", "[", "]", "(", ")", "{", "}", ";", "--", "/*",
    "*/", "%@", "%K", "%d", "$x", ":x", "?1", "@count", "#", "' OR '1'='1", "\" OR 1=1 --",
    "'; DROP TABLE ZITEM; --", "UNION SELECT", "x'00'", "\u{1A}", "\r\n", "\u{202E}", "\u{FEFF}",
    "\u{301}", "e\u{301}", "é", "👩‍👩‍👧", "🇩🇪", "\u{10FFFF}", "ﬁ", "İ", "ß", "a", "Z_PK", "t0", "name",
    "NULL", "nil", " ", "\t", "SELF", "TRUEPREDICATE", "FUNCTION(", "CAST(", ".",
  ]

  private func texts(_ count: Int) -> [String] {
    (0..<count).map { number in
      number < Self.pieces.count
        ? Self.pieces[number]
        : (0...random.number(below: 5)).map { _ in random.pick(Self.pieces) }.joined()
    }
  }

  private func contents() throws -> [String] {
    let tables = try rows(
      "SELECT name || ' ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
      in: folder.file("Catalog.sqlite"))
    let counts = try [
      context.count(Item.all), context.count(Tag.all), context.count(Part.all),
      context.count(Owner.all),
    ]
    return tables + counts.map(String.init)
  }

  private func escapedForLike(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "*?\\".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  // MARK: Values

  func testValuesFindThemselvesByTheSameStatement() throws {
    let all = texts(1_000)
    for start in stride(from: 0, to: all.count, by: 100) {
      try context.batchDelete(Item.all)
      try checkValues(Array(all[start..<start + 100]))
    }
  }

  private func checkValues(_ texts: [String]) throws {
    _ = try context.batchInsert(texts, into: Item.self) { $0.name = $1 }
    let before = try contents()
    let operators = ["==", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN", "<=", "==[cd]"]
    var statements: [String: Set<String>] = [:]
    for (number, text) in texts.enumerated() {
      let word = operators[number % operators.count]
      let value = word == "LIKE" ? escapedForLike(text) : text
      let predicate = try ObjectPredicate(
        format: "name \(word) %@", arguments: [word == "IN" ? [value] : value])
      let request = FetchRequest<Item>(predicate)
      let found = try context.fetch(request).compactMap(\.name)
      XCTAssertTrue(
        found.contains { $0.unicodeScalars.elementsEqual(text.unicodeScalars) },
        "\(word) \(text.debugDescription)")
      if number % 16 < 8 {
        let alone = try ObjectPredicate(
          format: "SELF \(word) %@", arguments: [word == "IN" ? [value] : value])
        let expected = try texts.count { try alone.evaluate(with: EvaluatedValue.string($0)) }
        XCTAssertEqual(found.count, expected, "\(word) \(text.debugDescription)")
      }
      if number % 32 >= 8 { continue }
      statements[word, default: []].insert(try context.explain(request).sql)
      XCTAssertEqual(try context.fetch(Item.where { $0.name == text }).isEmpty, false)
    }
    // A prefix that ends with the last Unicode scalar has no successor, and an empty prefix
    // needs no range.
    for (word, statements) in statements {
      XCTAssertLessThanOrEqual(statements.count, word == "BEGINSWITH" ? 3 : 2, word)
      for sql in statements { XCTAssertFalse(sql.contains("DROP"), sql) }
    }
    XCTAssertEqual(try contents(), before)
  }

  func testALongTextIsFoldedToo() throws {
    let text = String(repeating: "É'%", count: 1 << 15)
    _ = try context.batchInsert([text, "x"], into: Item.self) { $0.name = $1 }
    XCTAssertEqual(try context.count(Item.self, matching: "name ==[cd] %@", text.lowercased()), 1)
  }

  func testLongTextsAreValuesToo() throws {
    let long = ["'", "%", "\0", "é", "*"].map { String(repeating: $0, count: 1 << 17) }
    for text in long {
      let item = Item(in: context)
      item.name = text
    }
    try context.save()
    for text in long {
      XCTAssertEqual(try context.count(Item.self, matching: "name == %@", text), 1)
      XCTAssertEqual(
        try context.objects(entityName: "Item", matching: text, forKey: "name").count, 1)
    }
  }

  func testALongTextIsAKeyOrAFormatInAnErrorThatIsShort() throws {
    let pieces: [(piece: String, length: Int)] = [
      ("'", 1 << 17), ("x", 1 << 17), ("é", 1 << 16), ("x.", 1 << 15),
    ]
    for (piece, length) in pieces {
      let text = String(repeating: piece, count: length / piece.count)
      let calls: [() throws -> Void] = [
        { _ = try self.context.objects(entityName: text) },
        { _ = try self.context.objects(entityName: "Item", matching: "x", forKey: text) },
        { _ = try self.context.fetch(Item.self, matching: "%K == 1", text) },
        { _ = try self.context.fetch(Item.self, matching: text) },
        { _ = try self.context.fetch(Item.self, matching: "name == \(text)") },
        { try self.sort(by: [text]) },
      ]
      for (number, call) in calls.enumerated() {
        XCTAssertThrowsError(try call(), "\(number) \(text.prefix(2))") { error in
          XCTAssertTrue(error is StoreError || error is ObjectPredicateError, "\(number)")
          XCTAssertLessThan("\(error)".utf8.count, 1_000, "\(number) \(text.prefix(2))")
        }
      }
      XCTAssertEqual(try context.count(Item.self, matching: "name IN %@", [text, text]), 0)
    }
  }

  // MARK: Keys

  func testKeysAreNamesOrErrors() throws {
    let item = Item(in: context)
    item.name = "x"
    try context.save()
    let before = try contents()
    let known = Set(context.model.entity(named: "Item")?.properties.map(\.name) ?? [])
    for (number, text) in texts(1_000).enumerated() {
      if known.contains(text) || text.lowercased() == "self" { continue }
      let calls: [(name: String, call: () throws -> Void)] = [
        ("entity", { _ = try self.context.objects(entityName: text) }),
        (
          "key",
          { _ = try self.context.objects(entityName: "Item", matching: "x", forKey: text) }
        ),
        ("one", { _ = try self.context.object(Item.self, matching: "x", forKey: text) }),
        (
          "several",
          {
            _ = try self.context.objects(
              Item.self, matching: [text: "x", "name": "x"], joinedBy: .or)
          }
        ),
        ("value", { _ = try item.value(forKey: text) }),
        ("set", { try item.setValue("y", forKey: text) }),
        ("sort", { try self.sort(by: [text]) }),
        ("sort path", { try self.sort(by: ["owner", text]) }),
        ("%K", { _ = try self.context.fetch(Item.self, matching: "%K == 1", text) }),
      ]
      for (index, (name, call)) in calls.enumerated() where index % 3 == number % 3 {
        if name == "sort path", text.hasPrefix("@count") { continue }
        XCTAssertThrowsError(try call(), "\(name) \(text.debugDescription)") { error in
          XCTAssertTrue(
            error is StoreError || error is ObjectPredicateError,
            "\(name) \(text.debugDescription): \(error)")
        }
      }
    }
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try contents(), before)
  }

  private func sort(by keyPath: [String]) throws {
    var request = Item.all
    request.sortKeys = [SortKey(keyPath)]
    _ = try context.fetch(request)
  }

  // MARK: Formats

  func testFormatsAreConditionsOrErrors() throws {
    let item = Item(in: context)
    item.name = "x"
    try context.save()
    let before = try contents()
    var accepted = 0
    for (number, text) in texts(1_000).enumerated() {
      let formats = [text, "name == \(text)", "name == '\(text)'", "\(text) == name"]
      for (index, format) in formats.enumerated() where index % 2 == number % 2 {
        do {
          _ = try context.fetch(Item.self, matching: format)
          accepted += 1
        } catch is ObjectPredicateError {
        } catch let error as StoreError {
          XCTAssertEqual(error.reason, .untranslatable, format.debugDescription)
        }
      }
    }
    XCTAssertGreaterThan(accepted, 0)
    XCTAssertEqual(try contents(), before)
  }
}
