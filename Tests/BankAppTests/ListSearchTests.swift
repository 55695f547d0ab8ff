import BankApp
import BankModel
import Foundation
import ModelCommands
import ModelRuntime
import ModelScreens
import TestSupport
import XCTest

/// All searches of the tutorial on the sample list, on invented lists and on the real lists
/// if they are available. The format string, the typed builder and a loop over the rows
/// have to find the same banks.
final class ListSearchTests: XCTestCase {
  private struct Search {
    let name: String
    let format: String
    let arguments: [(any PredicateArgument)?]
    let typed: FetchRequest<FailedBankInfo>
    let isFound: (ListedBank) -> Bool

    init(
      _ name: String, _ format: String, _ arguments: [(any PredicateArgument)?],
      _ typed: FetchRequest<FailedBankInfo>, isFound: @escaping (ListedBank) -> Bool
    ) {
      self.name = name
      self.format = format
      self.arguments = arguments
      self.typed = typed
      self.isFound = isFound
    }
  }

  private func lists() throws -> [BankList] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try [read(root.appending(path: "Models/Bank.csv"))]
      + InventedBanks.Form.allCases.map(InventedBanks.list) + realLists()
  }

  /// The lists that the FDIC published, or an empty array if they are not available.
  private func realLists() throws -> [BankList] {
    try [2012, 2017].compactMap { SharedFiles.url("data/banklist-\($0).csv") }.map(read)
  }

  private func read(_ file: URL) throws -> BankList {
    try BankList(Array(try Data(contentsOf: file)), name: file.lastPathComponent)
  }

  private func imported(_ list: BankList) throws -> ManagedObjectContext {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    _ = try BankImport(in: context).run(list)
    return context
  }

  private func check(_ search: Search, _ list: BankList, in context: ManagedObjectContext) throws {
    let expected = Set(list.banks.filter(search.isFound).map(\.cert))
    let predicate = try ObjectPredicate(format: search.format, arguments: search.arguments)
    let request = FetchRequest<FailedBankInfo>(predicate)
    for (door, request) in [("format", request), ("typed", search.typed)] {
      let found = try context.fetch(request)
      XCTAssertEqual(Set(found.compactMap(\.cert)), expected, "\(search.name), \(door)")
      XCTAssertEqual(try context.count(request), expected.count, "\(search.name), \(door)")
    }
    let inMemory = try context.fetch(FailedBankInfo.all).filtered(by: predicate)
    XCTAssertEqual(Set(inMemory.compactMap(\.cert)), expected, "\(search.name), memory")
  }

  private func searches(_ day: Date, _ next: Date) -> [Search] {
    typealias Bank = FailedBankInfo
    return [
      Search(
        "contains", "name CONTAINS %@", ["Savings"], Bank.where { $0.name.contains("Savings") }
      ) { $0.name.contains("Savings") },
      Search("equals", "name == %@", ["Summit Bank"], Bank.where { $0.name == "Summit Bank" }) {
        $0.name == "Summit Bank"
      },
      Search("begins", "name BEGINSWITH %@", ["First"], Bank.where { $0.name.hasPrefix("First") }) {
        $0.name.hasPrefix("First")
      },
      Search("matches", "name MATCHES %@", [".*Bank"], Bank.where { $0.name.matches(".*Bank") }) {
        $0.name.hasSuffix("Bank")
      },
      Search(
        "after a day", "details.closeDate > %@", [day],
        Bank.where { $0.details.closeDate > day }
      ) { $0.closeDate > day },
      Search(
        "on a day", "details.closeDate >= %@ AND details.closeDate < %@", [day, next],
        Bank.where { $0.details.closeDate >= day && $0.details.closeDate < next }
      ) { $0.closeDate == day },
      Search(
        "name:city", "name CONTAINS[c] %@ AND city CONTAINS[c] %@", ["BANK", "chicago"],
        Bank.where {
          $0.name.contains("BANK", .caseInsensitive)
            && $0.city.contains("chicago", .caseInsensitive)
        }
      ) { $0.name.lowercased().contains("bank") && $0.city.lowercased().contains("chicago") },
      Search("w*t", "name LIKE[c] 'w*t'", [], Bank.where { $0.name.like("w*t", .caseInsensitive) })
      { $0.name.lowercased().hasPrefix("w") && $0.name.lowercased().hasSuffix("t") },
      Search("?t*", "name LIKE '?o*'", [], Bank.where { $0.name.like("?o*") }) {
        $0.name.dropFirst().first == "o"
      },
    ]
  }

  func testEverySearchFindsWhatALoopFinds() throws {
    let day = try XCTUnwrap(ScreenDate.date("30-Oct-09"))
    let searches = searches(day, ScreenDate.shifted(day, days: 1))
    for list in try lists() {
      let context = try imported(list)
      for search in searches { try check(search, list, in: context) }
    }
    let invented = try InventedBanks.list(.of2012).banks
    for search in searches {
      XCTAssertTrue(invented.contains(where: search.isFound), search.name)
    }
  }

  func testFiguresOfTheRealLists() throws {
    let contexts = try realLists().map(imported)
    guard contexts.count == 2 else { throw XCTSkip("the real lists are not here") }
    let cases: [(list: Int, format: String, count: Int)] = [
      (0, "name CONTAINS 'Savings'", 26), (1, "name CONTAINS 'Savings'", 33),
      (0, "name BEGINSWITH 'First'", 54), (1, "name BEGINSWITH 'First'", 63),
      (0, "name == 'Summit Bank'", 2), (0, "name MATCHES '.*Bank'", 293),
      (0, "name MATCHES 'First.*Bank'", 25), (1, "name MATCHES 'First.*Bank'", 32),
      (0, "details.closeDate > CAST(315532800, 'NSDate')", 116),
      (0, "name LIKE[c] 'w*t'", 1), (0, "name LIKE 'w?t'", 0),
    ]
    for (list, format, count) in cases {
      XCTAssertEqual(
        try contexts[list].count(FailedBankInfo.self, matching: format), count, "\(list) \(format)")
    }
  }

  func testZipsAndTags() throws {
    for list in try lists() {
      let context = try imported(list)
      let tags = ["big", "small"].map { Tag(in: context, name: $0) }
      for (index, bank) in try context.fetch(FailedBankInfo.all).enumerated() {
        bank.details?.zip = Int32(10_000 + index * 7)
        if index % 3 == 0 { bank.details?.tags = [tags[index % 2]] }
      }
      try context.save()
      let banks = try context.fetch(FailedBankInfo.all)
      let cases: [(String, FetchRequest<FailedBankInfo>, [FailedBankInfo])] = [
        (
          "details.zip ENDSWITH '3'", FailedBankInfo.where { $0.details.zip.hasSuffix("3") },
          banks.filter { ($0.details?.zip ?? 0) % 10 == 3 }
        ),
        (
          "details.tags.@count > 0", FailedBankInfo.where { $0.details.tags.count > 0 },
          banks.filter { $0.details?.tags.isEmpty == false }
        ),
        (
          "ANY details.tags.name == 'big'",
          FailedBankInfo.where { $0.details.tags.any { $0.name == "big" } },
          banks.filter { $0.details?.tags.contains(tags[0]) == true }
        ),
      ]
      for (format, typed, expected) in cases {
        let found = try context.fetch(FailedBankInfo.self, matching: format)
        XCTAssertEqual(found, expected, format)
        XCTAssertEqual(try context.fetch(typed), expected, format)
        XCTAssertFalse(expected.isEmpty, format)
      }
    }
  }

  func testTheArticlesWordsForLike() throws {
    let words = ["wt", "wit", "wat", "wet", "what", "w\nt", "Wit", "wits", "w*t", "w?t"]
    let cases: [(pattern: String, found: [String])] = [
      ("w*t", ["wt", "wit", "wat", "wet", "what", "w\nt", "w*t", "w?t"]),
      ("w?t", ["wit", "wat", "wet", "w\nt", "w*t", "w?t"]),
      ("w\\*t", ["w*t"]), ("w\\?t", ["w?t"]),
    ]
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    for word in words { _ = Tag(in: context, name: word) }
    try context.save()
    for (pattern, found) in cases {
      let tags = try context.fetch(Tag.self, matching: "name LIKE %@", pattern)
      XCTAssertEqual(tags.map(\.name), found, pattern)
      let predicate = try ObjectPredicate("SELF LIKE %@", pattern)
      XCTAssertEqual(
        try words.filter { try predicate.evaluate(with: EvaluatedValue.string($0)) },
        found, pattern)
    }
  }
}
