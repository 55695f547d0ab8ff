import BankModel
import ModelRuntime
import XCTest

final class FetchedResultsTests: ResultsTestCase {
  func testWithoutSortKeysTheOrderIsThatOfKeys() throws {
    for name in ["C", "A", "B"] { makeBank(name) }
    try context.save()
    XCTAssertEqual(names(try list(FailedBankInfo.all)), ["C", "A", "B"])
  }

  func testSectionsComeInOrderWhateverTheRequestSortsBy() throws {
    makeBank("A", in: "NY")
    makeBank("B", in: "GA")
    makeBank("C", in: "NY")
    let list = try followed(
      FetchedResultsController(
        FailedBankInfo.all.sorted { [$0.name.descending] }, in: context,
        sectionedBy: { $0.state }))
    XCTAssertEqual(list.sections.map(\.name), ["GA", "NY"])
    XCTAssertEqual(names(list), ["B", "C", "A"])
  }

  func testBeforeTheFetchNothingIsListed() throws {
    makeBank("A")
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    XCTAssertFalse(list.isFetched)
    XCTAssertTrue(list.objects.isEmpty)
    XCTAssertTrue(list.sections.isEmpty)
  }

  func testFetchingReportsNothing() throws {
    makeBank("A")
    let list = try list()
    try list.performFetch()
    XCTAssertEqual(reported(), [])
    XCTAssertEqual(names(list), ["A"])
  }

  func testSectionsHaveNamesTitlesAndObjects() throws {
    for (name, state) in [("A", "GA"), ("B", "NY"), ("C", "ga"), ("D", "NY")] {
      makeBank(name, in: state)
    }
    let list = try sectionedList()
    XCTAssertEqual(list.sections.map(\.name), ["GA", "NY", "ga"])
    XCTAssertEqual(list.sections.map(\.count), [1, 2, 1])
    XCTAssertEqual(list.sections[1].objects.map(\.name), ["B", "D"])
    XCTAssertEqual(list.sectionIndexTitles, ["G", "N"])
    XCTAssertEqual(list.section(forIndexTitle: "N"), 1)
    XCTAssertNil(list.section(forIndexTitle: "X"))
  }

  func testAComputedValueHasNoSections() throws {
    makeBank("A", in: "GA")
    let list = FetchedResultsController(
      FailedBankInfo.all, in: context, sectionedBy: { $0.name.uppercased() })
    XCTAssertThrowsError(try list.performFetch()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .untranslatable)
      XCTAssertTrue("\(error)".contains("computed value"), "\(error)")
    }
  }

  func testPlacesInAWindowLeadToEachOther() throws {
    for number in 0..<30 { makeBank("\(100 + number)", in: ["GA", "NY", "TX"][number % 3]) }
    let list = try followed(
      FetchedResultsController(
        FailedBankInfo.all.sorted { [$0.state.ascending, $0.name.ascending] }.offset(5).limit(20),
        in: context, sectionedBy: { $0.state }))
    XCTAssertEqual(list.sections.map(\.count), [5, 10, 5])
    for (offset, bank) in list.objects.enumerated() {
      XCTAssertEqual(list.offset(of: bank), offset)
      let position = try XCTUnwrap(list.position(of: bank))
      XCTAssertTrue(list.object(at: position) === bank, "\(position)")
      XCTAssertEqual(list.sections[position.section].name, bank.state)
    }
    let outside = try context.fetch(FailedBankInfo.all).filter { !list.objects.contains($0) }
    XCTAssertEqual(outside.count, 10)
    XCTAssertTrue(outside.allSatisfy { list.position(of: $0) == nil })
  }

  func testObjectsAndPlacesLeadToEachOther() throws {
    for (name, state) in [("A", "GA"), ("B", "NY"), ("D", "NY")] { makeBank(name, in: state) }
    let list = try sectionedList()
    let place = ResultPosition(section: 1, item: 1)
    let bank = try XCTUnwrap(list.object(at: place))
    XCTAssertEqual(bank.name, "D")
    XCTAssertEqual(list.position(of: bank), place)
    XCTAssertEqual(list.offset(of: bank), 2)
    for (section, item) in [(2, 0), (1, 2), (-1, 0), (0, -1)] {
      XCTAssertNil(list.object(at: ResultPosition(section: section, item: item)))
    }
    let other = makeBank("E")
    XCTAssertNil(list.position(of: other))
  }

  func testAListWithoutSectionsHasOne() throws {
    let list = try list()
    XCTAssertEqual(list.sections.map(\.count), [0])
  }

  func testASectionPathThatLeadsNowhereIsRefused() throws {
    for path in [["stat"], ["details"], ["details", "tags", "name"], ["name", "x"], []] {
      let list = FetchedResultsController(FailedBankInfo.all, in: context, sectionPath: path)
      XCTAssertThrowsError(try list.performFetch(), "\(path)") { error in
        XCTAssertTrue(error is StoreError, "\(path)")
      }
      XCTAssertFalse(list.isFetched)
    }
  }
}
