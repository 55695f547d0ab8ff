import ModelLanguage
import XCTest

/// The formatter writes one form, keeps what is there, and does so once.
final class FormatterTests: XCTestCase {
  private func format(_ text: String) -> String {
    let once = formatted(SourceFile(path: "Test.model", text: text)).text
    let twice = formatted(SourceFile(path: "Test.model", text: once)).text
    XCTAssertEqual(once, twice, "formatting twice changed something")
    return once
  }

  func testExamplesOfTheSpecificationStayAsTheyAre() throws {
    for name in ["FailedBanks", "Tasks", "TasksVersion1"] {
      let text = try fixture("\(name).model")
      XCTAssertEqual(format(text), text, name)
    }
    let bank = try repositoryFile("Models/Bank.model")
    XCTAssertEqual(format(bank), bank)
  }
}
