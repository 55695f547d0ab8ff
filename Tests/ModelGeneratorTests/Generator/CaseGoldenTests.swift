import Foundation
import ModelGenerator
import XCTest

/// The code that is generated for each `NAME.model` of the build tool plugin's tests,
/// recorded as a text for review.
final class CaseGoldenTests: XCTestCase {
  private let models = "Tests/Client/Tests/PluginTests"
  private let cases = "Tests/ModelGeneratorTests/Cases"

  func testGeneratedCodeIsAsRecorded() throws {
    let fixtures = try Fixture.all(in: models)
    XCTAssertGreaterThan(fixtures.count, 4)
    for fixture in fixtures {
      let files = try SwiftGenerator().files(
        for: fixture.model, source: "\(fixture.name).model", released: fixture.released)
      try assertGolden(files[0].text, "\(cases)/\(fixture.name).swift.txt")
    }
  }
}
