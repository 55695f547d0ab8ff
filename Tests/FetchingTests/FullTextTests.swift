import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Full-text searches in the store and in memory, and the order of their results.
final class FullTextTests: CatalogTestCase {
  private func insert(_ texts: [(String?, String?)]) throws {
    for (name, code) in texts {
      let item = Item(in: context)
      (item.name, item.code) = (name, code)
    }
  }

  private func names(_ words: String) throws -> [String?] {
    try context.fetch(Item.where { $0.search.matches(words) }.sorted { $0.name }).map(\.name)
  }

  private static let banks: [(String?, String?)] = [
    ("Georgian Bank", "savings"), ("Bank of Georgia", nil), ("Crédit Agricole", "a loan, a bank"),
    ("First National Trust", "NATIONAL first"), (nil, "georgia"), (nil, nil),
  ]

  /// The queries, each with the names of the items that it finds.
  private static let rows: [(String, [String?])] = [
    ("georgia", [nil, "Bank of Georgia"]), ("GEOR*", [nil, "Bank of Georgia", "Georgian Bank"]),
    ("geor* -bank", [nil]), ("credit", ["Crédit Agricole"]), ("CRÉDIT", ["Crédit Agricole"]),
    ("first national", ["First National Trust"]), ("\"first national\"", ["First National Trust"]),
    ("\"national trust\"", ["First National Trust"]), ("\"trust national\"", []),
    ("savings OR loan", ["Crédit Agricole", "Georgian Bank"]), ("code:bank", ["Crédit Agricole"]),
    ("name:bank", ["Bank of Georgia", "Georgian Bank"]),
    ("name:(first OR georgian)", ["First National Trust", "Georgian Bank"]),
    ("(savings OR loan) -credit", ["Georgian Bank"]), ("bank & loan", ["Crédit Agricole"]),
    ("first-national", ["First National Trust"]), ("bank NEAR georgia", []), ("name: ", []),
    ("", []), ("  ", []), ("*", []), ("🎸", []), ("\"\"", []), ("OR", []),
    ("bank OR", ["Bank of Georgia", "Crédit Agricole", "Georgian Bank"]),
    ("nam:bank", []), ("x\0y", []), ("'; DROP TABLE ZITEM; --", []), ("{name}: bank", []),
    ("^bank", ["Bank of Georgia", "Crédit Agricole", "Georgian Bank"]),
    ("bank + loan", ["Crédit Agricole"]), ("rowid", []), ("NOT", []),
  ]

  func testQueriesFindTheSameInMemoryAndInTheStore() throws {
    try insert(Self.banks)
    for (words, expected) in Self.rows {
      XCTAssertEqual(try names(words), expected, "unsaved: \(words)")
    }
    try context.save()
    for (words, expected) in Self.rows {
      XCTAssertEqual(try names(words), expected, "saved: \(words)")
    }
    let item = try XCTUnwrap(try context.first(Item.where { $0.name == "Georgian Bank" }))
    item.name = "Trust"
    XCTAssertEqual(try names("georgian"), [])
    XCTAssertEqual(try names("trust"), ["First National Trust", "Trust"])
    context.rollback()
    context.delete(item)
    XCTAssertEqual(try names("geor*"), [nil, "Bank of Georgia"])
    try context.save()
    XCTAssertEqual(try names("geor*"), [nil, "Bank of Georgia"])
  }

  func testTheBestMatchesComeFirst() throws {
    try insert([
      ("a long text in which the word river stands once among many others", nil),
      ("river", "river"), ("river bank", nil), ("no such word", nil),
    ])
    try context.save()
    let request = Item.where { $0.search.matches("river") }.sorted { [$0.search.rank] }
    XCTAssertEqual(
      try context.fetch(request.limit(2)).map(\.name), ["river", "river bank"])
    XCTAssertEqual(try Item.found("river", in: context).map(\.name).first, "river")
    let plan = try context.explain(request.limit(20))
    XCTAssertFalse(plan.description.contains("TEMP B-TREE"), plan.description)
    // Unsaved objects come last.
    try insert([("river", "river river")])
    XCTAssertEqual(
      try context.fetch(request).map(\.code), ["river", nil, nil, "river river"])
    XCTAssertEqual(
      try context.fetch(
        Item.where { $0.search.matches("river") && $0.code == nil }.sorted { [$0.search.rank] }
      ).map(\.name).first, "river bank")
    context.rollback()
    XCTAssertThrowsError(
      try context.fetch(Item.where { $0.name != nil }.sorted { [$0.search.rank] }))
  }

  /// Without an order by rank, only changed rows are matched by their own texts. Matching
  /// all rows took a minute for a million rows.
  func testOnlyChangedRowsAreAskedForTheirOwnTexts() throws {
    try insert(Self.banks)
    try context.save()
    let plan = try context.explain(Item.where { $0.search.matches("geor*") })
    XCTAssertTrue(plan.description.contains("SCAN c\n"), plan.description)
    XCTAssertTrue(
      plan.description.contains("SEARCH s USING INTEGER PRIMARY KEY"), plan.description)
  }

  func testOtherDoorsLeadToTheSame() throws {
    try insert(Self.banks)
    try context.save()
    let format = try FetchRequest<Item>(
      format: "search MATCHES %@ AND code != nil", arguments: ["geor*"])
    XCTAssertEqual(try context.count(format), 2)
    XCTAssertEqual(try context.count(Item.where { $0.matches(words: "geor* -bank") }), 1)
    XCTAssertEqual(try context.count(Item.where { !$0.search.matches("geor*") }), 3)
    XCTAssertEqual(
      try context.count(Item.where { $0.search.matches("first") || $0.search.matches("loan") }), 2)
    let owner = Person(in: context)
    let item = try XCTUnwrap(try context.first(Item.where { $0.name == "Georgian Bank" }))
    item.owner = owner
    try context.save()
    XCTAssertEqual(
      try context.count(FetchRequest<Owner>(format: "ANY items.search MATCHES 'geor*'")), 1)
    XCTAssertEqual(
      try context.count(FetchRequest<Owner>(format: "ANY items.search MATCHES 'trust'")), 0)
    let restored = try ObjectPredicate(ObjectPredicate("search MATCHES 'a -b'").format)
    XCTAssertEqual(restored, try ObjectPredicate("search MATCHES 'a -b'"))
  }

  func testMistakesAreTypedErrors() throws {
    try insert(Self.banks)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      for (words, reason) in [
        ("-bank", "it leaves words out and looks for none"),
        ("bank OR -loan", "it leaves words out and looks for none"),
        ("\"bank", "these quotes have no end"), ("(bank", "this parenthesis has no end"),
        ("bank)", "this parenthesis has no beginning"),
        (
          String(repeating: "(", count: 10_000),
          "it has more than 16 parentheses one inside the other"
        ),
        (String(repeating: "a ", count: 10_000), "it has more than 256 words"),
      ] {
        XCTAssertThrowsError(try names(words)) { error in
          guard case .invalidWords(_, reason)? = (error as? ObjectPredicateError)?.reason else {
            return XCTFail("\(words.prefix(20)): \(error)")
          }
        }
      }
      // A cached statement refuses them too.
      XCTAssertEqual(try names("credit"), ["Crédit Agricole"])
      XCTAssertThrowsError(try names("\"bank"))
    }
    for format in [
      "search == 'x'", "search CONTAINS 'x'", "search.rank > 1", "search BEGINSWITH 'x'",
      "search != nil",
    ] {
      XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(format: format)), format) {
        XCTAssertTrue($0 is ObjectPredicateError, "\(format): \($0)")
      }
    }
  }

  func testWhatWasFoundIsMarked() throws {
    let item = Item(in: context)
    item.name = "The quick brown fox jumps over the lazy dog and the QUICK cat"
    for _ in 0..<2 {
      XCTAssertEqual(
        try item.highlighted("name", matching: "quick"),
        "The [quick] brown fox jumps over the lazy dog and the [QUICK] cat")
      let part = try XCTUnwrap(
        item.snippet("name", matching: "laz*", marks: ("<b>", "</b>"), words: 3))
      XCTAssertTrue(part.contains("<b>lazy</b>") && part.hasPrefix("…"), part)
      XCTAssertNil(try item.highlighted("name", matching: "wolf"))
      XCTAssertThrowsError(try item.snippet("owner", matching: "x"))
      XCTAssertThrowsError(try item.snippet("name", matching: "(x"))
      try context.save()
    }
  }

  func testBatchesAreFollowed() throws {
    try context.batchInsert(["batched river", "other"], into: Item.self) { $0.name = $1 }
    XCTAssertEqual(try names("river"), ["batched river"])
    try context.batchUpdate(
      Item.where { $0.name == "other" }.setting { [$0.name.set(to: "the river")] })
    XCTAssertEqual(try names("river"), ["batched river", "the river"])
    try context.batchDelete(Item.where { $0.search.matches("batched") })
    XCTAssertEqual(try names("river"), ["the river"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testAListFollowsASearch() throws {
    let list = FetchedResultsController(
      Item.where { $0.search.matches("river") }.sorted { $0.name }, in: context)
    try list.performFetch()
    try insert([("b river", nil), ("sea", nil)])
    context.processPendingChanges()
    XCTAssertEqual(list.objects.map(\.name), ["b river"])
    list.objects[0].name = "pond"
    context.processPendingChanges()
    XCTAssertEqual(list.objects.map(\.name), [])
    XCTAssertNil(list.failure)
    let ranked = FetchedResultsController(
      Item.where { $0.search.matches("river") }.sorted { [$0.search.rank] }, in: context)
    XCTAssertThrowsError(try ranked.performFetch())
  }

  func testRandomTextsAreFoundAlikeInMemoryAndInTheStore() throws {
    var random = RandomSource(seed: TestRun.seed)
    let letters =
      Array("aAäeéßİ ıКк漢字ヴ ﬁ1२🎸_-.'\u{301}\u{200D} \u{AD} ").map(String.init) + [
        "\0", "\u{E000}", "𝔸",
      ]
    func text(_ count: Int) -> String {
      (0..<Int.random(in: 1...count, using: &random)).map { _ in
        letters.randomElement(using: &random)!
      }.joined()
    }
    try insert((0..<60).map { _ in (text(8), text(3)) })
    try context.save()
    let all = try context.fetch(Item.all)
    for _ in 0..<120 {
      let words = "\"" + text(2).filter { $0 != "\"" } + "\"" + (Bool.random() ? "*" : "")
      let predicate = ObjectPredicate.comparison(
        .init(.keyPath(["search"], of: .evaluatedObject), .matches, .constant(.string(words))))
      let found = try context.fetch(FetchRequest<Item>(predicate))
      let expected = try all.filter { try predicate.evaluate(with: $0) }
      XCTAssertEqual(
        Set(found.map(\.objectID)), Set(expected.map(\.objectID)), words.debugDescription)
    }
  }
}
