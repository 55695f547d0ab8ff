import BankModel
import Foundation
import ModelRuntime
import XCTest

final class FetchingTests: BankTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    makeBank("Bank of Clark County", cert: 1, zip: 60601)
    makeBank("bank of clark", cert: 2, zip: 60603)
    makeBank("Société Générale", cert: 3, zip: 75009)
    let last = makeBank("Zürcher Bank", zip: 8001)
    last.acquirer = "Nobody"
    last.details?.closeDate = Date(timeIntervalSinceReferenceDate: 1000)
    let (big, small) = (Tag(in: context, name: "big"), Tag(in: context, name: "small"))
    last.details?.tags = [big, small]
    _ = FailedBankInfo(in: context, name: "No Details", city: "Y", state: "ZZ")
    try context.save()
  }

  func testConditions() throws {
    typealias Case = (name: String, condition: (Paths<FailedBankInfo>) -> Condition, found: Int)
    let cases: [Case] = [
      ("equal", { $0.name == "bank of clark" }, 1),
      ("equal, folded", { $0.name.equals("BANK OF CLARK", .caseInsensitive) }, 1),
      ("not equal to nil", { $0.cert != nil }, 3),
      ("nil", { $0.cert == nil }, 2),
      ("not equal keeps nil", { $0.cert != 1 }, 4),
      ("negation keeps nil", { !($0.cert == 1) }, 4),
      ("ordering with nil is false", { $0.cert < 3 }, 2),
      ("negated ordering is true", { !($0.cert < 3) }, 3),
      ("contains", { $0.name.contains("Clark") }, 1),
      ("contains, any case", { $0.name.contains("CLARK", .caseInsensitive) }, 2),
      (
        "contains, no accents",
        { $0.name.contains("societe g", .caseInsensitive, .diacriticInsensitive) }, 1
      ),
      ("prefix", { $0.name.hasPrefix("Bank") }, 1),
      ("empty prefix", { $0.name.hasPrefix("") }, 0),
      ("prefix of nil", { $0.acquirer.hasPrefix("") }, 0),
      ("suffix", { $0.name.hasSuffix("Bank") }, 1),
      ("suffix of a number", { $0.details.zip.hasSuffix("01") }, 2),
      ("to-one path", { $0.details.zip >= 60603 }, 2),
      ("path through nil is nil", { $0.details.zip == nil }, 1),
      ("count", { $0.details.tags.count > 0 }, 1),
      ("count behind nil is zero", { $0.details.tags.count == 0 }, 4),
      ("any", { $0.details.tags.any { $0.name == "big" } }, 1),
      ("none", { $0.details.tags.none { $0.name == "big" } }, 4),
      ("all of none", { $0.details.tags.all { $0.name == "big" } }, 4),
      ("in", { $0.cert.in([1, 3, 9]) }, 2),
      ("in nothing", { $0.cert.in([]) }, 0),
      ("between", { $0.cert.between(2...9) }, 2),
      ("and, or", { ($0.cert == 1 || $0.cert == 2) && $0.name.hasPrefix("b") }, 1),
      ("any through any", { $0.details.tags.any { $0.bankdetails.any { $0.zip == 8001 } } }, 1),
      ("two columns", { $0.name == $0.city }, 0),
    ]
    for (name, condition, found) in cases {
      XCTAssertEqual(try context.count(FailedBankInfo.where(condition)), found, name)
      XCTAssertEqual(try context.fetch(FailedBankInfo.where(condition)).count, found, name)
    }
  }

  func testAListOfAnyLengthCanBeSearched() throws {
    let certs = (0..<100_000).map { Int32($0) }
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.cert.in(certs) }), 3)
    let names = (0..<1000).map { "x\($0)\"\u{0}" } + ["No Details"]
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name.in(names) }), 1)
  }

  func testObjectsAreSortedByPathsAndThenByKey() throws {
    XCTAssertEqual(
      try names(FailedBankInfo.all.sorted { [$0.details.zip.descending] }),
      [
        "Société Générale", "bank of clark", "Bank of Clark County", "Zürcher Bank", "No Details",
      ])
    XCTAssertEqual(
      try names(FailedBankInfo.all.sorted { [$0.state.ascending] }).prefix(2),
      ["Bank of Clark County", "bank of clark"])
  }

  func testLimitAndOffset() throws {
    let request = FailedBankInfo.all.sorted { [$0.name.ascending] }
    XCTAssertEqual(try names(request.limit(2).offset(1)), ["No Details", "Société Générale"])
    XCTAssertEqual(try context.count(request.limit(2)), 2)
    XCTAssertTrue(try context.exists(request))
    XCTAssertFalse(try context.exists(FailedBankInfo.where { $0.name == "?" }))
  }

  func testRequestsCanBeRefined() throws {
    let clark = FailedBankInfo.where { $0.name.contains("clark", .caseInsensitive) }
    XCTAssertEqual(try names(clark.where { $0.cert == 2 }), ["bank of clark"])
  }

  func testHostileTextIsOnlyText() throws {
    for text in ["'", "\"", "'); DROP TABLE ZTAG; --", "%", "_", "*", "\u{0}", "\u{301}", "\\"] {
      XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == text }), 0, text)
      XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name.contains(text) }), 0, text)
      XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name.hasPrefix(text) }), 0, text)
    }
    XCTAssertEqual(try context.count(Tag.all), 2)
  }

  func testSnapshotsCarryValuesOutOfTheContext() throws {
    let snapshots = try context.fetch(
      FailedBankInfo.where { $0.cert == 3 }, as: FailedBankInfo.Snapshot.self)
    let snapshot = try XCTUnwrap(snapshots.first)
    XCTAssertEqual(snapshot.name, "Société Générale")
    XCTAssertEqual(
      try context.existingObject(FailedBankInfo.self, with: snapshot.id)?.name, snapshot.name)
    let decoded = try JSONDecoder().decode(
      FailedBankInfo.Snapshot.self, from: try JSONEncoder().encode(snapshot))
    XCTAssertEqual(decoded, snapshot)
  }

  func testARowIsOneObject() throws {
    let first = try context.fetch(FailedBankInfo.all)
    let second = try context.fetch(FailedBankInfo.all)
    XCTAssertEqual(first, second)
  }

  func testAFetchBringsCleanObjectsUpToDate() throws {
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context))
    let other = try container.makeContext()
    try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).city = "Elsewhere"
    try other.save()
    XCTAssertEqual(bank.city, "Springfield")
    _ = try context.fetch(FailedBankInfo.all)
    XCTAssertEqual(bank.city, "Elsewhere")
  }

  func testAFinderSeesUnsavedObjects() throws {
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context))
    bank.cert = 100
    XCTAssertNil(try FailedBankInfo.find(cert: 1, in: context))
    XCTAssertEqual(try FailedBankInfo.find(cert: 100, in: context), bank)
  }
}
