import Foundation
import ModelGenerator
import ModelLanguage
import XCTest

/// The screens in `Sources/BankApp/Generated` are what the model gives.
final class GeneratedScreensTests: XCTestCase {
  func testGeneratingAgainFindsNoDifference() throws {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: repository.appending(path: "Models/Bank.model"), encoding: .utf8)
    let model = try XCTUnwrap(readModel([SourceFile(path: "Bank.model", text: text)]).model)
    let files = try AppGenerator().screens(for: model, source: "Bank.model")
    let folder = repository.appending(path: "Sources/BankApp/Generated")
    for file in files {
      let url = folder.appending(path: file.path)
      XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), file.text, file.path)
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    XCTAssertEqual(names.sorted(), files.map(\.path).sorted())
  }
}
