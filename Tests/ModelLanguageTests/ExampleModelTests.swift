import ModelLanguage
import ModelSchema
import XCTest

/// The models of the repository and of the specification are read without diagnostics.
final class ExampleModelTests: XCTestCase {
  func testBankModelReadsWithoutDiagnostics() throws {
    XCTAssertEqual(printed(try repositoryFile("Models/Bank.model")), "")
  }

  func testLongBankExampleReadsWithoutDiagnostics() throws {
    XCTAssertEqual(printed(try fixture("FailedBanks.model")), "")
  }

  func testExamplesOfTheArticleReadWithoutDiagnosticsAndAreFormatted() throws {
    let article = try repositoryFile("Sources/ModelRuntime/ModelRuntime.docc/TheModelLanguage.md")
    let parts = article.components(separatedBy: "```")
    let examples = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
      .filter { $0.hasPrefix("swift\n") }.map { String($0.dropFirst(6)) }
    XCTAssertGreaterThan(examples.count, 4)
    for example in examples {
      XCTAssertEqual(printed(example), "", example)
      XCTAssertEqual(formatted(SourceFile(path: "Test.model", text: example)).text, example)
    }
  }

  func testFirstTasksVersionReadsWithoutDiagnostics() throws {
    let text = try fixture("TasksVersion1.model")
    XCTAssertEqual(printed(text), "")
    XCTAssertEqual(read(text).frozenHash, "9f2c41d0")
  }

  func testSecondTasksVersionReadsWithoutDiagnostics() throws {
    XCTAssertEqual(printed(try fixture("Tasks.model")), "")
  }

  func testBankModelHasItsEntities() throws {
    let bank = try model(try repositoryFile("Models/Bank.model"))
    XCTAssertEqual(bank.name, "Bank")
    XCTAssertEqual(bank.version, 3)
    XCTAssertEqual(bank.access, .public)
    XCTAssertEqual(
      bank.documentation, "Banks that failed in the United States, as published by the FDIC.")
    XCTAssertEqual(bank.entities.map(\.name), ["FailedBankInfo", "FailedBankDetails", "Tag"])
  }

  func testBankModelHasItsProperties() throws {
    let bank = try model(try repositoryFile("Models/Bank.model"))
    let info = try XCTUnwrap(bank.entity(named: "FailedBankInfo"))
    XCTAssertEqual(
      info.properties.map(\.name), ["name", "city", "state", "cert", "acquirer", "details"])
    XCTAssertEqual(
      info.property(named: "name")?.attribute,
      AttributeDescription(
        name: "name", documentation: "Official name when the bank was closed.", type: .string,
        rules: [ValidationRule(.length(min: 1, max: nil))]))
    XCTAssertEqual(
      info.property(named: "details")?.relationship,
      RelationshipDescription(
        name: "details",
        documentation: "The long part; deleted together with the bank.",
        destinationName: "FailedBankDetails", inverseName: "info", isOptional: true,
        deleteRule: .cascade))
    let zip = bank.entity(named: "FailedBankDetails")?.property(named: "zip")?.attribute
    XCTAssertEqual(zip?.type, .int32)
    XCTAssertEqual(zip?.defaultValue, .constant(.integer(0)))
    let tags = bank.entity(named: "FailedBankDetails")?.property(named: "tags")?.relationship
    XCTAssertEqual(tags?.isToMany, true)
    XCTAssertEqual(tags?.isOptional, true)
  }

  func testBankModelHasItsFetches() throws {
    let bank = try model(try repositoryFile("Models/Bank.model"))
    let info = try XCTUnwrap(bank.entity(named: "FailedBankInfo"))
    XCTAssertEqual(info.indexes.map(\.name), ["byName", "byFoldedName", "byState"])
    XCTAssertEqual(
      info.fetchTemplates.filter { ["named", "count"].contains($0.name) },
      [
        FetchTemplate(
          name: "named",
          documentation:
            "Banks whose name contains a text, ignoring case and accents, last closed first.",
          parameters: [
            .init(label: nil, name: "text", type: .attribute(.string, typeAlias: nil))
          ], entityName: "FailedBankInfo",
          predicate: .comparison(
            .init(
              .keyPath("name"), .contains, .variable("text"),
              options: [.caseInsensitive, .diacriticInsensitive])),
          sortKeys: [SortKey(["details", "closeDate"], isAscending: false)],
          userInfo: ["ui.name": "name", "ui.title": "Name contains, ignoring case and accents"]),
        FetchTemplate(
          name: "count", documentation: "How many banks closed in a state since a day.",
          parameters: [
            .init(label: "closedIn", name: "state", type: .attribute(.string, typeAlias: nil)),
            .init(label: "since", name: "since", type: .attribute(.date, typeAlias: nil)),
          ], entityName: "FailedBankInfo", result: .count,
          predicate: .and([
            .comparison(.init(.keyPath("state"), .equal, .variable("state"))),
            .comparison(
              .init(.keyPath("details", "closeDate"), .greaterOrEqual, .variable("since"))),
          ])),
      ])
  }
}
