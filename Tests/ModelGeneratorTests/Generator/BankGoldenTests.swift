import Foundation
import ModelGenerator
import ModelLanguage
import XCTest

final class BankGoldenTests: XCTestCase {
  func testTheBankModelsFileIsCurrent() throws {
    let path = "Models/Bank.model"
    let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    let model = try XCTUnwrap(readModel([SourceFile(path: path, text: text)]).model)
    let files = try SwiftGenerator().files(for: model)
    XCTAssertEqual(files.map(\.path), ["Bank.swift"])
    try assertGolden(files[0].text, "Sources/BankModel/Generated/Bank.swift")
  }

  func testTheSameModelGivesTheSameBytes() throws {
    let generator = SwiftGenerator()
    XCTAssertEqual(try generator.files(for: bankModel), try generator.files(for: bankModel))
  }
}
