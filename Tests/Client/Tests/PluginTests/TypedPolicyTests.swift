import CModelSQLite
import Foundation
import ModelRuntime
import XCTest

/// Policies that the compiler checks against both versions: snapshots of the
/// older one, objects of the newer one's class.
final class TypedPolicyTests: XCTestCase {
  private var url: URL!

  override func setUpWithError() throws {
    url = try temporaryStore()
  }

  /// A store of version 1 with items of these names.
  private func makeOldStore(_ names: [String]) throws {
    let container = try PersistentContainer(
      CompiledModel(.shopVersion1), configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let kinds = try ["tool", "toy"].map { try context.insert(entityName: "Kind", ["name": $0]) }
    for (index, name) in names.enumerated() {
      try context.insert(
        entityName: "Item",
        [
          "name": name, "size": index == 0 ? "large" : "small", "code": index + 1,
          "price": Decimal(string: "12.50"), "shelf": ["room": "A\(index)", "number": 7],
          "link": URL(string: "https://example.org/\(index)"), "words": ["a", "b"],
          "addedOn": Date(timeIntervalSinceReferenceDate: 60), "kind": kinds[0],
        ])
    }
    try context.save()
  }

  /// Runs a statement on the store's file, as another program would.
  private func execute(_ sql: String) {
    var database: OpaquePointer?
    XCTAssertEqual(sqlite3_open(url.path(percentEncoded: false), &database), SQLITE_OK)
    XCTAssertEqual(sqlite3_exec(database, sql, nil, nil, nil), SQLITE_OK)
    XCTAssertEqual(sqlite3_close(database), SQLITE_OK)
  }

  private func open(_ policy: some TypedMigrationPolicy) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url)
    configuration.migration.code.add(policy)
    return try PersistentContainer(.shop, configuration: configuration)
  }

  private func articles(_ container: PersistentContainer) throws -> [String] {
    try container.performAndWait { context in
      try context.fetch(Article.all.sorted { [$0.title.ascending, $0.code.ascending] }).map {
        "\($0.title) \($0.isLarge) \($0.code) \($0.note) \($0.kind?.name ?? "-")"
      }
    }
  }

  func testATypedPolicyReadsEveryTypeOfTheOlderVersion() throws {
    struct Policy: Article.PolicyFrom1 {
      func createDestinationInstances(for source: Source, session: Session) throws {
        let article = try session.destination(for: source)
        article.isLarge = source.size == "large"
        let price = try XCTUnwrap(source.price)
        let link = try XCTUnwrap(source.link)
        let day = source.addedOn.timeIntervalSinceReferenceDate
        let place = "\(source.shelfRoom ?? "?")/\(source.shelfNumber ?? 0)"
        article.note = "\(price) \(link) \(source.words) \(day) \(place) \(source.kind.key)"
        try session.insert(article, for: source)
      }
    }
    try makeOldStore(["saw"])
    let container = try open(Policy())
    XCTAssertEqual(
      try articles(container),
      [#"saw true 1 12.5 https://example.org/0 ["a", "b"] 60.0 A0/7 1 tool"#])
    try container.performAndWait { context in
      let article = try XCTUnwrap(context.fetch(Article.all).first)
      XCTAssertEqual(article.price, Decimal(string: "12.50"))
      XCTAssertEqual(article.shelf, Shelf(room: "A0", number: 7))
      XCTAssertEqual(article.words, ["a", "b"])
      XCTAssertEqual(article.link, URL(string: "https://example.org/0"))
    }
  }

  func testObjectsAreLeftOutDoubledAndRelated() throws {
    struct Policy: Article.PolicyFrom1 {
      func createDestinationInstances(for source: Source, session: Session) throws {
        if source.name == "drop" { return }
        for part in 0..<(source.name == "twin" ? 2 : 1) {
          let article = try session.destination(for: source)
          article.code += Int32(part * 10)
          try session.insert(article, for: source)
        }
        if source.name == "twin" {
          XCTAssertEqual(try session.destinationKeys(for: source).count, 2)
        }
      }

      func createRelationships(for destination: Article, session: Session) throws {
        destination.note = "seen"
        guard destination.title == "ball" else { return }
        destination.kind = try session.object(Reference<Kind>(key: 2))
      }
    }
    try makeOldStore(["ball", "drop", "twin"])
    XCTAssertEqual(
      try articles(open(Policy())),
      ["ball false 1 seen toy", "twin false 13 seen tool", "twin false 3 seen tool"].sorted {
        $0.count < $1.count
      })
  }

  func testAPolicyThatDoesNothingIsTheMapping() throws {
    struct Policy: Article.PolicyFrom1 {}
    try makeOldStore(["saw"])
    XCTAssertEqual(try articles(open(Policy())), ["saw false 1  tool"])
  }

  func testWithoutAPolicyTheMappingIsInferred() throws {
    try makeOldStore(["saw"])
    var configuration = StoreConfiguration(url: url)
    XCTAssertThrowsError(try PersistentContainer(.shop, configuration: configuration)) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .missingCode, "\(error)")
    }
    configuration.migration.runsWithoutPolicies = true
    let container = try PersistentContainer(.shop, configuration: configuration)
    XCTAssertEqual(try articles(container), ["saw false 1  tool"])
  }

  func testARelationshipToManyIsRefusedAndTheStoreStays() throws {
    struct Policy: Article.PolicyFrom1 {
      func createDestinationInstances(for source: Source, session: Session) throws {
        let article = try session.destination(for: source)
        let mark = try XCTUnwrap(session.object(Reference<Mark>(key: 1)))
        article.marks.insert(mark)
        try session.insert(article, for: source)
      }
    }
    try makeOldStore(["saw"])
    XCTAssertThrowsError(try open(Policy())) {
      XCTAssertEqual(
        ($0 as? MigrationError)?.message,
        "a policy of 'Article' cannot set a relationship to many, which has no column; set the "
          + "other end, or use SQL")
    }
    let old = try PersistentContainer(
      CompiledModel(.shopVersion1), configuration: StoreConfiguration(url: url))
    XCTAssertEqual(try old.makeContext().count(entityName: "Item"), 1)
  }

  func testAValueThatTheOlderVersionCannotHaveIsNamed() throws {
    struct Policy: Article.PolicyFrom1 {}
    let container = try PersistentContainer(
      CompiledModel(.shopVersion1), configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    try context.insert(
      entityName: "Item",
      ["name": "saw", "words": ["a"], "addedOn": Date(timeIntervalSinceReferenceDate: 0)])
    try context.save()
    execute("UPDATE ZSTOCK SET ZADDEDON = 'tomorrow'")
    XCTAssertThrowsError(try open(Policy())) {
      XCTAssertEqual(
        ($0 as? MigrationError)?.message,
        "'Item.addedOn' of p1 has a value of another type, as version 1 has it; an "
          + "'EntityMigrationPolicy' reads such values by name")
    }
  }

  func testWhatAPolicyThrowsEndsTheMigration() throws {
    struct Refusal: Error {}
    struct Policy: Article.PolicyFrom1 {
      func performCustomValidation(_ session: Session) throws { throw Refusal() }
    }
    try makeOldStore(["saw"])
    XCTAssertThrowsError(try open(Policy())) {
      XCTAssertTrue(($0 as? MigrationError)?.underlying is Refusal, "\($0)")
    }
  }
}
