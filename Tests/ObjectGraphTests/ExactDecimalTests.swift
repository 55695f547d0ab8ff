import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class ExactDecimalTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(
      .shop, configuration: StoreConfiguration(url: folder.file("Shop.sqlite")))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  /// Decimals in ascending order.
  private let numbers = [
    "-99999999999999999999999999999999999999", "-12345678901234567890.123456789", "-100", "-99.5",
    "-12.5", "-12.49999999999999999999", "-1", "-0.001", "-0.0000000000000000000001", "0",
    "0.00000000000000000000000001", "0.001", "0.0012", "1", "9.99", "10", "12.5",
    "12.50000000000000000001", "100", "12345678901234567890.123456789", "1e40", "1e127",
  ]

  private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

  private func save(_ numbers: [String]) throws {
    for number in numbers.reversed() {
      _ = Account(in: context, name: number, balance: decimal(number), limit: decimal(number))
    }
    try context.save()
  }

  func testEveryDigitComesBack() throws {
    try save(numbers)
    let other = try container.makeContext()
    for account in try other.fetch(Account.all) {
      XCTAssertEqual(account.balance, decimal(account.name), account.name)
      XCTAssertEqual(account.limit, decimal(account.name), account.name)
    }
  }

  func testTheStoreSortsAsNumbersDo() throws {
    try save(numbers)
    let up = try context.fetch(Account.all.sorted { [$0.balance.ascending] })
    XCTAssertEqual(up.map(\.name), numbers)
    let down = try context.fetch(Account.all.sorted { [$0.balance.descending] })
    XCTAssertEqual(down.map(\.name), numbers.reversed())
    XCTAssertEqual(
      try rows(
        "SELECT ZNAME FROM ZACCOUNT ORDER BY ZBALANCE", in: folder.file("Shop.sqlite")), numbers)
  }

  func testComparisonsAgreeInTheStoreAndInMemory() throws {
    try save(numbers)
    for (place, text) in numbers.enumerated() {
      let number = decimal(text)
      let rows: [(String, FetchRequest<Account>, [String])] = [
        ("==", Account.where { $0.balance == number }, [text]),
        ("<", Account.where { $0.balance < number }, Array(numbers[..<place])),
        (">=", Account.where { $0.balance >= number }, Array(numbers[place...])),
        ("!=", Account.where { $0.balance != number }, numbers.filter { $0 != text }),
        (
          "columns", Account.where { $0.balance == $0.limit && $0.balance <= number },
          Array(numbers[...place])
        ),
      ]
      for (name, request, expected) in rows {
        let stored = try context.fetch(request.sorted { [$0.balance.ascending] })
        XCTAssertEqual(stored.map(\.name), expected, "\(name) \(text)")
        let predicate = try XCTUnwrap(request.predicate)
        let inMemory = try context.fetch(Account.all.sorted { [$0.balance.ascending] })
          .filter { try predicate.evaluate(with: $0) }
        XCTAssertEqual(inMemory.map(\.name), expected, "\(name) \(text) in memory")
      }
    }
  }

  func testLeastAndGreatestAreExact() throws {
    try save(["1.00000000000000000001", "1.00000000000000000002", "0.5"])
    let rows = try context.rows(
      RowRequest(
        Account.all,
        columns: [
          .init(.function("min:", [.keyPath("balance")])),
          .init(.function("max:", [.keyPath("balance")])),
        ]))
    XCTAssertEqual(
      rows.first?.values, [.decimal(decimal("0.5")), .decimal(decimal("1.00000000000000000002"))])
  }

  /// Sums of exact decimals keep every digit, although not every text becomes a number.
  func testSumsKeepEveryDigit() throws {
    for numbers in [
      ["-12.5", "0.25", "0", "100", "-0.0001"], ["9.99", "9.99", "0.02"],
      ["99999999999999999999999999999999999999", "-99999999999999999999999999999999999998"],
      // These have more digits than are added as a single number.
      ["170141183460469231731687303715884105727", "1"], ["1e30", "1e-5"], ["1e127"],
    ] {
      for account in try context.fetch(Account.all) { context.delete(account) }
      let decimals = numbers.map(decimal)
      for (place, number) in decimals.enumerated() {
        _ = Account(in: context, name: "\(place)", balance: number)
      }
      let inMemory = try sums()
      try context.save()
      XCTAssertEqual(try sums(), inMemory, "\(numbers)")
      XCTAssertEqual(inMemory[0], decimals.reduce(0, +), "\(numbers)")
      XCTAssertEqual(inMemory[1], decimals.reduce(0, +) / Decimal(numbers.count), "\(numbers)")
    }
  }

  private func sums() throws -> [Decimal?] {
    let balance = ObjectExpression.keyPath("balance")
    let names = ["sum:", "average:", "median:", "min:", "max:"]
    let rows = try context.rows(
      RowRequest(Account.all, columns: names.map { .init(.function($0, [balance])) }))
    return try (0..<names.count).map { try rows[0].value($0) }
  }

  func testSumsTakeWhatOthersWrote() throws {
    try save(["1", "2", "3", "4"])
    let file = folder.file("Shop.sqlite")
    for (name, value) in [("1", "'2.50'"), ("2", "'P50x.1'"), ("3", "7")] {
      try execute("UPDATE ZACCOUNT SET ZBALANCE = \(value) WHERE ZNAME = '\(name)'", in: file)
    }
    XCTAssertEqual(try context.sum(Account.all) { $0.balance }, decimal("13.5"))
  }

  func testUniqueExactNumbersAreFound() throws {
    try save(["12.5", "7"])
    let other = try container.makeContext()
    XCTAssertEqual(try Account.find(limit: decimal("12.50"), in: other)?.name, "12.5")
    XCTAssertNil(try Account.find(limit: decimal("12.51"), in: other))
    _ = Account(in: other, name: "again", balance: 0, limit: 7)
    XCTAssertThrowsError(try other.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .notUnique)
    }
  }

  func testPagesOfExactNumbersGoOnWhereTheyEnded() throws {
    try save(numbers)
    let request = Account.all.sorted { [$0.balance.ascending] }
    var names: [String] = []
    var cursor: FetchCursor?
    repeat {
      let page = try context.page(of: request, after: cursor, size: 4)
      names += page.objects.map(\.name)
      cursor = page.next
    } while cursor != nil
    XCTAssertEqual(names, numbers)
  }

  func testLongNumbersAreRefusedWhereTheyWouldLoseDigits() throws {
    let account = Account(
      in: context, name: "A", balance: 1, rough: decimal("0.1234567890123456"))
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)",
        "Account p1: rough has more than 15 digits; an '@exact' attribute keeps them all")
    }
    account.rough = decimal("0.123456789012345")
    XCTAssertNoThrow(try context.save())
    XCTAssertEqual(
      try container.makeContext().first(Account.all)?.rough, decimal("0.123456789012345"))
  }

  func testNaNIsRefused() throws {
    let account = Account(in: context, name: "A", balance: .nan)
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.rule), [.notANumber])
    }
    account.balance = 1
    account.rough = .nan
    XCTAssertThrowsError(try context.save())
    account.rough = 2
    XCTAssertNoThrow(try context.save())
  }

  func testUnreadableDigitsMakeTheObjectInaccessible() throws {
    try save(["1"])
    try execute("UPDATE ZACCOUNT SET ZBALANCE = 'P50x.1'", in: folder.file("Shop.sqlite"))
    let account = try XCTUnwrap(try container.makeContext().first(Account.all))
    XCTAssertTrue(account.isInaccessible)
  }

  func testPlainDigitsOfOthersAreRead() throws {
    try save(["1"])
    try execute("UPDATE ZACCOUNT SET ZBALANCE = '2.50'", in: folder.file("Shop.sqlite"))
    XCTAssertEqual(try container.makeContext().first(Account.all)?.balance, decimal("2.5"))
  }
}
