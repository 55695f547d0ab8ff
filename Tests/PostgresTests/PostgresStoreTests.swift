#if PostgreSQL
  import BankModel
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// A store of the bank model in a PostgreSQL database.
  final class PostgresStoreTests: XCTestCase {
    private var schema = ""
    private var container: PersistentContainer!

    override func setUpWithError() throws {
      guard TestStores.server != nil else { throw XCTSkip("no server: use make postgres") }
      schema = TestStores.newSchema()
      container = try open()
    }

    /// Opens the store as another program would.
    private func open() throws -> PersistentContainer {
      try PersistentContainer(
        .bank, incrementalStore: try TestStores.postgresStore(schema: schema))
    }

    private func addBanks(_ names: [String], _ context: ManagedObjectContext) throws {
      for (index, name) in names.enumerated() {
        let bank = FailedBankInfo(
          in: context, name: name, city: "Testville", state: index.isMultiple(of: 2) ? "GA" : "FL")
        bank.cert = Int32(index + 1)
        bank.details = FailedBankDetails(
          in: context, closeDate: Date(timeIntervalSinceReferenceDate: Double(index) * 86_400),
          updateDate: Date(timeIntervalSinceReferenceDate: 0), zip: Int32(index * 100))
      }
      try context.save()
    }

    func testWhatIsSavedIsThereForAnotherProgram() throws {
      try addBanks(["Ünïcode Bank", "Bank 'B'", ""].map { $0 + "x" }, container.makeContext())
      let other = try open().makeContext()
      let banks = try other.fetch(FailedBankInfo.all.sorted { $0.name.ascending })
      XCTAssertEqual(banks.map(\.name), ["Bank 'B'x", "x", "Ünïcode Bankx"])
      XCTAssertEqual(banks.map(\.details?.zip), [100, 200, 0])
      XCTAssertEqual(banks[0].details?.info, banks[0])
    }

    func testConditionsAreAnsweredThereOrInMemory() throws {
      let context = try container.makeContext()
      try addBanks(["Alpha", "Beta", "Gamma", "alpha two"], context)
      let fresh = try container.makeContext()
      XCTAssertEqual(
        try fresh.fetch(FailedBankInfo.where { $0.name.hasPrefix("Al") }).map(\.name), ["Alpha"])
      XCTAssertEqual(
        try fresh.fetch(
          FailedBankInfo.where { $0.name.contains("ALPHA", .caseInsensitive) }
            .sorted { $0.name.ascending }
        ).map(\.name), ["Alpha", "alpha two"])
      XCTAssertEqual(
        try fresh.fetch(FailedBankInfo.where { $0.details.zip > 100 }).map(\.name).sorted(),
        ["Gamma", "alpha two"])
      XCTAssertEqual(try fresh.count(FailedBankInfo.where { $0.state == "GA" }), 2)
      XCTAssertEqual(
        try fresh.fetch(
          FailedBankInfo.all.sorted { $0.details.zip.descending }.limit(2).offset(1)
        ).map(\.name), ["Gamma", "Beta"])
    }

    func testExplanationsSayWhatIsLeftToMemory() throws {
      let context = try container.makeContext()
      let whole = try context.explain(FailedBankInfo.where { $0.name == "x" }.limit(1)).sql
      XCTAssertTrue(whole.contains(#"t0."name" = $1"#), whole)
      XCTAssertFalse(whole.contains("in memory"), whole)
      let part = try context.explain(
        FailedBankInfo.where { $0.name.contains("x", .caseInsensitive) }.limit(1)
      ).sql
      XCTAssertTrue(part.hasSuffix("in memory: condition, window"), part)
    }

    func testTagsAreManyToMany() throws {
      let context = try container.makeContext()
      try addBanks(["A", "B", "C"], context)
      let details = try context.fetch(FailedBankDetails.all.sorted { $0.zip.ascending })
      let tags = ["red", "green"].map { Tag(in: context, name: $0) }
      details[0].tags = [tags[0], tags[1]]
      details[1].tags = [tags[1]]
      try context.save()
      let other = try open().makeContext()
      XCTAssertEqual(
        try other.count(FailedBankInfo.where { $0.details.tags.count > 0 }), 2)
      let green = try XCTUnwrap(try other.fetch(Tag.where { $0.name == "green" }).first)
      XCTAssertEqual(green.bankdetails.count, 2)
      other.delete(green)
      try other.save()
      XCTAssertEqual(
        try open().makeContext().count(FailedBankInfo.where { $0.details.tags.count > 0 }), 1)
    }

    func testDeletesFollowTheirRules() throws {
      let context = try container.makeContext()
      try addBanks(["A", "B"], context)
      try context.delete(XCTUnwrap(context.first(FailedBankInfo.where { $0.name == "A" })))
      try context.save()
      let other = try open().makeContext()
      XCTAssertEqual(try other.count(FailedBankDetails.all), 1)
    }

    func testAConflictIsForTheMergePolicy() throws {
      let (one, two) = (try container.makeContext(), try open().makeContext())
      try addBanks(["A"], one)
      let mine = try XCTUnwrap(one.first(FailedBankInfo.all))
      let theirs = try XCTUnwrap(two.first(FailedBankInfo.all))
      theirs.city = "There"
      try two.save()
      mine.state = "TX"
      XCTAssertThrowsError(try one.save()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .conflict)
        XCTAssertEqual(($0 as? StoreError)?.conflicts.count, 1)
      }
      try one.save(mergePolicy: .objectWins)
      let stored = try XCTUnwrap(try open().makeContext().first(FailedBankInfo.all))
      XCTAssertEqual([stored.city, stored.state], ["There", "TX"])
    }

    func testUniqueValuesAreUnique() throws {
      let context = try container.makeContext()
      try addBanks(["A", "B"], context)
      let other = try open().makeContext()
      let new = FailedBankInfo(in: other, name: "C", city: "c", state: "s")
      new.cert = 2
      XCTAssertThrowsError(try other.save()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique, "\($0)")
        XCTAssertEqual(($0 as? StoreError)?.propertyNames, ["cert"])
      }
      try other.save(mergePolicy: .objectWins)
      XCTAssertEqual(
        try open().makeContext().fetch(FailedBankInfo.where { $0.cert == 2 }).map(\.name), ["C"])
      // Two objects swap their unique values in a single save.
      let banks = try context.fetch(FailedBankInfo.all.sorted { $0.cert.ascending })
      context.refresh(banks[1], mergeChanges: false)
      (banks[0].cert, banks[1].cert) = (2, 1)
      try context.save()
    }

    func testLiveListsFollowOtherPrograms() throws {
      let context = try container.makeContext()
      context.automaticallyMergesChanges = true
      let list = FetchedResultsController(
        FailedBankInfo.all.sorted { $0.name.ascending }, in: context)
      try list.performFetch()
      try container.checkForExternalChanges()
      try addBanks(["A", "B"], open().makeContext())
      let end = Date(timeIntervalSinceNow: 10)
      while try !container.checkForExternalChanges(), Date() < end { usleep(10_000) }
      context.mergePendingChanges()
      XCTAssertEqual(list.objects.map(\.name), ["A", "B"])
    }

    func testWhatNeedsRowsOfAFileIsRefused() throws {
      let context = try container.makeContext()
      XCTAssertThrowsError(try context.rows(sql: "select 1")) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .unsupportedFeature)
      }
    }

    /// No part of an address that libpq cannot parse appears in the message.
    func testPasswordsInWrongAddressesAreNotTold() throws {
      for address in [
        "postgresql://u:%7s3cr3tpw@/t", "postgresql://u:s3cr3tpw@[::1/t",
        "postgresql://u:s3cr/3tpw@localhost/t", "host=localhost password=s3cr 3tpw",
        "host=localhost password='s3cr3tpw", "postgresql://u:s3cr3tpw@[]/t",
        "postgresql://u:s3cr@3tpw@localhost/t", "postgresql://u:p@h/t?s3cr3tpw",
        "postgresql://u:p@h/t?password=s3cr=3tpw",
      ] {
        XCTAssertThrowsError(try PostgresStore(address)) {
          XCTAssertEqual(($0 as? StoreError)?.reason, .cannotOpen, address)
          XCTAssertFalse("\($0)".contains("s3cr") || "\($0)".contains("3tpw"), "\($0)")
        }
      }
    }

    func testPasswordsAreNotTold() throws {
      XCTAssertThrowsError(
        try PostgresStore("postgresql://u:secret@127.0.0.1:1/none?connect_timeout=1")
      ) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .cannotOpen)
        XCTAssertFalse("\($0)".contains("secret"), "\($0)")
      }
    }
  }
#endif
