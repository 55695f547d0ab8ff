import Foundation
import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

final class BankGoldenTests: XCTestCase {
  func testTheBankModelsFileIsCurrent() throws {
    let path = "Models/Bank.model"
    let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    let model = try XCTUnwrap(readModel([SourceFile(path: path, text: text)]).model)
    let files = try SwiftGenerator().files(for: model, released: try released())
    XCTAssertEqual(files.map(\.path), ["Bank.swift"])
    try assertGolden(files[0].text, "Sources/BankModel/Generated/Bank.swift")
  }

  /// The released versions, read from their files.
  private func released() throws -> [ManagedObjectModel] {
    try [1, 2].map { number in
      let file = repository.appending(path: "Models/Bank.versions/\(number).model")
      let text = try String(contentsOf: file, encoding: .utf8)
      return try XCTUnwrap(readModel([SourceFile(path: file.path, text: text)]).model)
    }
  }

  func testTheSameModelGivesTheSameBytes() throws {
    let generator = SwiftGenerator()
    XCTAssertEqual(try generator.files(for: bankModel), try generator.files(for: bankModel))
  }
}
