import ModelGenerator
import XCTest

final class BankGoldenTests: XCTestCase {
  func testTheBankModelsFileIsCurrent() throws {
    let files = try SwiftGenerator().files(for: bankModel)
    XCTAssertEqual(files.map(\.path), ["Bank.swift"])
    try assertGolden(files[0].text, "Sources/BankModel/Generated/Bank.swift")
  }

  func testTheSameModelGivesTheSameBytes() throws {
    let generator = SwiftGenerator()
    XCTAssertEqual(try generator.files(for: bankModel), try generator.files(for: bankModel))
  }
}
