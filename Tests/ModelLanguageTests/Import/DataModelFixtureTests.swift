import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// The models and warnings of the data models in `Fixtures/DataModels`. Beside each data
/// model are the text of its model (`.model`) and its diagnostics (`.txt`).
/// `RECORD_GOLDEN=1` records both again.
final class DataModelGoldenTests: XCTestCase {
  func testEveryFixtureGivesItsModelAndItsWarnings() throws {
    XCTAssertGreaterThan(DataModelFixtures.names.count, 15)
    for name in DataModelFixtures.names {
      let reading = readDataModel(try DataModelFixtures.files(name))
      let base = name.split(separator: ".")[0]
      let models = reading.versions.compactMap(\.reading.model)
      XCTAssertEqual(models.count, reading.versions.count, "\(name): \(printed(reading))")
      try compare(models.map(sourceText).joined(separator: "\n"), with: "\(base).model")
      try compare(printed(reading), with: "\(base).txt")
    }
  }

  private func compare(_ text: String, with name: String) throws {
    let url = DataModelFixtures.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: url, atomically: true, encoding: .utf8)
    } else {
      XCTAssertEqual(text, try String(contentsOf: url, encoding: .utf8), name)
    }
  }
}

/// The conversion from `.xcdatamodeld` to `.model` and back loses nothing.
final class DataModelRoundTripTests: XCTestCase {
  /// The models whose files are not in Xcode's order, so that only their content comes
  /// back. All others come back byte by byte.
  private let unordered: Set = ["OldSpellings.xcdatamodeld", "Mistakes.xcdatamodeld"]

  func testTextOfEveryFixtureReadsBack() throws {
    for name in DataModelFixtures.names {
      for version in readDataModel(try DataModelFixtures.files(name)).versions {
        let model = try XCTUnwrap(version.reading.model, name)
        let text = sourceText(of: model)
        let reading = read(text)
        let errors = reading.diagnostics.filter { $0.severity == .error }
        XCTAssertEqual(errors.map(\.message), [], "\(name)\n\(text)")
        XCTAssertEqual(reading.model, model, "\(name)\n\(text)")
      }
    }
  }

  func testEveryFixtureComesBackFromItsText() throws {
    for name in DataModelFixtures.names {
      let files = try DataModelFixtures.files(name)
      let reading = readDataModel(files)
      let models = try reading.versions.map {
        try XCTUnwrap(read(sourceText(of: XCTUnwrap($0.reading.model, name))).model, name)
      }
      let export =
        name.hasSuffix("d")
        ? dataModelFiles(of: models, current: models.count - 1)
        : dataModelFiles(of: models[0])
      XCTAssertEqual(export.losses, [], name)
      try compare(export.files, with: files, name)
    }
  }

  private func compare(
    _ exported: [String: String], with files: DataModelFiles, _ name: String
  ) throws {
    var expected = files.contents
    // An export always names the current version.
    if name.hasPrefix("Loose") {
      expected[".xccurrentversion"] = exported[".xccurrentversion"].map { Array($0.utf8) }
    }
    XCTAssertEqual(exported.keys.sorted(), expected.keys.sorted(), name)
    for (path, bytes) in expected {
      let text = exported[path] ?? ""
      if path.hasSuffix("contents"), unordered.contains(name) {
        let copy = try XMLReader.read(Array(text.utf8)).ordered
        let original = try XMLReader.read(bytes).ordered
        XCTAssertEqual(XMLWriter.lines(copy), XMLWriter.lines(original), name)
      } else {
        let original = String(decoding: bytes, as: UTF8.self)
        XCTAssertTrue(text == original, "\(name)/\(path): \(firstDifference(text, original))")
      }
    }
  }

  private func firstDifference(_ one: String, _ two: String) -> String {
    let pairs = zip(one.split(separator: "\n"), two.split(separator: "\n"))
    return pairs.first { $0 != $1 }.map { "\n\($0)\n\($1)" } ?? "the ends differ"
  }

  func testWhatComesBackIsImportedTheSame() throws {
    for name in DataModelFixtures.names {
      for version in readDataModel(try DataModelFixtures.files(name)).versions {
        let model = try XCTUnwrap(version.reading.model, name)
        let text = dataModelFiles(of: model).files["contents"] ?? ""
        let copy = readDataModel(
          DataModelFiles(
            path: "\(model.name).xcdatamodel", contents: ["contents": Array(text.utf8)]))
        var again = try XCTUnwrap(copy.current?.reading.model, name)
        again.version = model.version
        again.userInfo["xcode.versionName"] = model.userInfo["xcode.versionName"]
        XCTAssertEqual(sourceText(of: again), sourceText(of: model), name)
      }
    }
  }
}
