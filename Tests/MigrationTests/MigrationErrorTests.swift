import ModelSchema
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The codes, equality and descriptions of migration errors and options.
final class MigrationErrorTests: XCTestCase {
  func testErrorsHaveTheNumbersOfCoreData() {
    let numbers: [(MigrationError.Reason, Int)] = [
      (.notAutomatic, 134100), (.readOnly, 134100), (.otherModel, 134100), (.newerStore, 134130),
      (.unknownVersion, 134130), (.editedVersion, 134130), (.noMapping, 134190),
      (.missingCode, 134140), (.invalidMapping, 134140), (.dataBreaksRule, 134111),
      (.cancelled, 134120), (.verification, 134110), (.policyFailed, 134110),
    ]
    for (reason, number) in numbers {
      XCTAssertEqual(MigrationError(reason, "no").coreDataCode, number, "\(reason)")
    }
  }

  func testErrorsAreTheSameThatSayTheSame() {
    struct Own: Error {}
    let error = MigrationError(.policyFailed, "no", underlying: Own())
    var other = MigrationError(.policyFailed, "no")
    XCTAssertEqual(Set([error, other]).count, 1)
    other.message = "yes"
    XCTAssertEqual(Set([error, other]).count, 2)
    XCTAssertNotEqual(error, MigrationError(.cancelled, "no"))
    other = error
    other.failures = [.init(condition: .noObjects(entity: "A"), count: 1, objectIDs: [])]
    XCTAssertNotEqual(error, other)
  }

  func testOptionsAreTheSameThatKnowTheSameCode() {
    var (one, other) = (MigrationOptions(), MigrationOptions())
    XCTAssertEqual(one, other)
    one.code.add("mend") { _ in }
    XCTAssertNotEqual(one, other)
    other.code.add("mend") { _ in }
    XCTAssertEqual(Set([one.code, other.code]).count, 1)
    other.progress = MigrationProgress()
    XCTAssertNotEqual(one, other)
    one.progress = other.progress
    XCTAssertEqual(Set([one, other]).count, 1)
  }
}
